import { Type } from 'typebox';
import { DataChecksSchema } from '@redress/contract/data-checks';
import { receiptTokenHeaders, requireReceiptToken } from '../../claims/filing/claim-access.ts';
import { readClaimStatus } from '../../claims/status/claim-status.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { answerInLanguage, languageHeaders } from '../../platform/http/request-language.ts';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { describeClaimDataChecks } from '../../claims/documents/claim-data-checks.ts';

/** `GET /api/claims/N/data-checks`: the results so far, for the tab that filed the claim. */
export async function dataCheckRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  api.get(
    '/claims/:claimNumber/data-checks',
    {
      schema: {
        summary:
          'The status of a claim that this tab filed: which documents are due, and the results of its file checks',
        tags: ['claims'],
        headers: Type.Object({ ...languageHeaders, ...receiptTokenHeaders }),
        params: Type.Object({ claimNumber: Type.String() }),
        response: { 200: DataChecksSchema, ...problemResponses(403, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const language = answerInLanguage(request, reply);
      const { claimNumber } = request.params;
      requireReceiptToken(context, request, claimNumber);
      await enforceLimit(context, 'data-checks-address', request.ip);
      const found = await readClaimStatus(context, claimNumber, language);
      if (!found) throw new ProblemError('not-your-claim');
      const { claim, documents, status } = found;
      const checks = await describeClaimDataChecks(context, claimNumber, language);
      return { late: claim.late, documents, status, ...(checks ?? { files: [], review: [] }) };
    },
  );
}
