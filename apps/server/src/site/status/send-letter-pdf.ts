import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderStoredLetter } from '../../claims/letters/print-letter.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import type { StatusSession } from '../../platform/http/browser-cookies.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import type { NoScriptContext } from '../no-script/rendered-responses.ts';
import { sendStatic } from '../static-site/static-site-routes.ts';

/**
 * Sends a letter that went out to the claimant, without its address, which people with an earlier
 * letter may not know. Any other letter is not found, and none with the IDs of the notice: they do
 * not tell whose claim it is, and a letter names the claimant.
 */
export async function sendLetterPdf(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { claimNumber, way }: StatusSession,
  name: string,
): Promise<FastifyReply> {
  await enforceLimit(context, 'download-address', request.ip);
  const [, id = ''] = /^(.+)\.pdf$/.exec(name) ?? [];
  const letter = isUuid(id) && way !== 'ids' ? await findLetter(context, claimNumber, id) : undefined;
  const pdf = letter && (await renderStoredLetter(context, letter.id, { withAddress: false }));
  if (!pdf) return sendStatic(request, reply, context, request.url);
  return reply
    .header('cache-control', 'no-store')
    .type('application/pdf')
    .header('content-disposition', `inline; filename="letter-${letter.code.replaceAll(/\W/g, '-')}.pdf"`)
    .send(pdf);
}

const findLetter = ({ database }: NoScriptContext, claimNumber: string, id: string) =>
  database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .select(['letters.id', 'letters.code'])
    .where('letters.id', '=', id)
    .where('claims.number', '=', claimNumber)
    .where('mailed_on', 'is not', null)
    .executeTakeFirst();
