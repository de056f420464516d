import { type StatusClaimView, type StatusContact, statusFields } from '@redress/contract/status-page';
import { maxAddressLineLength } from '@redress/contract/console/letter-batches';
import type { Language } from '@redress/contract/language';
import { findForm, type Settlement } from '@redress/contract/settlement';
import { claimFormIn } from '@redress/contract/translations';
import { tidyAnswer } from '@redress/forms/clean-typed-answers';
import { dayIn } from '@redress/forms/court-day';
import { type Field, isField, isTyped } from '@redress/forms/definition';
import { readField } from '@redress/forms/read-field';
import { maskDigits, maskEmail, maskStreet } from '../../claims/filing/masks.ts';
import {
  addClaimAddress,
  addClaimEmail,
  cleanLine,
  type HeldContact,
  readHeldContacts,
} from '../../claims/letters/claim-addresses.ts';
import { letterMessages } from '../../claims/letters/letter-messages.ts';
import { planLetters, queueLetters } from '../../claims/letters/queue-letters.ts';
import { addressOf, emailTo, emptyRecipient, type Recipient, readRecipients } from '../../claims/letters/recipients.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { type ChangeContext, changeClaim, type ChangeOutcome, type Errors, type Sent } from './change-claim.ts';
import type { Claim } from './status-records.ts';

/** Reads to whom letters about a claim go, and how a claimant can change it. */
export async function readContact(
  { database, settlement, now }: Pick<ChangeContext, 'database' | 'settlement' | 'now'>,
  claim: Claim,
  language: Language,
  mayChange: boolean,
): Promise<StatusContact> {
  const { recipient, held } = await readRecipient(database, settlement, claim, now());
  const timeZone = findForm(settlement, claim.form_id, claim.form_version)?.timeZone ?? settlement.site.timeZone;
  const heldFrom = ({ usedFrom }: HeldContact<unknown>, lines: readonly string[]) => ({
    lines,
    day: dayIn(timeZone, usedFrom),
  });
  const { address, email } = contactFields(settlement, claim, language);
  return {
    address: recipient.address && maskAddress(recipient.address),
    email: recipient.email === null ? null : maskEmail(recipient.email),
    held: [
      ...(held.address ? [heldFrom(held.address, maskAddress(held.address.value))] : []),
      ...(held.email ? [heldFrom(held.email, [maskEmail(held.email.value)])] : []),
    ],
    holdDays: settlement.mailRules.contactHoldDays,
    fields: (mayChange ? [...address, ...email] : []).map((field) => ({
      name: nameOf(field),
      label: field.label,
      ...(field.autocomplete !== undefined && { autocomplete: field.autocomplete }),
      ...('options' in field && {
        options: field.options.map((value, index) => ({ value, label: field.labels?.[index] ?? value })),
      }),
    })),
  };
}

/**
 * Stores another postal address or email of a claim. It is used after some days, and letters tell of
 * it at the old and the new one, because anyone who opened a letter can sign in with its code.
 */
export function changeContact(
  context: ChangeContext,
  claim: Claim,
  { fields, language }: Pick<Sent, 'fields' | 'language'>,
): Promise<ChangeOutcome> {
  return changeClaim(context, async (transaction) => {
    await context.lockReviewForClaimant(transaction, claim);
    const { settlement } = context;
    const { recipient, held } = await readRecipient(transaction, settlement, claim, context.now());
    const name = recipient.address?.[0] ?? recipient.name ?? letterMessages[language].nameless;
    const typed = readTyped(contactFields(settlement, claim, language), fields, name, language);
    if (Object.keys(typed.errors).length > 0) return { outcome: 'invalid', errors: typed.errors };
    const address = isSame(typed.address, held.address?.value ?? recipient.address) ? undefined : typed.address;
    const email = isSame(typed.email, held.email?.value ?? recipient.email) ? undefined : typed.email;
    if (!address && email === undefined) return { outcome: 'already' };
    await enforceLimit({ ...context, database: transaction }, 'status-contact-claim', claim.number);

    // The last change counts, also if two come in the same millisecond.
    const earlier = [held.address, held.email].map((change) => (change ? change.at.getTime() + 1 : 0));
    const at = new Date(Math.max(context.now().getTime(), ...earlier));
    const usedFrom = new Date(at.getTime() + settlement.mailRules.contactHoldDays * 24 * 60 * 60 * 1_000);
    const byClaimant = { at, usedFrom, source: 'claimant' } as const;
    if (address) await addClaimAddress(transaction, context, claim, { ...byClaimant, lines: address });
    if (email !== undefined) await addClaimEmail(transaction, context, claim, { ...byClaimant, email });
    const byPost = (lines: readonly string[] | null) => ({ email: null, address: lines });
    const letters = new Map<string, Awaited<ReturnType<typeof planLetters>>[number]>();
    for (const to of [
      {},
      ...(address ? [byPost(recipient.address), byPost(address)] : []),
      ...(email === undefined ? [] : [{ email }]),
    ])
      for (const letter of await planLetters(transaction, context, [claim.id], at, 'contact-changed', [], to)) {
        const receiver = letter.email ?? letter.address;
        if (receiver !== null) letters.set(JSON.stringify(receiver), letter);
      }
    // One after the other: a claim gets one entry at a time.
    for (const letter of letters.values()) await queueLetters(transaction, context, [letter], { at });
    return { outcome: 'done' };
  });
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

async function readRecipient(database: Database, settlement: Settlement, claim: Claim, now: Date) {
  const row = await database
    .selectFrom('claims')
    .select(['id', 'form_id', 'form_version', 'notice_id', 'case_id', 'answers', 'name'])
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const recipients = await readRecipients(database, settlement, [row], now);
  const found = recipients.get(claim.id) ?? emptyRecipient;
  // One from which a letter bounced can be entered again.
  const recipient: Recipient = { ...found, email: emailTo(found) };
  return { recipient, held: await readHeldContacts(database, settlement, claim.id, now) };
}

/** The lines below the name. The last one has the ZIP code, with which letter codes sign in. */
const maskAddress = ([, ...lines]: readonly string[]): string[] =>
  lines.map((line, index) => (index < lines.length - 1 ? maskStreet(line) : maskDigits(line)));

/** The fields of the claim's form, in a language. A form without a second line still offers one. */
function contactFields(settlement: Settlement, claim: Claim, language: Language) {
  const filedOn = findForm(settlement, claim.form_id, claim.form_version);
  const form = filedOn && claimFormIn(settlement, filedOn, language);
  const fields = form ? form.sections.flatMap(({ items }) => items.filter(isField)) : [];
  const [street, city, state, zip] = ['street1', 'city', 'state', 'zip'].map((name) =>
    fields.find((field) => field.name === name),
  );
  const email = fields.filter(({ kind }) => kind === 'email').slice(0, 1);
  if (!street || !city || !state || !zip || !isTyped(street)) return { address: [], email };
  const rules = street.rules.filter(({ rule }) => rule !== 'required');
  return {
    address: [street, { ...street, name: 'street2', autocomplete: 'address-line2', rules }, city, state, zip],
    email,
  };
}

const nameOf = ({ name, kind }: Field): string => `${statusFields.contact}${kind === 'email' ? kind : name}`;

/** Reads what was typed. An address is changed as a whole; one that is blank stays. */
function readTyped(
  { address, email }: ReturnType<typeof contactFields>,
  fields: ReadonlyMap<string, string>,
  name: string,
  language: Language,
): { readonly address?: readonly string[]; readonly email?: string; readonly errors: Errors } {
  const textOf = (field: Field) => cleanLine(fields.get(nameOf(field)) ?? '');
  const changed = [address, email].map((part) => (part.some((field) => textOf(field) !== '') ? part : []));
  const errors: Record<string, readonly string[]> = {};
  const answers: Record<string, string> = {};
  for (const field of changed.flat()) {
    const { answer, errors: broken } = readField(field, tidyAnswer(field, textOf(field)), language);
    if (broken[0]) errors[nameOf(field)] = [broken[0].message];
    else if (typeof answer === 'string') answers[field.kind === 'email' ? field.kind : field.name] = answer;
    else if (field.name !== 'street2') errors[nameOf(field)] = ['missing-contact'];
  }
  const first = [...address, ...email][0];
  if (changed.flat().length === 0 && first) errors[nameOf(first)] = ['missing-contact'];
  const lines = addressOf(name, answers);
  const named = ['street1', ...(answers['street2'] === undefined ? [] : ['street2']), 'city'];
  for (const [index, line] of (lines ?? []).slice(1).entries())
    if (line.length > maxAddressLineLength) errors[`${statusFields.contact}${named[index]}`] ??= ['line-too-long'];
  return {
    ...(lines && { address: lines }),
    ...(answers['email'] !== undefined && { email: answers['email'] }),
    errors,
  };
}

/** Returns the texts in the fields of the contact, by the names of the fields. */
export const contactIn = (fields: ReadonlyMap<string, string>): StatusClaimView['typed'] =>
  Object.fromEntries(
    [...fields].flatMap(([name, typed]) =>
      name.startsWith(statusFields.contact) ? [[name, stripNulAndSurrogates(typed)] as const] : [],
    ),
  );
