import {
  DecideAddressSchema,
  type MemberList,
  MemberListSchema,
  MemberSchema,
  type MemberSearch,
  MemberSearchSchema,
  MemberStatesSchema,
  NewAddressSchema,
  WaitingAddressesSchema,
} from '@redress/contract/console/members';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { findMembersByWords } from '../search/find-members.ts';
import { withoutSearchLabel } from '../search/parse-search.ts';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersion, versionHeaders } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { consoleProblem, ProblemError, problemResponses } from '../../platform/http/problem.ts';
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
import { readMember } from './read-member.ts';

const tags = ['console'];
const noticeIdParams = Type.Object({ noticeId: Type.String() });

/** `/api/console/members`: class members, and their addresses. */
export async function memberRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const { database } = context;

  api.post(
    '/members/search',
    {
      config: { access: 'search', reads: 'list' },
      schema: {
        summary: 'Class members by name, Notice ID or ZIP code, case, state, and whether they have filed',
        tags,
        body: MemberSearchSchema,
        response: { 200: MemberListSchema, ...problemResponses(400, 401, 403, 500, 503) },
      },
    },
    async (request) => {
      const { q = '', ...filters } = readBody(MemberSearchSchema, request);
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
    },
  );

  api.get(
    '/members/states',
    {
      config: { access: 'search', reads: 'nothing' },
      schema: {
        summary: 'The states that class members live in',
        tags,
        response: { 200: MemberStatesSchema, ...problemResponses(401, 403, 500, 503) },
      },
    },
    async (request) => ({ states: await listMemberStates(database, casesWith(request, 'search')) }),
  );

  api.get(
    '/members/waiting-addresses',
    {
      config: { access: 'members', reads: 'list' },
      schema: {
        summary: 'Address changes that wait for a decision',
        tags,
        response: { 200: WaitingAddressesSchema, ...problemResponses(401, 403, 500, 503) },
      },
    },
    async (request) => {
      const list = await listWaitingAddresses(database, casesWith(request, 'members'), staffOf(request).id);
      const resultIds = list.waiting.map(({ noticeId }) => noticeId);
      await recordRead(context, request, { what: 'list', subject: 'waiting addresses', resultIds });
      return list;
    },
  );

  api.get(
    '/members/:noticeId',
    {
      config: { access: 'search', reads: 'view' },
      schema: {
        summary: 'A class member: addresses, claims, requests for lost IDs',
        tags,
        params: noticeIdParams,
        response: { 200: MemberSchema, ...problemResponses(401, 403, 404, 500, 503) },
      },
    },
    async (request, reply) => {
      const member = await showMember(context, request, request.params.noticeId);
      return reply.header('etag', `"${member.version}"`).send(member);
    },
  );

  api.post(
    '/members/:noticeId/addresses',
    {
      config: { access: 'notes', reads: 'view' },
      schema: {
        summary: 'Correct an address, or ask for it',
        description:
          'With the permission `members` the address is current at once. Otherwise it waits until somebody else confirms it. `If-Match` is the `version` of the class member.',
        tags,
        params: noticeIdParams,
        headers: versionHeaders,
        body: NewAddressSchema,
        response: { 200: MemberSchema, ...problemResponses(400, 401, 403, 404, 412, 422, 500, 503) },
      },
    },
    async (request) => {
      const { noticeId } = request.params;
      const body = readBody(NewAddressSchema, request);
      const version = readVersion(request);
      requireDone(await addMemberAddress(context, staffOf(request), noticeId, version, body));
      return showMember(context, request, noticeId);
    },
  );

  api.post(
    '/members/:noticeId/addresses/:addressId/decision',
    {
      config: { access: 'members', reads: 'view' },
      schema: {
        summary: 'Confirm or decline an address that somebody else asked for',
        tags,
        params: Type.Object({ noticeId: Type.String(), addressId: Type.String() }),
        headers: versionHeaders,
        body: DecideAddressSchema,
        response: { 200: MemberSchema, ...problemResponses(400, 401, 403, 404, 409, 412, 422, 500, 503) },
      },
    },
    async (request) => {
      const { noticeId, addressId } = request.params;
      const body = readBody(DecideAddressSchema, request);
      if (!isRowId(addressId)) throw new ProblemError('not-found');
      const address = { noticeId, addressId, version: readVersion(request) };
      requireDone(await decideMemberAddress(context, staffOf(request), address, body));
      return showMember(context, request, noticeId);
    },
  );
}

/** Class members by what somebody typed: a Notice ID, a ZIP code or the words of a name. */
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
  const member = await readMember(context.database, noticeId, staffOf(request));
  if (!member) throw new ProblemError('not-found');
  await recordRead(context, request, { what: 'view', subject: `member ${noticeId}` });
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
      throw consoleProblem('not-permitted', 'You asked for this change, so somebody else has to decide about it.');
    case 'own-letter':
      throw consoleProblem(
        'not-permitted',
        'A letter with the IDs waits because of your answer and would go there, so somebody else has to confirm this address.',
      );
    case 'decided-before':
      throw consoleProblem('conflict', 'Somebody else has decided about this change already.');
    default:
      throw new ProblemError(result.outcome);
  }
}
