import { timingSafeEqual } from 'node:crypto';
import type { CreatedClaim } from '@redress/contract/claims';
import type { ClaimForm } from '@redress/forms/definition';
import type { FieldError } from '@redress/forms/field-error';
import { parseAnswers } from '@redress/forms/parse-answers';
import type { Captcha, SolvedChallenge } from '../captcha/proof-of-work.ts';
import type { Database } from '../database/pool.ts';
import { hashAnswers } from './answers-hash.ts';
import type { TakeClaimNumber } from './claim-number.ts';
import type { ClaimRequest } from './claim-request.ts';
import { captchaError, findCaptcha, withCaptchaError } from './claim-request.ts';
import { filingStateOf } from './filing-state.ts';
import type { FiledClaim } from './find-claim.ts';
import { findClaimByKey } from './find-claim.ts';
import type { NewClaim } from './insert-claim.ts';
import { insertClaim } from './insert-claim.ts';

/** What filing needs of the house. */
export interface FilingRoom {
  readonly database: Database;
  readonly answersKey: Buffer;
  readonly captcha: Captcha;
  readonly takeClaimNumber: TakeClaimNumber;
  readonly now: () => Date;
}

/** Who files: the login, if there is one, and the key under which the same request may be sent again. */
export interface Filer {
  readonly noticeId?: string;
  readonly caseId?: string;
  readonly idempotencyKey?: string;
  readonly language: string;
}

export type Filed =
  | { readonly outcome: 'filed' | 'filed-before'; readonly claim: CreatedClaim }
  | { readonly outcome: 'other-answers'; readonly claim: CreatedClaim }
  | { readonly outcome: 'login-required' | 'closed' }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

/** How often a new number is tried when one is taken: only after the key of the numbers was changed. */
const numberAttempts = 5;

/**
 * Files a claim. The idempotency key is looked up before anything else, so that a claim that was filed is answered again after the
 * deadline, without a login and with a used captcha. The captcha is spent only together with the claim.
 */
export async function fileClaim(room: FilingRoom, request: ClaimRequest, filer: Filer): Promise<Filed> {
  const before =
    filer.idempotencyKey === undefined ? undefined : await findClaimByKey(room.database, filer.idempotencyKey);
  if (before) return answerAgain(room, request, before);

  const { form } = request;
  const loggedIn = filer.noticeId !== undefined && filer.caseId === form.caseId;
  if (form.login === 'required' && !loggedIn) return { outcome: 'login-required' };
  const filedAt = room.now();
  const state = filingStateOf(form, filedAt);
  if (state === 'closed') return { outcome: 'closed' };

  const context = form.login === 'required' && filer.noticeId !== undefined ? { noticeId: filer.noticeId } : {};
  const parsed = parseAnswers(form, request.answers, context);
  const errors = [...withCaptchaError(form, parsed.ok ? [] : parsed.errors, request.captchaToken), ...request.errors];
  if (!parsed.ok || errors.length > 0) return { outcome: 'invalid', errors };

  const captcha = await checkCaptcha(room, request);
  if (captcha === 'refused') return refuseCaptcha(form);

  const claim: Omit<NewClaim, 'number'> = {
    form,
    answers: parsed.answers,
    answersHash: hashAnswers(form, parsed.answers, room.answersKey),
    context,
    language: filer.language,
    filedAt,
    late: state === 'late',
    documentsToFollow: request.documentsToFollow,
    ...(filer.idempotencyKey === undefined ? {} : { idempotencyKey: filer.idempotencyKey }),
    ...(captcha === 'none' ? {} : { captcha }),
  };
  return writeClaim(room, request, claim);
}

async function writeClaim(room: FilingRoom, request: ClaimRequest, claim: Omit<NewClaim, 'number'>): Promise<Filed> {
  for (let attempt = 0; attempt < numberAttempts; attempt += 1) {
    const number = await room.takeClaimNumber();
    const inserted = await insertClaim(room.database, { ...claim, number });
    if (inserted === 'inserted')
      return { outcome: 'filed', claim: describe({ number, filedAt: claim.filedAt, late: claim.late }) };
    if (inserted === 'number-taken') continue;
    // The same request may have come twice at the same moment, with the same captcha too: then the other one has filed it.
    const other =
      claim.idempotencyKey === undefined ? undefined : await findClaimByKey(room.database, claim.idempotencyKey);
    if (other) return answerAgain(room, request, other);
    if (inserted === 'captcha-used') return refuseCaptcha(request.form);
  }
  throw new Error('No free claim number was found');
}

async function checkCaptcha(room: FilingRoom, request: ClaimRequest): Promise<SolvedChallenge | 'none' | 'refused'> {
  if (!findCaptcha(request.form)) return 'none';
  if (typeof request.captchaToken !== 'string') return 'refused';
  return (await room.captcha.verify(request.captchaToken)) ?? 'refused';
}

function refuseCaptcha(form: ClaimForm): Filed {
  return {
    outcome: 'invalid',
    errors: [captchaError(form, 'captcha', 'Please tick the box again. The check could not be used.')],
  };
}

function answerAgain(room: FilingRoom, request: ClaimRequest, filed: FiledClaim): Filed {
  // Read as the first time, under the Notice ID of then: the login may be gone by now.
  const parsed = parseAnswers(
    request.form,
    request.answers,
    filed.noticeId === null ? {} : { noticeId: filed.noticeId },
  );
  const same =
    parsed.ok && timingSafeEqual(hashAnswers(request.form, parsed.answers, room.answersKey), filed.answersHash);
  return { outcome: same ? 'filed-before' : 'other-answers', claim: describe(filed) };
}

function describe(claim: { readonly number: string; readonly filedAt: Date; readonly late: boolean }): CreatedClaim {
  return { claimNumber: claim.number, dateCreated: claim.filedAt.toISOString(), late: claim.late };
}
