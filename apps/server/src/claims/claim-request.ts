import { claimMetadataFields, ignoredCaptchaField } from '@redress/contract/claims';
import type { ClaimForm } from '@redress/forms/definition';
import type { FieldError } from '@redress/forms/answers';
import { messagesIn } from '@redress/forms/messages';
import { requestWordsIn } from './request-messages.ts';

/** A claim's body, taken apart: the answers as they came, and what travels beside them. */
export interface ClaimRequest {
  readonly form: ClaimForm;
  readonly answers: unknown;
  readonly documentsToFollow: number;
  /** Whatever stood in the captcha's place. */
  readonly captchaToken: unknown;
  /** Something stood in a field that no person sees. */
  readonly suspectedMachine: boolean;
  /** What is wrong beside the answers. */
  readonly errors: readonly FieldError[];
}

/** More documents than any form takes: a claim that announces them is no form's. */
const mostDocuments = 1_000;
const envelopeNames = new Set<string>(claimMetadataFields);

/**
 * Reads a parsed JSON body for one of the versions of a form, all in one language; without a version, the newest (the last one given).
 * What is wrong is said in the language of the form.
 */
export function readClaimRequest(versions: readonly [ClaimForm, ...ClaimForm[]], body: unknown): ClaimRequest {
  const newest = versions.at(-1) ?? versions[0];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return {
      form: newest,
      answers: body,
      documentsToFollow: 0,
      captchaToken: undefined,
      suspectedMachine: false,
      errors: [],
    };
  }
  const entries = Object.entries(body);
  const beside = new Map<string, unknown>(entries.filter(([name]) => envelopeNames.has(name)));
  const errors: FieldError[] = [];
  const words = requestWordsIn(newest.language);

  const version = beside.get('formVersion') ?? newest.version;
  const form = versions.find((candidate) => candidate.version === version);
  if (!form) errors.push({ field: 'formVersion', rule: 'option', message: words.version });

  const announced = beside.get('documentsToFollow') ?? 0;
  const documentsToFollow =
    typeof announced === 'number' && Number.isInteger(announced) && announced >= 0 && announced <= mostDocuments;
  if (!documentsToFollow) errors.push({ field: 'documentsToFollow', rule: 'type', message: words.documentsToFollow });

  const honeypots = honeypotNames(form ?? newest);
  const captcha = findCaptcha(form ?? newest)?.name;
  const isAnswer = (name: string) => !envelopeNames.has(name) && !honeypots.has(name) && name !== captcha;
  return {
    form: form ?? newest,
    // `fromEntries` defines keys, so that one called `__proto__` stays a key like any other.
    answers: Object.fromEntries(entries.filter(([name]) => isAnswer(name))),
    documentsToFollow: documentsToFollow ? announced : 0,
    captchaToken: entries.find(([name]) => name === captcha)?.[1],
    suspectedMachine: entries.some(([name, value]) => honeypots.has(name) && !isEmpty(value)),
    errors,
  };
}

function honeypotNames(form: ClaimForm): ReadonlySet<string> {
  const items = form.sections.flatMap((section) => section.items);
  return new Set(items.flatMap((item) => (item.kind === 'honeypot' ? item.name : [])));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The captcha of a form, if it has one. */
export function findCaptcha(form: ClaimForm) {
  return form.sections.flatMap((section) => section.items).find((item) => item.kind === 'captcha');
}

/** An error under the form's captcha. */
export function captchaError(form: ClaimForm, rule: string, message: string): FieldError {
  return { field: findCaptcha(form)?.name ?? ignoredCaptchaField, rule, message };
}

/** The errors of a form with that of a missing captcha where the captcha stands in the form. */
export function withCaptchaError(form: ClaimForm, errors: readonly FieldError[], token: unknown): FieldError[] {
  const captcha = findCaptcha(form);
  if (!captcha || (typeof token === 'string' && token !== '')) return [...errors];
  const missing = isEmpty(token);
  const required = captcha.rules.find((rule) => rule.rule === 'required');
  if (missing && !required) return [...errors];
  const error =
    missing && required
      ? captchaError(form, 'required', required.message)
      : captchaError(form, 'type', messagesIn(form.language).notText);
  const names = form.sections.flatMap((section) => section.items.map((item) => ('name' in item ? item.name : '')));
  const place = names.indexOf(captcha.name);
  const after = errors.findIndex(({ field }) => !names.includes(field) || names.indexOf(field) > place);
  return after === -1 ? [...errors, error] : [...errors.slice(0, after), error, ...errors.slice(after)];
}
