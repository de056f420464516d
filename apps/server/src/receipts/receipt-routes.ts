import { Type } from 'typebox';
import { enforceLimit } from '../http/rate-limits.ts';
import { requireReceiptMessages } from '../claims/claim-status.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptMessages } from '../messages/receipt-messages.ts';
import { ProblemError, problemResponses } from '../http/problem.ts';
import { languageHeaders } from '../http/request-language.ts';
import type { Api, PluginOptions } from '../context.ts';

/** `GET /api/claims/N/receipt.pdf`: a claim's receipt, for the browser that filed the claim. */
export async function receiptRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  for (const { caseId } of context.settlement.claimForms) requireReceiptMessages(context.settlement, caseId, 'en');
  api.get(
    '/claims/:claimNumber/receipt.pdf',
    {
      schema: {
        summary: 'The receipt of a claim that this browser filed, in the language of the claim',
        tags: ['claims'],
        headers: Type.Object(languageHeaders),
        params: Type.Object({ claimNumber: Type.String() }),
        response: {
          200: {
            description: 'A tagged PDF, rendered now with the documents received so far',
            content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
          },
          ...problemResponses(403, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { claimNumber } = request.params;
      if (!context.cookies.hasFiled(request, claimNumber)) throw new ProblemError('not-your-claim');
      await enforceLimit(context, 'receipt-address', request.ip);
      const receipt = await readReceipt(context, claimNumber, context.now());
      if (!receipt) throw new ProblemError('not-your-claim');
      const { content, language } = receipt;
      const pdf = await context.receiptRenderer.render(content);
      return reply
        .header('content-language', language)
        .type('application/pdf')
        .header(
          'content-disposition',
          `attachment; filename="${receiptMessages[language].fileName(content.reference)}"`,
        )
        .send(pdf);
    },
  );
}
