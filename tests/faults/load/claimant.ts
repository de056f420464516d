import { idempotencyHeader, noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import { randomUUID } from 'node:crypto';
import { ClaimantBrowser, type ClaimantContext } from './browser.ts';
import type { SentClaim } from './sent-claims.ts';
import type { Request } from './unreliable-request.ts';
import type { GeneratedClaim } from './generate-claims.ts';
import type { GeneratedDocument } from './generate-documents.ts';
import { readClaim } from './parse-responses.ts';
import { sendInChunks } from './send-in-chunks.ts';
import { sendWhole } from './send-whole.ts';

export interface ClaimantPlan {
  readonly claim: GeneratedClaim;
  readonly documents: readonly GeneratedDocument[];
  readonly mode: 'whole' | 'chunks';
  /** Leaves for good after the first failed attempt. */
  readonly isImpatient: boolean;
  /** Submits once more after the response, as if it had not come. */
  readonly repeats: boolean;
}

/**
 * A claimant who behaves like the form: one key, retried until there is a response; then the
 * documents, also with retries.
 */
export async function actAsClaimant(
  context: ClaimantContext,
  plan: ClaimantPlan,
  takeToken: () => Promise<string>,
): Promise<void> {
  const browser = new ClaimantBrowser(context);
  const { claim, documents } = plan;
  if (!(await enter(browser, claim))) return;
  const sent: SentClaim = {
    key: randomUUID(),
    formId: claim.form.id,
    formVersion: claim.form.version,
    answers: claim.answers,
    email: claim.email,
    ...noticeOf(claim),
    documents: [],
    isSent: false,
  };
  context.sent.claims.push(sent);
  const claimNumber = await fileClaim(browser, sent, plan, takeToken);
  if (claimNumber === undefined) return;
  sent.documents.push(...documents.map((document) => document.sent));
  for (const document of documents) {
    if (plan.mode === 'whole') await sendWhole(browser, claim.form.resource, claimNumber, document);
    else await sendInChunks(browser, claimNumber, document);
  }
}

function noticeOf({ member, answers }: GeneratedClaim): { noticeId?: string } {
  if (member) return { noticeId: member.noticeId };
  const { noticeId } = answers;
  return typeof noticeId === 'string' ? { noticeId } : {};
}

/** Opens the form, with a login if the form requires one. */
async function enter(browser: ClaimantBrowser, { member }: GeneratedClaim): Promise<boolean> {
  const session = await browser.sendUntilAnswered({ method: 'GET', path: '/api/session', headers: {} });
  if (session === undefined || member === undefined) return session !== undefined;
  const login: Request = {
    method: 'GET',
    path: '/api/login/creds/',
    headers: { [uniqueIdHeader]: member.uniqueId, [noticeIdHeader]: member.noticeId },
  };
  const answer = await browser.sendUntilAnswered(login);
  if (answer === undefined) return false;
  if (answer.status === 200 && answer.text.includes(member.noticeId)) return true;
  browser.recordUnexpected(login, answer);
  return false;
}

function claimRequest(sent: SentClaim, { claim, documents }: ClaimantPlan, token: string): Request {
  const body = {
    ...claim.answers,
    formVersion: claim.form.version,
    documentsToFollow: documents.length,
    ...(hasCaptcha(claim) ? { googleRecaptchaToken: token } : {}),
  };
  return {
    method: 'POST',
    path: `/api/${claim.form.resource}`,
    headers: { 'content-type': 'application/json', [idempotencyHeader]: sent.key },
    body: Buffer.from(JSON.stringify(body)),
    onSent: () => (sent.isSent = true),
  };
}

function hasCaptcha({ form }: GeneratedClaim): boolean {
  return form.sections.some(({ items }) => items.some(({ kind }) => kind === 'captcha'));
}

async function fileClaim(
  browser: ClaimantBrowser,
  sent: SentClaim,
  plan: ClaimantPlan,
  takeToken: () => Promise<string>,
): Promise<string | undefined> {
  const request = claimRequest(sent, plan, await takeToken());
  const answer = await browser.sendUntilAnswered(request, plan.isImpatient ? 1 : Infinity);
  if (answer === undefined) return undefined;
  const claim = answer.status === 201 ? readClaim(answer.text) : undefined;
  if (claim === undefined) {
    browser.recordUnexpected(request, answer);
    return undefined;
  }
  const { claimNumber } = claim;
  sent.answered = { ...claim, at: performance.now() };
  if (plan.repeats) {
    const again = await browser.sendUntilAnswered(request);
    if (again && (again.status !== 201 || readClaim(again.text)?.claimNumber !== claimNumber))
      browser.recordUnexpected(request, again);
  }
  return claimNumber;
}
