import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompletePage } from '@redress/contract/settlement';
import type { FiledClaimView, ClaimNumberOnly } from '@redress/contract/page-renderer';
import { readClaimStatus } from '../claims/claim-status.ts';
import { describeClaimDataChecks } from '../data-checks/claim-data-checks.ts';
import { createFormKey } from '../static-site/precompressed-template.ts';
import { sendStatic } from '../static-site/static-site-routes.ts';
import { type NoScriptContext, refusalOf, sendRendered } from './rendered-responses.ts';

/**
 * `GET <completion page>?claim=N`: the page with the claim, for the browser that filed it. Other
 * browsers get the built page. A claim of another form appears with its own reference number and case.
 * Without a database the page shows the claim number only, which the
 * cookie proves, instead of an error right after filing.
 */
export function addCompletePage(app: FastifyInstance, context: NoScriptContext, page: CompletePage): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: page.path,
    schema: { hide: true },
    async handler(request, reply) {
      const view = await findClaim(context, request, page);
      if (!view) return sendStatic(request, reply, context, page.path);
      const rendered = await context.pageRenderer.complete(page.path, view);
      const response = { path: page.path, status: 200, formKey: createFormKey(), rendered };
      return sendRendered(context, request, reply, response);
    },
  });
}

async function findClaim(
  context: NoScriptContext,
  request: FastifyRequest,
  page: CompletePage,
): Promise<FiledClaimView | ClaimNumberOnly | undefined> {
  const claimNumber = new URLSearchParams(request.url.split('?')[1]).get('claim') ?? '';
  if (!context.cookies.hasFiled(request, claimNumber)) return undefined;
  try {
    const language = page.language ?? 'en';
    const found = await readClaimStatus(context, claimNumber, language);
    if (!found) return undefined;
    const { documents, status } = found;
    const { form_id: formId, late, filed_at: filedAt } = found.claim;
    const view = { claimNumber, dateCreated: filedAt.toISOString(), formId, late, documents, status };
    const checks = await describeClaimDataChecks(context, claimNumber, language);
    return checks ? { ...view, dataChecks: { late, documents, status, ...checks } } : view;
  } catch (error) {
    // Logs it. Throws problems that only malformed requests cause.
    refusalOf(error, request);
    return { claimNumber };
  }
}
