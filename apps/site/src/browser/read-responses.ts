import type { CreatedClaim } from '@redress/contract/claims';
import type { FileResult } from '@redress/contract/uploads';
import type { ClaimReceipt, CredentialsAnswer, FilingState, Session, ActiveLogin } from '@redress/contract/session';
import type { FieldError } from '@redress/forms/answers';

/**
 * Returns the fields that the site uses, or `undefined` for another shape. (The contract's schemas
 * would do the same for ten times the bytes.)
 */
export type ResponseReader<T> = (body: unknown) => T | undefined;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
export const isText = (value: unknown): value is string => typeof value === 'string';

export const readReceipt: ResponseReader<ClaimReceipt> = (body) => {
  if (!isObject(body)) return undefined;
  const { claimNumber, dateCreated } = body;
  if (!isText(claimNumber) || !isText(dateCreated) || Number.isNaN(Date.parse(dateCreated))) return undefined;
  return { claimNumber, dateCreated };
};

export const readCreatedClaim: ResponseReader<CreatedClaim> = (body) => {
  const receipt = readReceipt(body);
  if (!receipt || !isObject(body)) return undefined;
  const { late, receiptToken } = body;
  return { ...receipt, late: late === true, ...(isText(receiptToken) ? { receiptToken } : {}) };
};

const readActiveLogin: ResponseReader<ActiveLogin> = (body) => {
  if (!isObject(body)) return undefined;
  const { noticeId, name, secondsLeft, mailed } = body;
  if (!isText(noticeId) || !isText(name) || typeof secondsLeft !== 'number') return undefined;
  const login = { noticeId, name, secondsLeft };
  if (!isObject(mailed)) return login;
  const texts = Object.entries(mailed).filter((entry): entry is [string, string] => isText(entry[1]));
  return { ...login, mailed: Object.fromEntries(texts) };
};

const states: readonly string[] = ['open', 'late', 'closed'] satisfies FilingState[];
const isFilingState = (value: unknown): value is FilingState => isText(value) && states.includes(value);

export const readSession: ResponseReader<Session> = (body) => {
  if (!isObject(body) || !isObject(body['filings'])) return undefined;
  const filings: Record<string, FilingState> = {};
  for (const [form, state] of Object.entries(body['filings'])) if (isFilingState(state)) filings[form] = state;
  const savesForms = body['savesForms'] === true;
  return { login: readActiveLogin(body['login']) ?? null, filings, captcha: { provider: 'altcha' }, savesForms };
};

/** The first file's result in a response of `SubmitDocuments`. */
export const readFileResult: ResponseReader<FileResult> = (body) => {
  const file = isObject(body) && Array.isArray(body['files']) ? (body['files'][0] as unknown) : undefined;
  if (!isObject(file) || !isText(file['name'])) return undefined;
  const { name, size, sha256, message } = file;
  if (file['stored'] === true && typeof size === 'number' && isText(sha256)) {
    return { name, stored: true, size, sha256, duplicate: file['duplicate'] === true };
  }
  return { name, stored: false, reason: 'incomplete', message: isText(message) ? message : '' };
};

export const readFieldErrors = (body: JsonObject): FieldError[] =>
  (Array.isArray(body['errors']) ? body['errors'] : []).flatMap((error: unknown) => {
    if (!isObject(error)) return [];
    const { field, rule, message } = error;
    return isText(field) && isText(rule) && isText(message) ? [{ field, rule, message }] : [];
  });

/** Returns null, an empty response, if no class member has these IDs. */
export const readCredentials: ResponseReader<CredentialsAnswer | null> = (body) => {
  if (body === undefined) return null;
  if (!isObject(body) || !isText(body['noticeId']) || !isText(body['name'])) return undefined;
  const claim = readReceipt(body['claim']);
  return { noticeId: body['noticeId'], name: body['name'], ...(claim ? { claim } : {}) };
};
