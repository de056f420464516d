import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompletePage } from '@redress/contract/settlement';
import { completionCode } from '@redress/contract/receipt-request';
import type { FiledClaimView, ClaimNumberOnly, ExpiredCode } from '@redress/contract/page-renderer';
import { readClaimStatus } from '../../claims/status/claim-status.ts';
import { describeClaimDataChecks } from '../../claims/documents/claim-data-checks.ts';
import { sendStatic } from '../static-site/static-site-routes.ts';
import { type NoScriptContext, refusalOf, renderResponse } from './rendered-responses.ts';

/**
 * The completion page with a code for the claim, which opens it for a minute. The code hides the
 * claim number, because the address stays in the browser's history.
 */
export function completionAddress(
  { access, now }: Pick<NoScriptContext, 'access' | 'now'>,
  path: string,
  claimNumber: string,
): string {
  return `${path}?${completionCode}=${access.createCode(claimNumber, now())}`;
}

/**
 * `GET <completion page>?filed=<code>`: the page with the claim. Once the code has expired, the
 * page asks for the last name or ZIP code; without a code it is the built page. A claim of another
 * form appears with its own reference number and case. If the database is unavailable, the page
 * shows only the claim number, instead of an error right after filing.
 */
export function addCompletePage(app: FastifyInstance, context: NoScriptContext, page: CompletePage): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: page.path,
    schema: { hide: true },
    async handler(request, reply) {
      const view = await findClaim(context, request, page);
      if (!view) return sendStatic(request, reply, context, page.path);
      const render = () => context.pageRenderer.complete(page.path, view);
      return renderResponse({ context, request, reply, page }, { render, status: 200 });
    },
  });
}

async function findClaim(
  context: NoScriptContext,
  request: FastifyRequest,
  page: CompletePage,
): Promise<FiledClaimView | ClaimNumberOnly | ExpiredCode | undefined> {
  const code = new URLSearchParams(request.url.split('?')[1]).get(completionCode) ?? '';
  const opened = context.access.readCode(code, context.now());
  if (!opened) return undefined;
  if (!opened.isFresh) return { code };
  const { claimNumber } = opened;
  const receiptToken = context.access.createToken(claimNumber, context.now());
  try {
    const language = page.language ?? 'en';
    const found = await readClaimStatus(context, claimNumber, language);
    if (!found) return undefined;
    const { documents, status } = found;
    const { form_id: formId, late, filed_at: filedAt } = found.claim;
    const view = { claimNumber, dateCreated: filedAt.toISOString(), formId, late, documents, status, receiptToken };
    const checks = await describeClaimDataChecks(context, claimNumber, language);
    return checks ? { ...view, dataChecks: { late, documents, status, ...checks } } : view;
  } catch (error) {
    // This logs the error, and throws problems that only malformed requests cause.
    refusalOf(error, request);
    return { claimNumber, receiptToken };
  }
}
