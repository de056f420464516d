import { membersApi, type MemberList, type MemberSearch } from '@redress/contract/console/members';
import type { FastifyRequest } from 'fastify';
import { findMembersByWords } from '../search/find-members.ts';
import { withoutSearchLabel } from '../search/parse-search.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersion } from '../../platform/http/if-match.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { isRowId } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { listMembers, listMemberStates, readMembersById } from './list-members.ts';
import {
  addMemberAddress,
  type AddressOutcome,
  decideMemberAddress,
  listWaitingAddresses,
} from './member-addresses.ts';
import { addMemberNote } from './member-notes.ts';
import { readMember } from './read-member.ts';

/** `/api/console/members`: class members and their addresses. */
export async function memberRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, membersApi);
  const { database } = context;

  route('POST /members/search', { access: 'search', reads: 'list', problems: [400] }, async (request) => {
    const { q = '', ...filters } = request.body;
    const cases = casesWith(request, 'search');
    const words = withoutSearchLabel(q);
    const list = await (words === ''
      ? listMembers(database, cases, filters)
      : findMembers(context, cases, words, filters));
    await recordRead(context, request, {
      what: words === '' ? 'list' : 'search',
      subject: 'members',
      resultIds: list.members.map(({ noticeId }) => noticeId),
      ...(words !== '' && { searchWords: words }),
    });
    return list;
  });

  route('GET /members/states', { access: 'search', reads: 'nothing' }, async (request) => ({
    states: await listMemberStates(database, casesWith(request, 'search')),
  }));

  route('GET /members/waiting-addresses', { access: 'notes', reads: 'list' }, async (request) => {
    const list = await listWaitingAddresses(database, staffOf(request));
    const resultIds = list.waiting.map(({ noticeId }) => noticeId);
    await recordRead(context, request, { what: 'list', subject: 'waiting addresses', resultIds });
    return list;
  });

  route('GET /members/:noticeId', { access: 'search', reads: 'view', problems: [404] }, async (request, reply) => {
    const member = await showMember(context, request, request.params.noticeId);
    return reply.header('etag', `"${member.version}"`).send(member);
  });

  route(
    'POST /members/:noticeId/notes',
    { access: 'notes', reads: 'view', problems: [400, 404, 409] },
    async (request) => {
      const { noticeId } = request.params;
      await addMemberNote(context, staffOf(request), noticeId, request.body);
      return showMember(context, request, noticeId);
    },
  );

  route(
    'POST /members/:noticeId/addresses',
    { access: 'notes', reads: 'view', problems: [400, 404, 412, 422] },
    async (request) => {
      const { noticeId } = request.params;
      const { body } = request;
      const version = readVersion(request);
      requireDone(await addMemberAddress(context, staffOf(request), noticeId, version, body));
      return showMember(context, request, noticeId);
    },
  );

  route(
    'POST /members/:noticeId/addresses/:addressId/decision',
    { access: 'members', reads: 'view', problems: [400, 404, 409, 412, 422] },
    async (request) => {
      const { noticeId, addressId } = request.params;
      const { body } = request;
      if (!isRowId(addressId)) throw new ProblemError('not-found');
      const address = { noticeId, addressId, version: readVersion(request) };
      requireDone(await decideMemberAddress(context, staffOf(request), address, body));
      return showMember(context, request, noticeId);
    },
  );
}

/** Finds class members by a Notice ID, a ZIP code or the words of a name. */
async function findMembers(
  { database }: Pick<ConsoleContext, 'database'>,
  permittedCases: readonly string[],
  words: string,
  { case: caseId, state, zip, filed }: Omit<MemberSearch, 'q'>,
): Promise<MemberList> {
  const cases = permittedCases.filter((each) => caseId === undefined || each === caseId);
  const zipWords = /^(\d{5})(?:-\d{4})?$/.exec(words)?.[1];
  if (zipWords !== undefined)
    return listMembers(database, cases, {
      zip: zipWords,
      ...(state !== undefined && { state }),
      ...(filed && { filed }),
    });
  const digits = words.replaceAll(/[\s.-]/g, '');
  const { noticeIds, isPartial } = /^\d{9}$/.test(digits)
    ? { noticeIds: [digits], isPartial: false }
    : await findMembersByWords({ database }, cases, words);
  const found = await readMembersById(database, cases, noticeIds);
  const members = found.filter(
    (member) =>
      (state === undefined || member.address.state === state) &&
      (zip === undefined || member.address.zip.startsWith(zip)) &&
      (filed === undefined || (member.claimNumber !== undefined) === (filed === 'yes')),
  );
  return { members, isPartial };
}

async function showMember(context: ConsoleContext, request: FastifyRequest, noticeId: string) {
  const member = await readMember(context, noticeId, staffOf(request));
  if (!member) throw new ProblemError('not-found');
  const resultIds = member.claims.flatMap(({ number, mail }) => (mail ? number : []));
  await recordRead(context, request, { what: 'view', subject: `member ${noticeId}`, resultIds });
  return member;
}

/** @throws ProblemError */
function requireDone(result: AddressOutcome): void {
  switch (result.outcome) {
    case 'done':
      return;
    case 'invalid':
      throw new ProblemError('invalid-answers', { errors: result.errors });
    case 'same-person':
      throw consoleProblem('not-permitted', 'You requested this change, so another person must approve it.');
    case 'own-letter':
      throw consoleProblem(
        'not-permitted',
        'Your answer queued a letter with the IDs to this address, so another person must confirm it.',
      );
    case 'decided-before':
      throw consoleProblem('conflict', 'Someone else has already decided this change.');
    default:
      throw new ProblemError(result.outcome);
  }
}
