import { Type } from 'typebox';
import { ProblemSchema } from '@redress/contract/problem';
import { addressSubject } from '../http/rate-limits.ts';
import { readReceipt, receiptMessagesOf } from './receipt-of-claim.ts';
import { receiptWords } from './receipt-messages.ts';
import type { ReceiptPrinter } from './receipt-renderer.ts';
import { ProblemError } from '../http/problem.ts';
import { languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext } from '../context.ts';
import { keepWithinLimits } from '../context.ts';

/** `GET /api/claims/N/receipt.pdf`: the receipt of a claim, for the browser that filed it. */
export function addReceipt(api: Api, context: AppContext, printer: ReceiptPrinter): void {
  for (const { caseId } of context.settlement.claimForms) receiptMessagesOf(context.settlement, caseId, 'en');
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
            description: 'A tagged PDF, made anew with the documents that are there by now',
            content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
          },
          403: ProblemSchema,
          429: ProblemSchema,
          500: ProblemSchema,
          503: ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      const { claimNumber } = request.params;
      if (!context.cookies.hasFiled(request, claimNumber))
        throw new ProblemError('not-your-claim', { detail: notHere });
      await keepWithinLimits(context, [{ limit: 'receipt-address', subject: addressSubject(request.ip) }]);
      const receipt = await readReceipt(context, claimNumber, context.now());
      if (!receipt) throw new ProblemError('not-your-claim', { detail: notHere });
      const { content, language } = receipt;
      const pdf = await printer.print(content);
      return reply
        .header('content-language', language)
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${receiptWords[language].fileName(content.reference)}"`)
        .send(pdf);
    },
  );
}

const notHere = {
  en: 'A receipt is shown only in the browser that filed the claim. Please look for it in your e-mail, or call us.',
  es: 'Un recibo se muestra solo en el navegador en que se presentó el reclamo. Búsquelo en su correo electrónico o llámenos.',
};
