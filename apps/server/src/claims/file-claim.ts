import { timingSafeEqual } from 'node:crypto';
import { filingStateAt } from '@redress/contract/claim-forms';
import type { CreatedClaim } from '@redress/contract/claims';
import type { Language } from '@redress/contract/language';
import type { ClaimForm, Context } from '@redress/forms/definition';
import { documentsDue, evaluateForm } from '@redress/forms/evaluate-form';
import type { FieldError } from '@redress/forms/answers';
import { parseAnswers } from '@redress/forms/parse-answers';
import type { Captcha, SolvedChallenge } from '../captcha/proof-of-work.ts';
import type { Database } from '../database/pool.ts';
import type { Keys } from '../keys/keys.ts';
import { answersKeysOf } from '../keys/keys.ts';
import type { CountAttempt } from '../http/rate-limits.ts';
import { hashAnswers } from './answers-hash.ts';
import type { TakeClaimNumber } from './claim-number.ts';
import type { ClaimRequest } from './claim-request.ts';
import { captchaError, findCaptcha, withCaptchaError } from './claim-request.ts';
import { requestWordsIn } from './request-messages.ts';
import type { FiledClaim } from './find-claim.ts';
import { findClaimByKey } from './find-claim.ts';
import type { NewClaim } from './insert-claim.ts';
import { insertClaim } from './insert-claim.ts';
import type { TaxIdKeys } from './sealed-tax-ids.ts';

/** What filing needs of the house. */
export interface FilingRoom {
  readonly database: Database;
  readonly keys: TaxIdKeys & Pick<Keys, 'answers' | 'kept'>;
  readonly captcha: Captcha;
  readonly takeClaimNumber: TakeClaimNumber;
  readonly countAttempt: CountAttempt;
  readonly now: () => Date;
}

/** Who files: from where, the login, if there is one, and the key under which the same request may be sent again. */
export interface Filer {
  /** As limits count it. */
  readonly address: string;
  readonly noticeId?: string;
  readonly caseId?: string;
  readonly idempotencyKey?: string;
  /** The claim keeps it: its receipt and all messages are in it. */
  readonly language: Language;
  /** The browser posted the form by itself: no captcha can be asked for. */
  readonly withoutScript?: true;
}

export type Filed =
  | { readonly outcome: 'filed' | 'filed-before'; readonly claim: CreatedClaim }
  | { readonly outcome: 'other-answers'; readonly claim: CreatedClaim }
  | { readonly outcome: 'login-required' | 'closed' }
  | { readonly outcome: 'too-many'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

/** How often a new number is tried when one is taken: only after the key of the numbers was changed. */
const numberAttempts = 5;

/**
 * Files a claim. The idempotency key is looked up before anything else, so that a claim that was filed is answered again after the
 * deadline, without a login and with a used captcha. The captcha is spent only together with the claim. Where neither a login nor a captcha
 * is asked for, and always without script, good claims are counted by their address: not attempts, so that nobody pays for a mistake or a
 * lost answer.
 */
export async function fileClaim(context: FilingRoom, request: ClaimRequest, filer: Filer): Promise<Filed> {
  const before =
    filer.idempotencyKey === undefined ? undefined : await findClaimByKey(context.database, filer.idempotencyKey);
  if (before) return answerAgain(context, request, before);

  const { form } = request;
  const loggedIn = filer.noticeId !== undefined && filer.caseId === form.caseId;
  if (form.login === 'required' && !loggedIn) return { outcome: 'login-required' };
  const filedAt = context.now();
  const state = filingStateAt(form, filedAt);
  if (state === 'closed') return { outcome: 'closed' };

  const formContext = contextOf(form, filer.noticeId);
  const parsed = parseAnswers(form, request.answers, formContext);
  const broken = parsed.ok ? [] : parsed.errors;
  const withoutScript = filer.withoutScript ?? false;
  const errors = [
    ...(withoutScript ? broken : withCaptchaError(form, broken, request.captchaToken)),
    ...request.errors,
  ];
  if (!parsed.ok || errors.length > 0) return { outcome: 'invalid', errors };

  const captcha = withoutScript ? 'none' : await checkCaptcha(context, request);
  if (captcha === 'refused') return refuseCaptcha(form);
  if (withoutScript || (captcha === 'none' && form.login === 'none')) {
    const verdict = await context.countAttempt('unproven-claim-address', filer.address);
    if (!verdict.ok) return { outcome: 'too-many', retryAfterSeconds: verdict.retryAfterSeconds };
  }

  const claim: Omit<NewClaim, 'number'> = {
    form,
    answers: parsed.answers,
    answersHash: hashAnswers(form, parsed.answers, context.keys.answers),
    context: formContext,
    language: filer.language,
    filedAt,
    late: state === 'late',
    documentsToFollow: request.documentsToFollow,
    documentsDue: documentsDue(evaluateForm(form, parsed.answers, formContext), formContext).length > 0,
    suspectedMachine: request.suspectedMachine,
    withoutScript,
    ...(filer.idempotencyKey === undefined ? {} : { idempotencyKey: filer.idempotencyKey }),
    ...(captcha === 'none' ? {} : { captcha }),
  };
  return writeClaim(context, request, claim);
}

async function writeClaim(context: FilingRoom, request: ClaimRequest, claim: Omit<NewClaim, 'number'>): Promise<Filed> {
  for (let attempt = 0; attempt < numberAttempts; attempt += 1) {
    const number = await context.takeClaimNumber();
    const inserted = await insertClaim(context.database, context.keys, { ...claim, number });
    if (inserted === 'inserted') return { outcome: 'filed', claim: describe({ ...claim, number }) };
    if (inserted === 'number-taken') continue;
    // The same request may have come twice at the same moment, with the same captcha too: then the other one has filed it.
    const other =
      claim.idempotencyKey === undefined ? undefined : await findClaimByKey(context.database, claim.idempotencyKey);
    if (other) return answerAgain(context, request, other);
    if (inserted === 'captcha-used') return refuseCaptcha(request.form);
  }
  throw new Error('No free claim number was found');
}

async function checkCaptcha(context: FilingRoom, request: ClaimRequest): Promise<SolvedChallenge | 'none' | 'refused'> {
  if (!findCaptcha(request.form)) return 'none';
  if (typeof request.captchaToken !== 'string') return 'refused';
  return (await context.captcha.verify(request.captchaToken)) ?? 'refused';
}

function refuseCaptcha(form: ClaimForm): Filed {
  return {
    outcome: 'invalid',
    errors: [captchaError(form, 'captcha', requestWordsIn(form.language).captcha)],
  };
}

function answerAgain(context: FilingRoom, request: ClaimRequest, filed: FiledClaim): Filed {
  // Read as the first time, under the Notice ID of then: the login may be gone by now.
  const formContext = contextOf(request.form, filed.noticeId ?? undefined);
  const parsed = parseAnswers(request.form, request.answers, formContext);
  const same =
    parsed.ok &&
    answersKeysOf(context.keys).some((key) =>
      timingSafeEqual(hashAnswers(request.form, parsed.answers, key), filed.answersHash),
    );
  return { outcome: same ? 'filed-before' : 'other-answers', claim: describe(filed) };
}

/** The Notice ID of the login counts only where a login is asked for. */
function contextOf(form: ClaimForm, noticeId: string | undefined): Context {
  return form.login === 'required' && noticeId !== undefined ? { noticeId } : {};
}

function describe(claim: Pick<FiledClaim, 'number' | 'filedAt' | 'late' | 'documentsDue'>): CreatedClaim {
  const { number, filedAt, late, documentsDue: due } = claim;
  return { claimNumber: number, dateCreated: filedAt.toISOString(), late, documentsDue: due };
}
