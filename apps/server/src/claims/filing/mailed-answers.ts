import type { Settlement } from '@redress/contract/settlement';
import type { AnyAnswers } from '@redress/forms/answers';
import { tidyAnswer } from '@redress/forms/clean-typed-answers';
import { type ClaimForm, isField } from '@redress/forms/definition';
import { isRecord, readField } from '@redress/forms/read-field';
import type { Database } from '../../platform/database/pool.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { hidden, maskDigits, maskName, maskStreet } from './masks.ts';
import type { FiledClaim } from './read-claim.ts';

/** Answers by the name of their form field. */
type MailedAnswers = Readonly<Record<string, string>>;

/** A class member as the notice addresses them. */
export type MailedTo = Readonly<Omit<Tables['member_mailing_addresses'], 'notice_id' | 'case_id' | 'address_id'>>;

/**
 * Finds the fields that the notice answers, except with answers that the form would reject. Answers
 * are normalized as the form stores them, so that browsers leave their masks unchanged.
 */
function answersOf(form: ClaimForm, to: MailedTo): MailedAnswers {
  const texts: MailedAnswers = {
    name1: `${to.first_name} ${to.last_name}`.trim(),
    street1: to.street,
    city: to.city,
    state: to.state,
    zip: to.zip,
  };
  const fields = form.sections.flatMap(({ items }) => items.filter(isField));
  const accepted = new Map(
    fields.flatMap((field) => {
      const { answer, errors } = readField(field, tidyAnswer(field, texts[field.name] ?? ''), form.language);
      return typeof answer === 'string' && errors.length === 0 ? [[field.name, answer]] : [];
    }),
  );
  if (!accepted.has('street1')) accepted.delete('zip');
  return Object.fromEntries(accepted);
}

const masks: Readonly<Record<string, (text: string) => string>> = {
  name1: maskName,
  street1: maskStreet,
  zip: maskDigits,
};

const maskAnswers = (answers: MailedAnswers): MailedAnswers =>
  Object.fromEntries(Object.entries(answers).map(([name, text]) => [name, masks[name]?.(text) ?? text]));

/**
 * The masked answers that a login with the two IDs of this class member offers
 * (docs/decisions/0054-mailed-address.md). Undefined if there are none.
 */
export function maskedAnswers(
  { offersMailedAddress, claimForms }: Pick<Settlement, 'offersMailedAddress' | 'claimForms'>,
  caseId: string,
  to: MailedTo,
): MailedAnswers | undefined {
  const form = claimForms.findLast((one) => one.login === 'required' && one.caseId === caseId);
  if (offersMailedAddress !== true || !form) return undefined;
  const masked = maskAnswers(answersOf(form, to));
  return Object.keys(masked).length === 0 ? undefined : masked;
}

/** Raw answers in which the class member's record has replaced masks, and the replaced masks. */
interface FilledIn {
  readonly answers: unknown;
  readonly masked: AnyAnswers;
}

/**
 * Replaces the masks that a claimant left unchanged by the answers of the class member's record. A
 * changed mask stays in the answers, and its field's rules reject it.
 */
export async function fillInMailed(
  { database, settlement }: { readonly database: Database; readonly settlement: Settlement },
  form: ClaimForm,
  answers: unknown,
  noticeId: string | undefined,
): Promise<FilledIn> {
  const isOffered = settlement.offersMailedAddress === true && form.login === 'required' && noticeId !== undefined;
  if (!isOffered || !isRecord(answers)) return { answers, masked: {} };
  const isMasked = (name: string) => typeof answers[name] === 'string' && answers[name].includes(hidden);
  if (!Object.keys(masks).some(isMasked)) return { answers, masked: {} };
  const to = await database
    .selectFrom('member_mailing_addresses')
    .select(['first_name', 'last_name', 'street', 'city', 'state', 'zip'])
    .where('notice_id', '=', noticeId)
    .where('case_id', '=', form.caseId)
    .executeTakeFirst();
  const mailed = to ? answersOf(form, to) : {};
  const masked = maskAnswers(mailed);
  const isAsMailed = (name: string) => answers[name] === masked[name];
  // The mask of a ZIP code hides every digit, so it counts only with the rest of the address
  // unchanged.
  const isMoved = ['street1', 'city', 'state'].some((name) => name in mailed && !isAsMailed(name));
  const accepted = Object.keys(mailed).filter(
    (name) => name in masks && isAsMailed(name) && !(name === 'zip' && isMoved),
  );
  const only = (texts: MailedAnswers) => Object.fromEntries(accepted.map((name) => [name, texts[name] ?? '']));
  return { answers: { ...answers, ...only(mailed) }, masked: only(masked) };
}

/**
 * Fills in a repeated request from the claim that it repeats, because the record may have changed.
 * Undefined if the request does not contain the claim's masks: comparing typed text with the
 * answers that they hide would confirm guesses.
 */
export function fillInAgain(filed: Pick<FiledClaim, 'answers' | 'summary'>, answers: unknown): unknown {
  // A purged claim keeps its hash, but not its masks.
  if (!isRecord(answers) || filed.summary.length === 0) return undefined;
  const shown = filed.summary
    .flatMap(({ rows }) => rows)
    .filter(({ name, value }) => name in masks && value.includes(hidden));
  if (shown.some(({ name, value }) => answers[name] !== value)) return undefined;
  return { ...answers, ...Object.fromEntries(shown.map(({ name }) => [name, filed.answers[name]])) };
}
