import { claimMetadataFields, ignoredCaptchaField } from '@redress/contract/claims';
import { type FilingObservations, FilingObservationsSchema } from '@redress/contract/filing-observations';
import { observationsField } from '@redress/contract/observations';
import type { ClaimForm } from '@redress/forms/definition';
import type { FieldError } from '@redress/forms/answers';
import type { FormEvaluation } from '@redress/forms/evaluate-form';
import { messagesIn } from '@redress/forms/messages';
import { memoizeByForm } from '@redress/forms/memoize-by-form';
import { isRecord, ownValue } from '@redress/forms/read-field';
import { claimMessages } from './claim-messages.ts';
import { Compile } from 'typebox/compile';

/** A solved captcha. The nonce detects a second use before `expiresAt`. */
export interface SolvedChallenge {
  readonly nonce: Buffer;
  readonly expiresAt: Date;
}

/** A claim's body, split into its answers and the rest. */
export interface ClaimRequest {
  readonly form: ClaimForm;
  /** The answers before parsing. */
  readonly answers: unknown;
  readonly documentsToFollow: number;
  readonly captchaToken: unknown;
  /** A field that people cannot see has a value. */
  readonly suspectedMachine: boolean;
  /** Empty when the page sent none. */
  readonly observations: FilingObservations;
  /** Errors outside the answers. */
  readonly errors: readonly FieldError[];
}

/** No form accepts this many uploads. */
const maxDocuments = 1_000;

/**
 * Reads a parsed JSON body for one of the published versions of a form, all in one language. A body
 * without a version counts as the newest, which comes last. Errors are in the form's language.
 */
export function readClaimRequest(versions: readonly ClaimForm[], body: unknown): ClaimRequest {
  const newest = versions.at(-1);
  if (!newest) throw new RangeError('A form has at least one version');
  const sent = isRecord(body) ? body : {};
  const errors: FieldError[] = [];
  const messages = claimMessages[newest.language ?? 'en'];

  const version = sent['formVersion'] ?? newest.version;
  const published = versions.find((candidate) => candidate.version === version);
  if (!published) errors.push({ field: 'formVersion', rule: 'option', message: messages.version });
  const form = published ?? newest;

  const announced = sent['documentsToFollow'] ?? 0;
  const isCount =
    typeof announced === 'number' && Number.isInteger(announced) && announced >= 0 && announced <= maxDocuments;
  if (!isCount) errors.push({ field: 'documentsToFollow', rule: 'type', message: messages.documentsToFollow });

  const { honeypots, captcha, others } = itemsOf(form);
  return {
    form,
    // `fromEntries` defines keys instead of assigning them, so `__proto__` becomes an ordinary key.
    answers: sent === body ? Object.fromEntries(Object.entries(sent).filter(([name]) => !others.has(name))) : body,
    documentsToFollow: isCount ? announced : 0,
    captchaToken: captcha && ownValue(sent, captcha.name),
    suspectedMachine: honeypots.some((name) => !isEmpty(ownValue(sent, name))),
    observations: readFilingObservations(sent[observationsField]),
    errors,
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

const itemsOf = memoizeByForm((form: ClaimForm) => {
  const items = form.sections.flatMap((section) => section.items);
  const honeypots = items.flatMap((item) => (item.kind === 'honeypot' ? item.name : []));
  const captcha = items.find((item) => item.kind === 'captcha');
  /** The names in a body that are no answers. */
  const others = new Set<string>([...claimMetadataFields, ...honeypots, ...(captcha ? [captcha.name] : [])]);
  return { honeypots, captcha, others };
});

export const findCaptcha = (form: ClaimForm) => itemsOf(form).captcha;

export function captchaError(form: ClaimForm, rule: string, message: string): FieldError {
  return { field: findCaptcha(form)?.name ?? ignoredCaptchaField, rule, message };
}

/** The error of a missing captcha, if the form asks for one. */
export function missingCaptcha(form: ClaimForm, token: unknown): FieldError[] {
  const captcha = findCaptcha(form);
  if (!captcha || (typeof token === 'string' && token !== '')) return [];
  const rule = isEmpty(token) ? 'required' : 'type';
  const required = captcha.rules.find((each) => each.rule === 'required')?.message;
  const message = isEmpty(token) ? required : messagesIn(form.language).notText;
  return message === undefined ? [] : [captchaError(form, rule, message)];
}

/**
 * Sorts errors by the position of their field on the visible form: those of the whole form first,
 * unknown fields last.
 */
export function inFormOrder(
  { sections }: Pick<FormEvaluation, 'sections'>,
  errors: readonly FieldError[],
): FieldError[] {
  const names = sections.flatMap(({ items }) => items.flatMap((item) => ('name' in item ? item.name : [])));
  const positionOf = ({ field }: FieldError) => {
    if (field === '') return -1;
    const [name = ''] = field.split('.');
    return names.includes(name) ? names.indexOf(name) : names.length;
  };
  return errors.toSorted((a, b) => positionOf(a) - positionOf(b));
}

const observations = Compile(FilingObservationsSchema);

/** An invalid value counts as not measured, because no claim depends on it. */
function readFilingObservations(sent: unknown): FilingObservations {
  return observations.Check(sent) ? sent : {};
}
