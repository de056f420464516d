import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompletePage } from '@redress/contract/settlement';
import type { FiledClaimView, ClaimNumberOnly } from '@redress/contract/page-renderer';
import { readClaimView } from '../claims/read-claim.ts';
import { describeClaimDataChecks } from '../data-checks/claim-data-checks.ts';
import { createFormKey } from '../static-site/precompressed-template.ts';
import { sendStatic } from '../static-site/static-site-routes.ts';
import { type NoScriptContext, refusalOf, sendRendered } from './rendered-responses.ts';

/**
 * `GET <completion page>?claim=N`: the page with the claim, for the browser that filed it. Other
 * browsers get the built page. Without a database the page shows the claim number only, which the
 * cookie proves, instead of an error right after filing.
 */
export function addCompletePage(app: FastifyInstance, context: NoScriptContext, page: CompletePage): void {
  const formIds = context.settlement.site.pages.flatMap((other) =>
    other.kind === 'form' && other.complete === page.path ? other.form : [],
  );
  app.route({
    method: ['GET', 'HEAD'],
    url: page.path,
    schema: { hide: true },
    async handler(request, reply) {
      const view = await findClaim(context, request, page, formIds);
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
  formIds: readonly string[],
): Promise<FiledClaimView | ClaimNumberOnly | undefined> {
  const claimNumber = new URLSearchParams(request.url.split('?')[1]).get('claim') ?? '';
  if (!context.cookies.hasFiled(request, claimNumber)) return undefined;
  const claim = await readIfPossible(request, () => readClaimView(context.database, claimNumber));
  if (claim === 'unavailable') return { claimNumber };
  if (!claim || !formIds.includes(claim.formId)) return undefined;
  const { dateCreated, formId, late, documents } = claim;
  // Without data checks the page still shows the claim.
  const checks = await readIfPossible(request, () =>
    describeClaimDataChecks(context, claimNumber, page.language ?? 'en'),
  );
  return {
    claimNumber,
    dateCreated,
    formId,
    late,
    documents,
    ...(checks && checks !== 'unavailable' && { dataChecks: { late, documents, ...checks } }),
  };
}

/** Logs a failure. Throws problems that only malformed requests cause. */
async function readIfPossible<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await read();
  } catch (error) {
    refusalOf(error, request);
    return 'unavailable';
  }
}
