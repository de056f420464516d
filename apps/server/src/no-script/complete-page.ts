import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '@redress/contract/language';
import type { CompletePage } from '@redress/contract/manifest';
import type { FiledClaimView, ClaimNumberOnly } from '@redress/contract/page-renderer';
import type { ClaimView } from '../claims/find-claim.ts';
import { readClaimView } from '../claims/find-claim.ts';
import { describeClaimDataChecks } from '../data-checks/claim-data-checks.ts';
import { createFormKey } from '../static-site/precompressed-template.ts';
import { sendStatic } from '../static-site/static-site-routes.ts';
import type { NoScriptContext } from './rendered-responses.ts';
import { refusalOf, sendRendered } from './rendered-responses.ts';

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
      if (!view) return sendStatic(request, reply, context);
      const rendered = await context.pageRenderer.complete(page.path, view);
      return sendRendered(context, request, reply, {
        path: page.path,
        status: 200,
        formKey: createFormKey(),
        rendered,
      });
    },
  });
}

async function findClaim(
  context: NoScriptContext,
  request: FastifyRequest,
  page: CompletePage,
  formIds: readonly string[],
): Promise<FiledClaimView | ClaimNumberOnly | undefined> {
  const number = new URLSearchParams(request.url.split('?')[1]).get('claim') ?? '';
  if (!context.cookies.hasFiled(request, number)) return undefined;
  const claim = await readClaim(context, request, number);
  if (claim === 'away') return { claimNumber: number };
  if (!claim || !formIds.includes(claim.formId)) return undefined;
  const { claimNumber, dateCreated, formId, late, documents } = claim;
  const dataChecks = await readDataChecks(context, request, number, page.language ?? 'en');
  return {
    claimNumber,
    dateCreated,
    formId,
    late,
    documents,
    ...(dataChecks ? { dataChecks: { late, documents, ...dataChecks } } : {}),
  };
}

/** Undefined when they cannot be read: the page still shows the claim. */
async function readDataChecks(context: NoScriptContext, request: FastifyRequest, number: string, language: Language) {
  try {
    return await describeClaimDataChecks(context, number, language);
  } catch (error) {
    refusalOf(error, request);
    return undefined;
  }
}

async function readClaim(
  context: NoScriptContext,
  request: FastifyRequest,
  number: string,
): Promise<ClaimView | 'away' | undefined> {
  try {
    return await readClaimView(context.database, number);
  } catch (error) {
    // Logs the error, and throws the client's own mistakes again.
    refusalOf(error, request);
    return 'away';
  }
}
