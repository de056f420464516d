import { claimDetailsApi } from '@redress/contract/console/claim-details';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { recordRead, type StaffRead } from '../access-log/record-read.ts';
import { readReceipt, type Receipt } from '../../claims/receipts/read-receipt.ts';
import { composeReceiptText } from '../../claims/receipts/receipt-mail.ts';
import { sendReceiptFile } from '../../site/receipts/receipt-routes.ts';
import { casesWith } from '../sign-in/staff-access.ts';
import { limitPerson } from '../sign-in/staff-limits.ts';
import { findClaimId } from './find-claim.ts';

/**
 * `GET /api/console/claims/:number/receipt.pdf`, and `…/receipt-mail` for the text of its email.
 * Both come from the same functions as the claimant's, because no copy of an email is kept.
 */
export async function claimReceiptRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, claimDetailsApi);
  const { publicUrl, settlement } = context;
  const find = async (request: FastifyRequest, reference: string) => {
    await limitPerson(context, request, 'staff-document');
    const { number } = await findClaimId(context, reference, casesWith(request, 'answers'));
    const receipt = await readReceipt(context, number, context.now());
    if (!receipt)
      throw consoleProblem(
        'not-found',
        'The personal data of this claim and its receipt were deleted at the end of the retention period.',
      );
    return receipt;
  };
  const log = (request: FastifyRequest, what: StaffRead['what'], { claim }: Receipt, part: string) =>
    recordRead(context, request, { what, subject: `claim ${claim.number}`, resultIds: [part] });
  const problems = [404, 429];

  route(
    'GET /claims/:number/receipt.pdf',
    { access: 'answers', reads: 'download', problems, exposeHeadRoute: false },
    async (request, reply) => {
      const receipt = await find(request, request.params.number);
      await log(request, 'download', receipt, 'receipt');
      return sendReceiptFile(context, reply, receipt);
    },
  );
  route(
    'GET /claims/:number/receipt-mail',
    { access: 'answers', reads: 'view', problems, exposeHeadRoute: false },
    async (request) => {
      const receipt = await find(request, request.params.number);
      if (receipt.email === null)
        throw consoleProblem('not-found', 'The claim has no email address, so no mail was sent.');
      await log(request, 'view', receipt, 'receipt mail');
      const mail = composeReceiptText(receipt, { publicUrl, site: settlement.site });
      return { ...mail, language: receipt.language };
    },
  );
}
