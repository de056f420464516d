import { readReference, restoreClaimNumber } from '@redress/contract/receipt-request';
import { referencePrefixesOf } from '@redress/contract/settlement';
import type { SignInForm, SignInView, StatusField, StatusNotice } from '@redress/contract/status-page';
import type { Language } from '@redress/contract/language';
import type { FastifyRequest } from 'fastify';
import { hashAccessCode, readAccessCode } from '../../claims/letters/access-code.ts';
import type { StatusSession } from '../../platform/http/browser-cookies.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { acceptedKeys } from '../../platform/keys/keys.ts';
import type { SiteContext } from '../context.ts';
import { findClassMember } from '../login/find-class-member.ts';
import { readIds } from '../login/log-in.ts';
import { requestEmailCode, useEmailCode } from './email-codes.ts';

type Typed = SignInView['typed'];

export type SignInOutcome =
  | { readonly session: StatusSession }
  | { readonly missing: readonly StatusField[] }
  | { readonly notice: StatusNotice }
  | { readonly codeRequest: string };

const fieldsOf: Readonly<Record<SignInForm, readonly StatusField[]>> = {
  ids: ['noticeId', 'uniqueId'],
  letter: ['letterCode', 'zip'],
  code: ['reference'],
  'enter-code': ['emailCode'],
};

/**
 * Signs a claimant in, or asks for an emailed code. An answer never depends on whether a claim
 * exists: a wrong pair, an unknown one and one without a claim take the same path.
 * @throws ProblemError `work-required` after too many failures, `too-many-requests`
 */
export async function signIn(
  context: SiteContext,
  request: FastifyRequest,
  form: SignInForm,
  {
    typed,
    codeRequest,
    language,
  }: { readonly typed: Typed; readonly codeRequest: string; readonly language: Language },
): Promise<SignInOutcome> {
  const missing = fieldsOf[form].filter((field) => (typed[field] ?? '') === '');
  if (missing.length > 0) return { missing };
  switch (form) {
    case 'ids':
      return (await findByIds(context, request, typed)) ?? { notice: { name: 'not-found' } };
    case 'letter':
      return (await findByLetter(context, request, typed)) ?? { notice: { name: 'not-found' } };
    case 'code':
      return sendCode(context, request, typed.reference ?? '', language);
    case 'enter-code':
      return (
        (await findByCode(context, request, codeRequest, typed.emailCode ?? '')) ?? { notice: { name: 'wrong-code' } }
      );
  }
}

type Found = { readonly session: StatusSession } | undefined;

/** Looks a claim up, and counts a failure for the subject and the address unless it is found. */
async function guarded(
  context: SiteContext,
  request: FastifyRequest,
  subject: string,
  way: StatusSession['way'],
  find: () => Promise<string | undefined>,
): Promise<Found> {
  const attempt = { noticeId: subject, address: request.ip, way: 'no-script', now: context.now() } as const;
  const settle = await context.admitLogin(attempt);
  const claimNumber = await find();
  await settle(claimNumber !== undefined);
  request.log.info({ way, matched: claimNumber !== undefined }, 'status sign-in');
  return claimNumber === undefined ? undefined : { session: { claimNumber, way } };
}

async function findByIds(context: SiteContext, request: FastifyRequest, typed: Typed): Promise<Found> {
  const ids = readIds(context, { noticeId: typed.noticeId, uniqueId: typed.uniqueId });
  // Impossible IDs are not looked up, so they do not count as failures.
  if (!ids) return undefined;
  const formIds = context.settlement.claimForms.filter((form) => form.login === 'required').map((form) => form.id);
  return guarded(context, request, ids.noticeId, 'ids', async () => {
    const keys = acceptedKeys(context.keys, 'login-lookup');
    return (await findClassMember(context.database, ids, keys, formIds, 'status'))?.claim?.claimNumber;
  });
}

async function findByLetter(context: SiteContext, request: FastifyRequest, typed: Typed): Promise<Found> {
  const code = readAccessCode(typed.letterCode ?? '');
  const [zip] = /^\d{5}(?=-?(?:\d{4})?$)/.exec(typed.zip ?? '') ?? [];
  if (code === undefined || zip === undefined) return undefined;
  return guarded(context, request, `letter ${code}`, 'letter', async () => {
    const letters = await context.database
      .selectFrom('letters')
      .innerJoin('claims', 'claims.id', 'letters.claim_id')
      .select(['claims.number', 'claims.zip', 'letters.address'])
      .where('access_hash', 'in', hashAccessCode(code, context.keys))
      .where('access_until', '>', context.now())
      .where('claims.status', '=', 'filed')
      .execute();
    return letters.find((letter) => zipsOf(letter).includes(zip))?.number;
  });
}

/** The ZIP code of the claim, and that of the letter: the claimant may have moved. */
function zipsOf({
  zip,
  address,
}: {
  readonly zip: string | null;
  readonly address: readonly string[] | null;
}): string[] {
  const lines = [zip ?? '', ...(address ?? [])];
  return lines.flatMap((line) => /\b(\d{5})(?:-\d{4})?$/.exec(line.trim())?.[1] ?? []);
}

async function sendCode(
  context: SiteContext,
  request: FastifyRequest,
  reference: string,
  language: Language,
): Promise<SignInOutcome> {
  const claimNumber =
    readReference(reference, referencePrefixesOf(context.settlement)) ?? restoreClaimNumber(reference);
  if (claimNumber === undefined) return { missing: ['reference'] };
  await enforceLimit(context, 'status-code-address', request.ip);
  await enforceLimit(context, 'status-code-claim', claimNumber);
  await enforceLimit(context, 'status-code-overall', '');
  return { codeRequest: await requestEmailCode(context, claimNumber, language) };
}

async function findByCode(
  context: SiteContext,
  request: FastifyRequest,
  codeRequest: string,
  typed: string,
): Promise<Found> {
  const code = typed.replaceAll(/[\s-]/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  return guarded(context, request, `code ${codeRequest}`, 'email', () => useEmailCode(context, codeRequest, code));
}
