import { claimDetailsApi } from '@redress/contract/console/claim-details';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { notFound, ProblemError } from '../../platform/http/problem.ts';
import { decryptTaxId } from '../../platform/keys/encrypted-fields.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { limitPerson } from '../sign-in/staff-limits.ts';
import { findClaim, findClaimId, type FoundClaim } from './find-claim.ts';
import { readClaimDetails } from './read-claim-details.ts';
import { readClaimVersion } from './read-claim-history.ts';
import { readDataReports } from './read-data-reports.ts';
import { numbersOf, readRelatedClaims } from './read-related-claims.ts';

const revealSeconds = 60;

/** `GET /api/console/claims/:number`, the data of its screen, and single tax IDs. */
export async function claimDetailsRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, claimDetailsApi);
  route('GET /claims/:number', { access: 'claims', reads: 'view', problems: [404] }, async (request) => {
    const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
    const record = await readClaimDetails(context, staffOf(request), claim);
    await recordRead(context, request, { what: 'view', subject: `claim ${record.number}` });
    return record;
  });
  route(
    'GET /claims/:number/version',
    { access: 'claims', reads: 'nothing', problems: [404] },
    async (request, reply) => {
      const claim = await findClaimId(context, request.params.number, casesWith(request, 'claims'));
      const version = await readClaimVersion(context.database, claim.id, staffOf(request).id);
      const etag = `"${version}"`;
      void reply.header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(null);
      return { version };
    },
  );
  route('GET /claims/:number/related', { access: 'contact', reads: 'list', problems: [404] }, async (request) => {
    const cases = casesWith(request, 'contact');
    const claim = await findClaim(context, request.params.number, cases);
    const related = await readRelatedClaims(context, claim, cases);
    const subject = `claim ${claim.number}`;
    await recordRead(context, request, { what: 'list', subject, resultIds: numbersOf(related) });
    return related;
  });
  route('GET /claims/:number/data-checks', { access: 'answers', reads: 'view', problems: [404] }, async (request) => {
    const claim = await findClaim(context, request.params.number, casesWith(request, 'answers'));
    const reports = await readDataReports(context, claim);
    const resultIds = reports.files.map(({ documentId }) => `document ${documentId}`);
    await recordRead(context, request, { what: 'view', subject: `claim ${claim.number}`, resultIds });
    return reports;
  });
  route(
    'POST /claims/:number/tax-ids/reveal',
    { access: 'reveal-tax-id', reads: 'reveal', fresh: true, problems: [400, 404, 429] },
    async (request) => {
      const { path, ...body } = request.body;
      const reason = body.reason.trim();
      if (reason === '') throw new ProblemError('bad-request');
      const claim = await findClaimId(context, request.params.number, casesWith(request, 'claims'));
      requirePermission(request, 'reveal-tax-id', claim.case_id);
      await limitPerson(context, request, 'staff-reveal');
      const taxId = await revealTaxId(context, claim, path);
      const subject = `claim ${claim.number}`;
      await recordRead(context, request, { what: 'reveal', subject, reason, resultIds: [`tax ID ${path}`] });
      return { taxId, seconds: revealSeconds };
    },
  );
}

/**
 * Decrypts one tax ID of a claim.
 * @throws ProblemError `not-found` when the claim has none at this path, or was purged
 */
async function revealTaxId(
  { database, keys }: Pick<ConsoleContext, 'database' | 'keys'>,
  claim: Pick<FoundClaim, 'id' | 'number'>,
  path: string,
): Promise<string> {
  const stored = await database
    .selectFrom('claim_tax_ids')
    .select(['path', 'encrypted', 'key_version'])
    .where('claim_id', '=', claim.id)
    .where('path', '=', path)
    .executeTakeFirstOrThrow(notFound);
  return decryptTaxId(claim.number, stored, keys).digits;
}
