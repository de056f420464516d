import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '@redress/contract/language';
import type { CompletePage } from '@redress/contract/manifest';
import type { FiledClaimView, ClaimNumberOnly } from '@redress/contract/page-renderer';
import type { ClaimView } from '../claims/find-claim.ts';
import { readClaimView } from '../claims/find-claim.ts';
import { describeClaimDataChecks } from '../data-checks/claim-data-checks.ts';
import { freshFormKey } from '../static-site/form-key.ts';
import { sendStatic } from '../static-site/static-site-routes.ts';
import type { NoScriptContext } from './no-script-context.ts';
import { refusalOf } from './refusal.ts';
import { sendRendered } from './send-rendered.ts';

/**
 * `GET <path of a completion page>?claim=N`: the page with the claim on it, for the browser that filed it. Without a claim, or in another
 * browser, it is the built page, in which the script shows what it remembers. With the database away it shows the number, which the browser's
 * cookie knows: right after filing nobody is to read that something failed.
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
      return sendRendered(context, request, reply, { path: page.path, status: 200, formKey: freshFormKey(), rendered });
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

/** Without them the page still tells the number. */
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
    // Logs it, and throws what is no failure of ours.
    refusalOf(error, request);
    return 'away';
  }
}
