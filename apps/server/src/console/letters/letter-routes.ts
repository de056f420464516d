import { lettersApi } from '@redress/contract/console/letters';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { renderStoredLetter } from '../../claims/letters/print-letter.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { createBulkJob } from '../bulk/create-bulk-job.ts';
import { describe, findBulkJob, listBulkJobs } from '../bulk/read-bulk-jobs.ts';
import { findClaim } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import { listBlindClaimIds, refuseBlind, refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { limitPerson } from '../sign-in/staff-limits.ts';
import { bundleDispute } from './dispute-bundle.ts';
import { countDue, previewLetters } from './letters-due.ts';
import { listDisputes } from './read-answers.ts';
import { readClaimLetters } from './read-claim-letters.ts';
import { listLetters, readLetter } from './read-letters.ts';

const problems = [400, 404, 409];
type WithId = FastifyRequest<{ Params: { id: string } }>;

/** `/api/console/letters`: which letters decisions need, and what claimants were told. */
export async function letterRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, lettersApi);
  const { database, settlement } = context;
  const casesOf = (request: FastifyRequest) => casesWith(request, 'letters');
  // A letter tells a second reviewer how its claim was decided.
  const blindOf = (request: FastifyRequest) => listBlindClaimIds(database, staffOf(request).id);

  route('GET /letters', { access: 'letters', reads: 'list', problems }, async (request) => {
    const cases = casesOf(request);
    const without = await blindOf(request);
    const [due, jobs, listed] = await Promise.all([
      countDue(database, cases, without),
      // Any numbers of an action would tell a second reviewer whether their claim is in it.
      without.length > 0
        ? []
        : listBulkJobs(database, settlement, { id: staffOf(request).id, cases, areLetters: true }),
      listLetters(database, cases, { ...request.query, without }),
    ]);
    const resultIds = listed.letters.map(({ claim }) => claim);
    await recordRead(context, request, { what: 'list', subject: 'letters', resultIds, shown: listed });
    return { due, jobs, ...listed };
  });
  route('POST /letters/preview', { access: 'letters', reads: 'view', problems }, async (request) => {
    const { body } = request;
    const job = 'job' in body ? await findBulkJob(database, casesOf(request), body.job) : undefined;
    if (job?.letter === null) throw new ProblemError('not-found');
    if ('caseId' in body) requirePermission(request, 'letters', body.caseId);
    await refuseWhileBlind(database, staffOf(request).id, 'caseId' in body ? [body.caseId] : (job?.case_ids ?? []));
    const preview = await previewLetters(context, 'caseId' in body ? body : { job: body.job, kind: job?.letter });
    const resultIds = preview.letters.map(({ claim }) => claim);
    await recordRead(context, request, { what: 'view', subject: 'letters', resultIds });
    return preview;
  });
  route('POST /letters/queue', { access: 'letters', problems }, async (request, reply) => {
    const { id, caseId, kind: letters, expected, reason } = request.body;
    requirePermission(request, 'letters', caseId);
    await refuseWhileBlind(database, staffOf(request).id, [caseId]);
    const asker = { id: staffOf(request).id, cases: casesOf(request) };
    const selection = { letters, caseId, expected };
    await createBulkJob(context, asker, {
      id,
      selection,
      action: { kind: 'letter' },
      ...(reason !== undefined && { reason }),
    });
    return reply
      .code(201)
      .send(await describe(database, settlement, asker.id, await findBulkJob(database, asker.cases, id)));
  });
  route('GET /claims/:number/letters', { access: 'claims', reads: 'view', problems }, async (request) => {
    const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
    const { told, parts } = await readClaimLetters(context, staffOf(request), claim);
    await recordRead(context, request, { what: 'view', subject: `claim ${claim.number}`, resultIds: parts });
    return told;
  });
  route(
    'GET /claims/:number/bundle.zip',
    { access: 'supervise', reads: 'download', problems: [404, 409, 429], exposeHeadRoute: false },
    async (request, reply) => {
      await limitPerson(context, request, 'staff-document');
      const cases = casesWith(request, 'supervise').filter((id) => casesWith(request, 'answers').includes(id));
      const claim = await findClaim(context, request.params.number, cases);
      await refuseBlind(database, claim.id, staffOf(request).id);
      const zip = await bundleDispute(context, claim, staffOf(request).id);
      await recordRead(context, request, { what: 'download', subject: `claim ${claim.number}`, resultIds: ['bundle'] });
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="claim-${claim.number}.zip"`)
        .send(Readable.from(zip));
    },
  );
  route('GET /disputes', { access: 'decide', reads: 'list', problems }, async (request) => {
    const disputes = await listDisputes(database, settlement, {
      id: staffOf(request).id,
      cases: casesWith(request, 'decide'),
      answerCases: casesWith(request, 'answers'),
      without: await blindOf(request),
    });
    const resultIds = disputes.map(({ claim }) => claim);
    await recordRead(context, request, { what: 'list', subject: 'disputes', resultIds });
    return { disputes };
  });

  const find = async (request: WithId) => {
    const found = await readLetter(database, casesWith(request, 'contact'), request.params.id);
    if ((await blindOf(request)).includes(found.claimId)) throw new ProblemError('not-found');
    return found;
  };
  route('GET /letters/:id', { access: 'contact', reads: 'view', problems }, async (request) => {
    const { letter, text } = await find(request);
    await recordRead(context, request, { what: 'view', subject: `claim ${letter.claim}`, resultIds: ['letter'] });
    return { letter, text };
  });
  route(
    'GET /letters/:id/letter.pdf',
    { access: 'contact', reads: 'download', problems: [...problems, 429], exposeHeadRoute: false },
    async (request, reply) => {
      await limitPerson(context, request, 'staff-document');
      const { letter } = await find(request);
      const pdf = await renderStoredLetter(context, letter.id, { withAddress: true });
      if (!pdf) throw new ProblemError('not-found');
      await recordRead(context, request, { what: 'download', subject: `claim ${letter.claim}`, resultIds: ['letter'] });
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="letter-${letter.code.replaceAll(/\W/g, '-')}.pdf"`)
        .send(pdf);
    },
  );
}
