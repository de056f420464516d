import { filingStateAt, newestVersionOf } from '@redress/contract/claim-forms';
import type { Language } from '@redress/contract/language';
import { savedFormDays, savedFormFragment } from '@redress/contract/saved-form-link';
import type { FormSaved, OpenedForm } from '@redress/contract/saved-forms';
import { claimFormIn } from '@redress/contract/translations';
import type { AnyAnswers } from '@redress/forms/answers';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';
import { answersToSave, takeOver } from '@redress/forms/saved-answers';
import { randomUUID, hkdfSync, randomInt } from 'node:crypto';
import type { SiteContext } from '../context.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { decryptText, encryptText } from '../../platform/keys/encrypted-fields.ts';
import { savedFormMessages } from './saved-form-messages.ts';
import { composeSavedFormMail } from './saved-form-mail.ts';

type SavedFormContext = Pick<
  SiteContext,
  'settlement' | 'database' | 'keys' | 'limits' | 'mail' | 'now' | 'publicUrl' | 'log'
>;

type OpenedSavedForm = OpenedForm & { readonly answers: AnyAnswers };

/** The content of a row's `encrypted`. */
interface SavedForm {
  readonly formId: string;
  readonly formVersion: number;
  readonly savedAt: string;
  readonly answers: AnyAnswers;
}

interface FormToSave {
  /** The form in the language of the page. */
  readonly form: ClaimForm;
  readonly answers: unknown;
  readonly email: string;
  /** The `id` of an earlier saved form. */
  readonly replaces?: string | undefined;
}

/** Maximum messages that wait for the mail server in this process. Each holds a request. */
const maxSending = 20;
let sending = 0;

/**
 * Stores an unfinished form, encrypted, and sends the only link that opens it. The key is sent at
 * once and never stored, so this cannot be a job: when the message is not sent, nothing is stored.
 * @throws ProblemError with a message for people
 */
export async function saveForm(context: SavedFormContext, client: string, saved: FormToSave): Promise<FormSaved> {
  const { database, mail, now, publicUrl } = context;
  const { form } = saved;
  const language = form.language ?? 'en';
  if (!mail) throw problem('unavailable', 'disabled');
  if (filingStateAt(form, now()) === 'closed') throw new ProblemError('filing-closed');
  const email = saved.email.trim();
  if (!isAddress(email)) throw invalidEmail(language, 'emailInvalid');
  const answers = answersToSave(form, saved.answers);
  if (Object.keys(answers).length === 0) throw problem('bad-request', 'nothingToSave');
  await enforceLimit(context, 'saved-form-address', client);
  await enforceLimit(context, 'saved-form-recipient', mailboxOf(email), { detail: textOf('tooManyMessages') });
  await enforceLimit(context, 'saved-form-overall', '');
  if (sending >= maxSending) throw new ProblemError('overloaded', {}, { retryAfterSeconds: 10 });

  const savedAt = now();
  const expires = endOfDay(new Date(savedAt.getTime() + savedFormDays * 24 * 60 * minutes), form.timeZone);
  const code = createCode();
  const { id, key } = deriveFromCode(code);
  const content: SavedForm = {
    formId: form.id,
    formVersion: form.version,
    savedAt: savedAt.toISOString(),
    answers,
  };
  const row = { id, encrypted: encryptText(JSON.stringify(content), key, id.toString('hex')), expires_at: expires };
  // This precedes each `await`, so that simultaneous requests all count.
  sending += 1;
  try {
    await database.insertInto('saved_forms').values(row).execute();
  } catch (error) {
    sending -= 1;
    throw error;
  }
  try {
    const link = `${publicUrl.origin}${formPageOf(context, form).path}${savedFormFragment}${code}`;
    const message = composeSavedFormMail(context.settlement, form, {
      to: email,
      from: mail.from,
      link,
      code,
      lastDay: lastDayBefore(expires, form),
      now: savedAt,
      // Mail servers log message IDs, so this ID contains no part of the code.
      messageId: `saved-form-${randomUUID()}@${publicUrl.hostname}`,
    });
    const { outcome } = await mail.mailer.send(message);
    if (outcome === 'refused') throw invalidEmail(language, 'emailRefused');
  } catch (error) {
    await deleteSavedForm(context, id.toString('base64url'));
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('unavailable', { detail: textOf('mailFailed') }, { retryAfterSeconds: 60, cause: error });
  } finally {
    sending -= 1;
  }
  if (saved.replaces !== undefined) await deleteSavedForm(context, saved.replaces);
  return { id: id.toString('base64url'), lastDay: lastDayBefore(expires, form) };
}

const minutes = 60_000;

/**
 * The next midnight in the court's time zone, because the message names the last day of the link.
 */
function endOfDay(moment: Date, timeZone: string): Date {
  const step = 15 * minutes;
  let end = Math.ceil(moment.getTime() / step) * step;
  while (dayIn(timeZone, new Date(end)) === dayIn(timeZone, moment)) end += step;
  return new Date(end);
}

const lastDayBefore = (expires: Date, { timeZone }: ClaimForm) => dayIn(timeZone, new Date(expires.getTime() - 1));

/** The page of a form in its language, or else in the first language that has one. */
export function formPageOf(
  { settlement }: Pick<SavedFormContext, 'settlement'>,
  { id, language = 'en' }: Pick<ClaimForm, 'id' | 'language'>,
) {
  const pages = settlement.site.pages.flatMap((page) => (page.kind === 'form' && page.form === id ? page : []));
  const page = pages.find((one) => (one.language ?? 'en') === language) ?? pages[0];
  if (!page) throw new Error(`The settlement has no page for the form ${id}`);
  return page;
}

/**
 * The saved form of a code, with its answers for the newest version of the form.
 * @throws ProblemError `bad-request` for a damaged code, `not-found` for one that opens nothing
 */
export async function openSavedForm(
  context: SavedFormContext,
  client: string,
  { formId, code: typed, language }: { readonly formId: string; readonly code: string; readonly language: Language },
): Promise<OpenedSavedForm> {
  await enforceLimit(context, 'opened-form-address', client);
  const code = readCode(typed);
  if (code === undefined) throw problem('bad-request', 'codeDamaged');
  const { id, key } = deriveFromCode(code);
  const row = await context.database
    .selectFrom('saved_forms')
    .select(['encrypted', 'expires_at'])
    .where('id', '=', id)
    .where('expires_at', '>', context.now())
    .executeTakeFirst();
  if (!row) throw problem('not-found', 'codeUnknown');
  const saved = readSavedForm(decryptText(row.encrypted, key, id.toString('hex')));
  if (saved.formId !== formId) throw problem('not-found', 'otherForm');
  const { claimForms } = context.settlement;
  const newest = newestVersionOf(claimForms, formId);
  if (!newest) throw problem('not-found', 'codeUnknown');
  const before = claimForms.find((form) => form.id === formId && form.version === saved.formVersion) ?? newest;
  const inLanguage = (form: ClaimForm) => claimFormIn(context.settlement, form, language);
  return {
    id: id.toString('base64url'),
    lastDay: lastDayBefore(row.expires_at, newest),
    savedAt: saved.savedAt,
    formVersion: newest.version,
    ...takeOver(inLanguage(before), inLanguage(newest), saved.answers),
  };
}

/** The text is trusted, because only a holder of the key can have encrypted it. */
function readSavedForm(json: string): SavedForm {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(json) as SavedForm;
}

/** Deletes by the `id` of the response; nothing if it is unknown. */
export async function deleteSavedForm({ database }: Pick<SavedFormContext, 'database'>, id: string): Promise<void> {
  await database.deleteFrom('saved_forms').where('id', '=', Buffer.from(id, 'base64url')).execute();
}

/** Whether mail servers read the text as one address. */
const isAddress = (email: string) =>
  email.length <= 254 && /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]{2,}$/.test(email);

/** The mailbox of an address on most mail servers: `jane+claim@example.com` is `jane@…`. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/(?!^)\+[^@]*(?=@)/, '');

type MessageName = keyof (typeof savedFormMessages)['en']['problems'];
const textOf = (name: MessageName) => ({
  en: savedFormMessages.en.problems[name],
  es: savedFormMessages.es.problems[name],
});
const problem = (code: 'bad-request' | 'not-found' | 'unavailable', name: MessageName) =>
  new ProblemError(code, { detail: textOf(name) }, { isExpected: true });

function invalidEmail(language: Language, name: MessageName): ProblemError {
  const message = savedFormMessages[language].problems[name];
  const errors = [{ field: 'email', rule: 'pattern', message }];
  return new ProblemError('invalid-answers', { detail: textOf(name), errors });
}

/** I, L, O and U are left out, because they are read as 1, 1, 0 and V. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A code has 140 bits, so it cannot be guessed and can still be typed. */
const length = 28;

/** A new code in groups of four. Only the emailed link has it. */
function createCode(): string {
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** Reads a pasted or typed code in one piece; undefined if characters are missing or wrong. */
function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : undefined;
}

/** Derives from a code the ID under which the form is stored, and the key that encrypts it. */
function deriveFromCode(code: string): { readonly id: Buffer; readonly key: Buffer } {
  const secret = code.replaceAll('-', '');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `saved form: ${purpose}`, 32));
  return { id: derive('id'), key: derive('key') };
}
