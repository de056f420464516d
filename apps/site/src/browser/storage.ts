import type { ClaimReceipt } from '@redress/contract/session';
import type { AnyAnswer, AnyAnswers, RowAnswers } from '@redress/forms/answers';
import { isObject, readReceipt } from './read-responses.ts';

/**
 * What the browser keeps. `claimant` and `authenticatedUser` are the specification's; drafts and filings live only as long as the tab.
 * Reading forgives: storage may be switched off, full, or hold what another version wrote; then it is as if nothing were stored.
 */
const claimantKey = 'claimant';
const userKey = 'authenticatedUser';

export interface AuthenticatedUser {
  readonly noticeId: string;
  readonly name: string;
}

export function storeClaimant(claim: ClaimReceipt): void {
  writeStored(() => localStorage, claimantKey, receiptOf(claim));
}

const receiptOf = ({ claimNumber, dateCreated }: ClaimReceipt): ClaimReceipt => ({ claimNumber, dateCreated });

export function readClaimant(): ClaimReceipt | undefined {
  return readReceipt(readStored(() => localStorage, claimantKey));
}

export function storeUser(user: AuthenticatedUser): void {
  writeStored(() => sessionStorage, userKey, { noticeId: user.noticeId, name: user.name });
}

export function clearUser(): void {
  removeStored(() => sessionStorage, userKey);
}

/** One filled-in form on its way: its idempotency key and, once there is one, its claim. Kept until "file another claim". */
export interface Filing {
  readonly key: string;
  readonly claim?: ClaimReceipt;
  /** Documents that were chosen and have not arrived. */
  readonly documentsMissing?: boolean;
  /** It was left to the browser to post: the page that comes next says what became of it. */
  readonly posted?: boolean;
}

export function readFiling(formId: string): Filing | undefined {
  const stored = readStored(() => sessionStorage, `filing:${formId}`);
  if (!isObject(stored) || typeof stored['key'] !== 'string') return undefined;
  const claim = readReceipt(stored['claim']);
  return {
    key: stored['key'],
    ...(claim ? { claim } : {}),
    documentsMissing: stored['documentsMissing'] === true,
    posted: stored['posted'] === true,
  };
}

export function storeFiling(formId: string, filing: Filing): void {
  writeStored(() => sessionStorage, `filing:${formId}`, filing);
}

/** A form that was left to the browser to post has become this claim: its draft has done its work. */
export function settlePosted(formId: string, claim: ClaimReceipt): void {
  const left = readFiling(formId);
  if (!left?.posted || left.claim) return;
  storeFiling(formId, { key: left.key, claim: receiptOf(claim) });
  clearDraft(formId);
}

export function clearFiling(formId: string): void {
  removeStored(() => sessionStorage, `filing:${formId}`);
}

/** The draft of the same form and version; another version's draft is left alone and not used. */
export function readDraft(formId: string, version: number): AnyAnswers | undefined {
  const stored = readStored(() => sessionStorage, `draft:${formId}`);
  if (!isObject(stored) || stored['version'] !== version || !isObject(stored['answers'])) return undefined;
  const answers: Record<string, AnyAnswer> = {};
  for (const [name, answer] of Object.entries(stored['answers'])) {
    if (typeof answer === 'string' || typeof answer === 'boolean') answers[name] = answer;
    else if (Array.isArray(answer)) answers[name] = answer.map(readRow);
  }
  return answers;
}

function readRow(row: unknown): RowAnswers {
  const cells = isObject(row) ? Object.entries(row) : [];
  return Object.fromEntries(cells.flatMap(([name, cell]) => (typeof cell === 'string' ? [[name, cell]] : [])));
}

export function storeDraft(formId: string, version: number, answers: AnyAnswers): void {
  writeStored(() => sessionStorage, `draft:${formId}`, { version, answers });
}

export function clearDraft(formId: string): void {
  removeStored(() => sessionStorage, `draft:${formId}`);
}

// Merely naming the storage throws where it is forbidden, so it is named inside the try.
export function readStored(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeStored(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Forbidden or full: the form works without it, only a reload would lose what was typed.
  }
}

export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // As above.
  }
}
