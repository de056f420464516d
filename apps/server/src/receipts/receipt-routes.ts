import { Type } from 'typebox';
import { ProblemSchema } from '@redress/contract/problem';
import { addressSubject } from '../limits/limits.ts';
import { readReceipt, receiptTextsOf } from '../receipts/receipt-of-claim.ts';
import { receiptWords } from '../receipts/receipt-words.ts';
import type { ReceiptPrinter } from '../receipts/receipt-printer.ts';
import { ProblemError } from './problem.ts';
import { languageHeaders } from './request-language.ts';
import type { Api, Room } from './room.ts';
import { keepWithinLimits } from './room.ts';

/** `GET /api/claims/N/receipt.pdf`: the receipt of a claim, for the browser that filed it. */
export function addReceipt(api: Api, room: Room, printer: ReceiptPrinter): void {
  for (const { caseId } of room.settlement.claimForms) receiptTextsOf(room.settlement, caseId, 'en');
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
      if (!room.cookies.hasFiled(request, claimNumber)) throw new ProblemError('not-your-claim', { detail: notHere });
      await keepWithinLimits(room, [{ limit: 'receipt-address', subject: addressSubject(request.ip) }]);
      const receipt = await readReceipt(room, claimNumber, room.now());
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
