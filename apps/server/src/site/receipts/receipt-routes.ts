import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasReceiptToken, receiptTokenHeaders } from '../../claims/filing/claim-access.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { requireReceiptMessages } from '../../claims/status/claim-status.ts';
import { readReceipt, type Receipt } from '../../claims/receipts/read-receipt.ts';
import { receiptMessages } from '../../claims/receipts/receipt-messages.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { languageHeaders } from '../../platform/http/request-language.ts';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';

/** The response schema of a receipt. */
export const receiptFile = {
  description: 'A tagged PDF, rendered now with the documents received so far',
  content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
};

/** `GET /api/claims/N/receipt.pdf`: a claim's receipt, for the tab that filed the claim. */
export async function receiptRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  const { claimForms } = context.settlement;
  for (const { caseId } of claimForms) requireReceiptMessages(context.settlement, caseId, 'en');
  api.get(
    '/claims/:claimNumber/receipt.pdf',
    {
      schema: {
        summary: 'The receipt of a claim that this tab filed, in the language of the claim',
        tags: ['claims'],
        headers: Type.Object({ ...languageHeaders, ...receiptTokenHeaders }),
        params: Type.Object({ claimNumber: Type.String() }),
        response: {
          200: receiptFile,
          ...problemResponses(403, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { claimNumber } = request.params;
      if (!hasReceiptToken(context, request, claimNumber)) throw new ProblemError('not-your-claim');
      return sendReceipt(context, request, reply, claimNumber);
    },
  );
}

/**
 * Sends the PDF as a file. The caller has checked that this request may read the claim.
 * @throws ProblemError `not-your-claim` if the claim was purged
 */
export async function sendReceipt(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  claimNumber: string,
): Promise<FastifyReply> {
  await enforceLimit(context, 'receipt-address', request.ip);
  const receipt = await readReceipt(context, claimNumber, context.now());
  if (!receipt) throw new ProblemError('not-your-claim');
  return sendReceiptFile(context, reply, receipt);
}

/** Renders the PDF and sends it as a file. */
export async function sendReceiptFile(
  context: Pick<SiteContext, 'pdfRenderer'>,
  reply: FastifyReply,
  { content, language }: Receipt,
): Promise<FastifyReply> {
  const pdf = await context.pdfRenderer.renderReceipt(content);
  return reply
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${receiptMessages[language].fileName(content.reference)}"`)
    .send(pdf);
}
