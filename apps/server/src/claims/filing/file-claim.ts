import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { filingStateAt } from '@redress/contract/claim-forms';
import type { CreatedClaim } from '@redress/contract/claims';
import { problemStatus } from '@redress/contract/problem';
import type { ClaimForm, Context } from '@redress/forms/definition';
import { documentsDue } from '@redress/forms/evaluate-form';
import type { FieldError } from '@redress/forms/answers';
import { evaluateAnswers } from '@redress/forms/parse-answers';
import type { ClaimsContext } from '../context.ts';
import { violatedUniqueConstraint } from '../../platform/database/database-errors.ts';
import type { StoredLogin } from '../../platform/http/browser-cookies.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { observeRequest, type RequestObservations } from '../observations/observe-request.ts';
import { type ClaimOutcome, countClaim } from '../../platform/metrics/event-metrics.ts';
import { toProblemError } from '../../platform/http/problem.ts';
import { acceptedAnswersKeys } from '../../platform/keys/keys.ts';
import { fillInAgain, fillInMailed } from './mailed-answers.ts';
import { claimMessages } from './claim-messages.ts';
import { hashAnswers } from './hash-answers.ts';
import {
  captchaError,
  type ClaimRequest,
  findCaptcha,
  inFormOrder,
  missingCaptcha,
  type SolvedChallenge,
} from './claim-request.ts';
import { claimRowOf } from './insert-claims.ts';
import { type FiledClaim, findKeptClaim } from './read-claim.ts';

type FilingContext = Pick<
  ClaimsContext,
  'database' | 'settlement' | 'keys' | 'captcha' | 'nextClaimNumber' | 'insertClaim' | 'limits' | 'now'
>;

export interface FilingOptions {
  readonly login: Pick<StoredLogin, 'noticeId' | 'caseId'> | undefined;
  /** Repeating a request with the same key files nothing new. */
  readonly idempotencyKey: string | undefined;
  /** The browser sent the form itself, so there is no captcha. */
  readonly withoutScript?: boolean;
}

export type FilingResult =
  | { readonly outcome: 'filed' | 'filed-before' | 'other-answers'; readonly claim: CreatedClaim }
  | { readonly outcome: 'login-required' | 'closed' }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

/**
 * Files a claim. The browser that sent it gets a cookie, to add documents later, and the tab a
 * token for the receipt.
 */
export async function fileClaimFromBrowser(
  context: FilingContext & Pick<ClaimsContext, 'cookies' | 'access' | 'networkLists' | 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  claimRequest: ClaimRequest,
  options: FilingOptions,
): Promise<FilingResult> {
  const observed = observeRequest(context, request);
  let outcome: ClaimOutcome = 'failed';
  let result: FilingResult;
  try {
    result = await fileClaim(context, claimRequest, { ...options, address: request.ip, observed });
    outcome = result.outcome;
  } catch (error) {
    // For example, too many claims were filed from the address.
    if (problemStatus[toProblemError(error).code] < 500) outcome = 'refused';
    throw error;
  } finally {
    countClaim(claimRequest.form.id, outcome);
  }
  // The sender knows the key, so they filed the claim, also if they keep it instead of new answers.
  if (!('claim' in result)) return result;
  const { claimNumber } = result.claim;
  context.cookies.rememberClaim(request, reply, claimNumber, context.now());
  const receiptToken = context.access.createToken(claimNumber, context.now());
  return { ...result, claim: { ...result.claim, receiptToken } };
}

/** A collision is possible only after the key of claim numbers was changed. */
const maxNumberAttempts = 5;

/**
 * Files a claim. A known idempotency key gets the first answer again, even after the deadline,
 * without a login or with a used captcha; it is looked up only when something refuses the claim.
 * Only a claim or a repeated request uses the captcha up. Without a login or captcha, filed claims
 * count against a limit of their address; attempts do not.
 */
export async function fileClaim(
  context: FilingContext,
  request: ClaimRequest,
  options: FilingOptions & { readonly address: string; readonly observed?: RequestObservations },
): Promise<FilingResult> {
  const { login, idempotencyKey, observed, withoutScript = false } = options;
  const { form } = request;
  const findFirstAnswer = async () => {
    const filed = await findKeptClaim(context.database, idempotencyKey);
    return filed && answerAgain(context, request, filed);
  };
  const refuse = async (result: FilingResult) => (await findFirstAnswer()) ?? result;

  if (form.login === 'required' && login?.caseId !== form.caseId) return refuse({ outcome: 'login-required' });
  const filedAt = context.now();
  const state = filingStateAt(form, filedAt);
  if (state === 'closed') return refuse({ outcome: 'closed' });

  const formContext = contextOf(form, login?.noticeId);
  const filledIn = await fillInMailed(context, form, request.answers, login?.noticeId);
  const evaluation = evaluateAnswers(form, filledIn.answers, formContext);
  const errors = [
    ...evaluation.errors,
    ...(withoutScript ? [] : missingCaptcha(form, request.captchaToken)),
    ...request.errors,
  ];
  if (errors.length > 0) return refuse({ outcome: 'invalid', errors: inFormOrder(evaluation, errors) });

  const captcha = withoutScript ? 'none' : checkCaptcha(context, request);
  if (captcha === 'refused') return refuse(refuseCaptcha(form));
  if (withoutScript || (captcha === 'none' && form.login === 'none')) {
    const firstAnswer = await findFirstAnswer();
    if (firstAnswer) return firstAnswer;
    await enforceLimit(context, 'unproven-claim-address', options.address);
  }

  const claim = {
    request,
    evaluation,
    masked: filledIn.masked,
    context: formContext,
    filedAt,
    late: state === 'late',
    documentsDue: documentsDue(evaluation, formContext).length > 0,
    withoutScript,
    idempotencyKey,
    captcha: captcha === 'none' ? undefined : captcha,
    observed,
  };
  for (let attempt = 0; attempt < maxNumberAttempts; attempt += 1) {
    const number = await context.nextClaimNumber();
    try {
      const isInserted = await context.insertClaim(claimRowOf({ ...claim, number }, context.keys));
      if (!isInserted) return await refuse(refuseCaptcha(form));
      return { outcome: 'filed', claim: createdClaim({ ...claim, number }) };
    } catch (error) {
      if (violatedUniqueConstraint(error) !== 'claims_number') throw error;
    }
  }
  throw new Error('No free claim number was found');
}

function checkCaptcha(context: FilingContext, request: ClaimRequest): SolvedChallenge | 'none' | 'refused' {
  if (!findCaptcha(request.form)) return 'none';
  if (typeof request.captchaToken !== 'string') return 'refused';
  return context.captcha.verify(request.captchaToken) ?? 'refused';
}

function refuseCaptcha(form: ClaimForm): FilingResult {
  const { captcha } = claimMessages[form.language ?? 'en'];
  return { outcome: 'invalid', errors: [captchaError(form, 'captcha', captcha)] };
}

function answerAgain(context: FilingContext, request: ClaimRequest, filed: FiledClaim): FilingResult {
  // The login may have expired, so the answers are parsed with the Notice ID of the first request.
  const formContext = contextOf(request.form, filed.noticeId ?? undefined);
  const { answers, errors } = evaluateAnswers(request.form, fillInAgain(filed, request.answers), formContext);
  const hashes = acceptedAnswersKeys(context.keys).map((key) => hashAnswers(request.form, answers, key));
  const isSame = errors.length === 0 && hashes.some((hash) => timingSafeEqual(hash, filed.answersHash));
  return { outcome: isSame ? 'filed-before' : 'other-answers', claim: createdClaim(filed) };
}

/** The Notice ID of the login counts only for a form that requires a login. */
function contextOf(form: ClaimForm, noticeId: string | undefined): Context {
  return form.login === 'required' && noticeId !== undefined ? { noticeId } : {};
}

function createdClaim(claim: Pick<FiledClaim, 'number' | 'filedAt' | 'late' | 'documentsDue'>): CreatedClaim {
  const { number, filedAt, late, documentsDue: due } = claim;
  return { claimNumber: number, dateCreated: filedAt.toISOString(), late, documentsDue: due };
}
