import type { CreatedClaim } from '@redress/contract/claims';
import type { ClaimReceipt, CredentialsAnswer } from '@redress/contract/session';
import type { AnyAnswer, AnyAnswers, RowAnswers } from '@redress/forms/answers';
import { isObject, readCredentials, readReceipt } from './read-responses.ts';

// The keys `claimant` and `authenticatedUser` come from the specification. A storage that is
// disabled, full or written by another version of the site reads as empty.
const claimantKey = 'claimant';
const userKey = 'authenticatedUser';
const submissionKey = (formId: string) => `filing:${formId}`;
const draftKey = (formId: string) => `draft:${formId}`;

const tokenKey = (claimNumber: string) => `receipt:${claimNumber}`;
/** The same random value in every tab that knows the last removal; no value before the first. */
const removalKey = 'removal';

/** A claim, with the token of the browser that filed it if the server has just answered. */
export type FiledClaim = ClaimReceipt & Pick<CreatedClaim, 'receiptToken'>;

/** Kept in the tab only, because other people may use the same browser later. */
export function storeClaimant(claim: FiledClaim): void {
  writeStored(claimantKey, receiptOf(claim));
  storeReceiptToken(claim.claimNumber, claim.receiptToken);
}

export const readClaimant = (): ClaimReceipt | undefined => readReceipt(readStored(claimantKey));

/**
 * Whether the completion page will find the claim here. A full or disabled storage has no claim, or
 * an earlier one.
 */
export const holdsClaim = ({ claimNumber, receiptToken }: FiledClaim): boolean =>
  readClaimant()?.claimNumber === claimNumber &&
  (receiptToken === undefined || readReceiptToken(claimNumber) === receiptToken);

export const storeReceiptToken = (claimNumber: string, token: string | undefined): void => {
  if (token !== undefined) writeStored(tokenKey(claimNumber), token);
};

export function readReceiptToken(claimNumber: string): string | undefined {
  const token = readStored(tokenKey(claimNumber));
  return typeof token === 'string' ? token : undefined;
}

/** Changes with each removal in this browser. */
export const readRemoval = (): unknown => readStored(removalKey, () => localStorage);

/** Removes everything that this website stored in this tab, and tells the other tabs to do so. */
export function removeEverything(): void {
  clearTab();
  const removal = Math.random();
  writeStored(removalKey, removal, () => localStorage);
  writeStored(removalKey, removal);
}

/** Clears this tab if everything was removed in another one, and returns whether it was. */
export function followRemoval(): boolean {
  const removal = readRemoval();
  if (removal === undefined || removal === readStored(removalKey)) return false;
  const hadData = clearTab();
  writeStored(removalKey, removal);
  return hadData;
}

/** Returns whether there was anything to clear. */
export function clearTab(): boolean {
  try {
    const hadData = sessionStorage.length > 0;
    sessionStorage.clear();
    return hadData;
  } catch {
    // The storage is disabled.
    return false;
  }
}

const receiptOf = ({ claimNumber, dateCreated }: ClaimReceipt): ClaimReceipt => ({ claimNumber, dateCreated });

export const storeUser = (user: CredentialsAnswer): void => writeStored(userKey, user);

/** The login's answer as stored in the browser. */
export const readUser = (): CredentialsAnswer | undefined => readCredentials(readStored(userKey)) ?? undefined;

export const clearUser = (): void => removeStored(userKey);

/** The submission of one filled-in form. It stays until the claimant files another claim. */
interface StoredSubmission {
  /** The idempotency key. */
  readonly key: string;
  readonly claim?: ClaimReceipt;
  /** Some chosen files have not arrived. */
  readonly documentsMissing?: boolean;
  /** The browser submitted the form natively: the next page has the outcome. */
  readonly posted?: boolean;
}

export function readSubmission(formId: string): StoredSubmission | undefined {
  const stored = readStored(submissionKey(formId));
  if (!isObject(stored) || typeof stored['key'] !== 'string') return undefined;
  const claim = readReceipt(stored['claim']);
  return {
    key: stored['key'],
    ...(claim ? { claim } : {}),
    documentsMissing: stored['documentsMissing'] === true,
    posted: stored['posted'] === true,
  };
}

export const storeSubmission = (formId: string, submission: StoredSubmission): void =>
  writeStored(submissionKey(formId), submission);

export function completeNativeSubmission(formId: string, claim: ClaimReceipt): void {
  const stored = readSubmission(formId);
  if (!stored?.posted || stored.claim) return;
  storeSubmission(formId, { key: stored.key, claim: receiptOf(claim) });
  clearDraft(formId);
}

export const clearSubmission = (formId: string): void => removeStored(submissionKey(formId));

/** The form page that can still send documents of a claim, in this tab. */
interface MissingDocuments {
  readonly form: string;
  readonly path: string;
}
const missingKey = (claimNumber: string) => `missing:${claimNumber}`;

export function storeMissingDocuments({ claimNumber }: ClaimReceipt, missing: MissingDocuments | false): void {
  if (missing) writeStored(missingKey(claimNumber), missing);
  else removeStored(missingKey(claimNumber));
}

/** Undefined if all have arrived, or the form page shows another claim by now. */
export function readMissingDocuments(claimNumber: string): MissingDocuments | undefined {
  const stored = readStored(missingKey(claimNumber));
  if (!isObject(stored)) return undefined;
  const { form, path } = stored;
  if (typeof form !== 'string' || typeof path !== 'string' || !path.startsWith('/')) return undefined;
  const submission = readSubmission(form);
  const isSame = submission?.documentsMissing === true && submission.claim?.claimNumber === claimNumber;
  return isSame ? { form, path } : undefined;
}

/** The draft of this version of the form. Another version's draft is ignored. */
export function readDraft(formId: string, version: number): AnyAnswers | undefined {
  const stored = readStored(draftKey(formId));
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

export const storeDraft = (formId: string, version: number, answers: AnyAnswers): void =>
  writeStored(draftKey(formId), { version, answers });

export const clearDraft = (formId: string): void => removeStored(draftKey(formId));

/**
 * Stores the `id` of the form that this tab saved or opened. It can delete that form, but not open
 * it.
 */
export const savedFormKey = (formId: string) => `saved:${formId}`;

// Accessing a disabled storage throws, so the access happens inside `try`.
export function readStored(key: string, storage = () => sessionStorage): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: unknown, storage = () => sessionStorage): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // The form works without it; only a reload would lose the answers.
  }
}

export function removeStored(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The storage is disabled.
  }
}
