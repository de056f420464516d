import {
  readReference,
  receiptFields,
  restoreClaimNumber,
  type ReceiptRequestView,
} from '@redress/contract/receipt-request';
import { type ReceiptPage, referencePrefixesOf } from '@redress/contract/settlement';
import type { Form } from '@redress/forms/definition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findFormId } from '../../claims/filing/read-claim.ts';
import { runAdmitted } from '../../platform/http/overload/admission.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { findClaimed } from '../receipts/find-claimed.ts';
import { admitReceiptRequest } from '../receipts/receipt-guard.ts';
import { sendReceipt } from '../receipts/receipt-routes.ts';
import { formPageOf } from '../saved-forms/saved-forms.ts';
import { completionAddress } from './completion-page.ts';
import { readFields } from './read-form.ts';
import {
  findProblem,
  type NoScriptContext,
  type PageVisit,
  type RefusedStatus,
  refusalOf,
  renderResponse,
} from './rendered-responses.ts';

type Visit = PageVisit<ReceiptPage>;
type Asking = { readonly name: 'ask'; readonly view: ReceiptRequestView } & RefusedStatus;

/** The same page, the PDF, or the completion page of the claim. */
type Outcome =
  | Asking
  | { readonly name: 'pdf'; readonly claimNumber: string }
  | { readonly name: 'found'; readonly location: string };

/** A form without fields limits the size of the body. */
const noForm: Form = { id: 'receipt', version: 1, title: '', sections: [] };

/**
 * `POST <receipt page>`, with and without JavaScript: a PDF for a tab's token; for a reference
 * number with the last name or ZIP code, 303 to the claim's completion page. A post, because an
 * address would stay in the browser's history (docs/decisions/0007-receipts.md).
 */
export function addReceiptPage(app: FastifyInstance, context: NoScriptContext, page: ReceiptPage): void {
  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const visit = { context, request, reply, page };
    const outcome = await answer(visit);
    switch (outcome.name) {
      case 'pdf':
        return sendPdf(visit, outcome.claimNumber);
      case 'found':
        return reply.header('cache-control', 'no-store').redirect(outcome.location, 303);
      case 'ask':
        return sendAsking(visit, outcome);
    }
  });
}

/** The PDF, or the page with the reason why there is none now. */
async function sendPdf(visit: Visit, claimNumber: string): Promise<FastifyReply> {
  const { context, request, reply } = visit;
  try {
    return await sendReceipt(context, request, reply, claimNumber);
  } catch (error) {
    return sendAsking(visit, refuse(error, request, { reference: claimNumber, missing: [] }));
  }
}

function sendAsking(visit: Visit, { view, ...status }: Asking): Promise<FastifyReply> {
  const { context, page } = visit;
  return renderResponse(visit, { render: () => context.pageRenderer.receipt(page.path, view), ...status });
}

async function answer(visit: Visit): Promise<Outcome> {
  const { context, request, page } = visit;
  let asked = { reference: '', missing: [] } satisfies ReceiptRequestView;
  try {
    const problem = await findProblem(context, request);
    const fields = await readFields(request, noForm);
    const read = (name: keyof typeof receiptFields) => (fields.get(receiptFields[name]) ?? '').trim().slice(0, 200);
    const code = read('code');
    const ofCode = code === '' ? undefined : context.access.readCode(code, context.now())?.claimNumber;
    const ask = { reference: read('reference'), ...(ofCode === undefined ? {} : { code }), missing: [] };
    asked = ask;
    if (problem) throw problem;
    const claimNumber =
      ofCode ??
      readReference(ask.reference, referencePrefixesOf(context.settlement)) ??
      restoreClaimNumber(ask.reference);
    // A tab that lost its token sends an empty one, and no field was left out.
    if (fields.has(receiptFields.token) && claimNumber !== undefined) {
      if (context.access.isTokenOf(claimNumber, read('token'), context.now())) {
        if (read('open') === '') return { name: 'pdf', claimNumber };
        const formId = await findFormId(context.database, claimNumber);
        if (formId !== undefined) return { name: 'found', location: addressOf(context, page, claimNumber, formId) };
      }
      return { name: 'ask', status: 200, view: { ...ask, notice: { name: 'expired' } } };
    }
    const proof = read('proof');
    const missing = [
      ...(ofCode === undefined && ask.reference === '' ? (['reference'] as const) : []),
      ...(proof === '' ? (['proof'] as const) : []),
    ];
    if (missing.length > 0) return { name: 'ask', status: 422, view: { ...ask, missing } };
    const location = await runAdmitted(context.admission, () => findLocation(visit, claimNumber, proof));
    if (location !== undefined) return { name: 'found', location };
    return { name: 'ask', status: 422, view: { ...ask, notice: { name: 'not-found' } } };
  } catch (error) {
    return refuse(error, request, asked);
  }
}

function refuse(error: unknown, request: FastifyRequest, asked: ReceiptRequestView): Asking {
  // This is the error of a purged claim.
  if (error instanceof ProblemError && error.code === 'not-your-claim')
    return { name: 'ask', status: 422, view: { ...asked, notice: { name: 'not-found' } } };
  const { notice, ...refused } = refusalOf(error, request);
  switch (notice.name) {
    case 'too-many':
    case 'not-ours':
      return { name: 'ask', ...refused, view: { ...asked, notice } };
    default:
      return { name: 'ask', ...refused, view: { ...asked, notice: { name: 'unavailable' } } };
  }
}

/** Looks up a claim by the typed number and proof; undefined if none matches. */
async function findLocation(
  { context, request, page }: Visit,
  claimNumber: string | undefined,
  proof: string,
): Promise<string | undefined> {
  // Impossible numbers are not looked up, so they do not count as failures.
  if (claimNumber === undefined) return undefined;
  const settle = await admitReceiptRequest(context, { claimNumber, address: request.ip, now: context.now() });
  const claim = await findClaimed(context, claimNumber, proof);
  await settle(claim !== undefined);
  request.log.info({ matched: claim !== undefined }, 'receipt request');
  return claim && addressOf(context, page, claimNumber, claim.formId);
}

/** The completion page of a claim, in the language of this page. */
const addressOf = (context: NoScriptContext, { language = 'en' }: ReceiptPage, claimNumber: string, id: string) =>
  completionAddress(context, formPageOf(context, { id, language }).complete, claimNumber);
