import { idempotencyHeader, noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import type { ClaimForm } from '@redress/forms/definition';
import { randomUUID } from 'node:crypto';
import { ClaimantBrowser, type ClaimantContext } from './browser.ts';
import type { GeneratedClaim, GeneratedDocument } from './generate-claims.ts';
import { readClaim, sendInChunks, sendWhole } from './send-documents.ts';
import { type Request, type SentClaim } from './unreliable-request.ts';

interface ClaimantPlan {
  readonly claim: GeneratedClaim;
  readonly documents: readonly GeneratedDocument[];
  readonly mode: 'whole' | 'chunks';
  /** The claimant leaves for good after the first failed attempt. */
  readonly isImpatient: boolean;
  /** The claimant submits once more after the response, as if it had not come. */
  readonly repeats: boolean;
}

/**
 * The claimant behaves like the form: one key, with retries until there is a response, and then the
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
  const sent = recordClaim(context, claim);
  const claimNumber = await fileClaim(browser, sent, plan, takeToken);
  if (claimNumber === undefined) return;
  sent.documents.push(...documents.map((document) => document.sent));
  for (const document of documents) {
    if (plan.mode === 'whole') await sendWhole(browser, claim.form.resource, claimNumber, document);
    else await sendInChunks(browser, claimNumber, document);
  }
}

/** Records a claim before it is sent. */
export function recordClaim({ sent }: ClaimantContext, claim: GeneratedClaim): SentClaim {
  const { answers, email, form } = claim;
  const what = { key: randomUUID(), formId: form.id, formVersion: form.version, answers, email, ...noticeOf(claim) };
  const recorded: SentClaim = { ...what, documents: [], isSent: false };
  sent.claims.push(recorded);
  return recorded;
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

/** @param token absent for forms without a captcha */
export function claimRequest(sent: SentClaim, form: ClaimForm, documentsToFollow: number, token?: string): Request {
  const captcha = token === undefined ? {} : { googleRecaptchaToken: token };
  const body = { ...sent.answers, formVersion: form.version, documentsToFollow, ...captcha };
  return {
    method: 'POST',
    path: `/api/${form.resource}`,
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
  const { claim: generated, documents } = plan;
  const token = hasCaptcha(generated) ? await takeToken() : undefined;
  const request = claimRequest(sent, generated.form, documents.length, token);
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
