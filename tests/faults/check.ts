import type { AnyAnswer, AnyAnswers } from '@redress/forms/answers';
import { findBrokenEntry } from '@redress/server/platform/history/entries';
import { openDatabase } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { runCommand } from '../setup/run-command.ts';
import type { SentClaim, SentClaims } from './load/unreliable-request.ts';
import { type Place, readStoredData, type StoredClaim, type StoredData, type StoredTaxId } from './stored-data.ts';

/** A finding is a violation of an invariant. */
export interface Finding {
  readonly kind:
    | `claim-${'lost' | 'twice' | 'changed' | 'unsent'}`
    | 'half-claim'
    | `document-${'lost' | 'changed' | 'unsent'}`
    | 'orphan'
    | 'history-broken'
    | `receipt-${'lost' | 'twice'}`
    | 'unverified'
    | 'unexpected-response'
    | 'not-idle'
    | 'not-recovered'
    | 'nothing-lost';
  /** The names in this sentence are invented. */
  readonly what: string;
}
type OnIssue = (what: string) => void;
type Tell = (kind: Finding['kind'], what: string) => void;

export interface Evidence extends Place {
  readonly sent: SentClaims;
  /** The mail server accepted messages for these recipients, by message ID. */
  readonly received: ReadonlyMap<string, readonly string[]>;
  /** Message IDs end with the host of the website's public address. */
  readonly host: string;
  readonly secretKey: string;
}

/** Finds all violations once the server is idle. */
export async function check({ sent, received, host, secretKey, ...place }: Evidence): Promise<Finding[]> {
  const stored = await readStoredData(place);
  const findings: Finding[] = [];
  const tell: Tell = (kind, what) => void findings.push({ kind, what });
  checkClaims(sent, stored, secretKey, tell);
  checkDocuments(sent, stored, tell);
  checkHistory(stored, tell);
  checkReceipts(stored, received, host, tell);
  await verify(place, secretKey, (what) => tell('unverified', what));
  for (const { request, status, text } of sent.unexpectedResponses)
    tell('unexpected-response', `${request} was answered ${status}: ${text}`);
  return findings;
}

/** Compares the stored claims with the claimants' requests and the server's answers. */
function checkClaims(sent: SentClaims, stored: StoredData, secretKey: string, tell: Tell): void {
  const storedByKey = Map.groupBy(stored.claims, (claim) => claim.idempotency_key ?? '');
  const sentKeys = new Set(sent.claims.map(({ key }) => key));
  for (const sentClaim of sent.claims) {
    const [claim, ...others] = storedByKey.get(sentClaim.key) ?? [];
    const who = `the claim of ${sentClaim.email}`;
    if (others.length > 0) tell('claim-twice', `${who} is stored ${others.length + 1} times`);
    const { answered } = sentClaim;
    if (claim === undefined) {
      if (answered) tell('claim-lost', `${who} was answered as ${answered.claimNumber} and is not stored`);
      continue;
    }
    if (!sentClaim.isSent) tell('claim-unsent', `${who} is stored, and was never sent completely`);
    for (const difference of compare(sentClaim, claim, stored.taxIds.get(claim.id) ?? [], secretKey))
      tell('claim-changed', `${who} (${claim.number}): ${difference}`);
  }
  for (const { id, number, idempotency_key: key } of stored.claims) {
    if (!sentKeys.has(key ?? '')) tell('claim-unsent', `no claimant sent the claim ${number}`);
    if (stored.history.get(id)?.[0]?.kind !== 'claim-filed')
      tell('half-claim', `the claim ${number} has no history that begins with its filing`);
  }
}

function* compare(sent: SentClaim, claim: StoredClaim, taxIds: readonly StoredTaxId[], secretKey: string) {
  const { answered } = sent;
  if (answered && answered.claimNumber !== claim.number) yield `it was answered as ${answered.claimNumber}`;
  if (answered && answered.dateCreated !== claim.filed_at.toISOString())
    yield 'its date is not the one that was answered';
  if (sent.formId !== claim.form_id || sent.formVersion !== claim.form_version) yield 'it has another form';
  if ((sent.noticeId ?? null) !== claim.notice_id) yield 'it is under another Notice ID';
  if (sent.email !== claim.email) yield 'it has another email address';
  try {
    const answers = openAnswers(claim, taxIds, secretKey);
    for (const name of new Set([...Object.keys(sent.answers), ...Object.keys(answers)]))
      if (!isDeepStrictEqual(sent.answers[name], answers[name]))
        yield `the answer ${name} is not the one that was sent`;
  } catch {
    // A tax ID that cannot be decrypted was changed. The finding shows no digits.
    yield 'a tax ID cannot be decrypted';
  }
}

/**
 * Decrypts the complete answers of a claim. Throws when a tax ID cannot be decrypted. Does not use
 * the server's code, only the documented format (docs/decisions/0006-tax-ids.md).
 */
function openAnswers(claim: StoredClaim, taxIds: readonly StoredTaxId[], secretKey: string): AnyAnswers {
  const answers: Record<string, AnyAnswer> = { ...claim.answers };
  for (const { path, encrypted } of taxIds) {
    const digits = open(encrypted, `${claim.number}:${path}`, secretKey);
    const [name = '', row, cell] = path.split('.');
    const rows = answers[name];
    if (row === undefined || cell === undefined) answers[name] = digits;
    else if (typeof rows === 'object')
      answers[name] = rows.map((there, index) => (index === Number(row) ? { ...there, [cell]: digits } : there));
  }
  return answers;
}

function open(sealed: Buffer, boundTo: string, secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'redress', 'tax-ids/1', 32));
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

/** Checks each claim's history against its own hashes, and its first entry against the claim. */
function checkHistory(stored: StoredData, tell: Tell): void {
  for (const { id, number, answers_hash: hash } of stored.claims) {
    const entries = (stored.history.get(id) ?? []).map((entry) => ({ ...entry, details: { ...entry.details } }));
    const broken = findBrokenEntry(number, entries);
    if (broken !== undefined) tell('history-broken', `entry ${broken} of the claim ${number} does not follow`);
    if (entries[0]?.details['answersHash'] !== hash.toString('hex'))
      tell('history-broken', `the history of the claim ${number} begins with other answers`);
  }
}

/** Compares documents with requests and answers, rows with files, and files with rows. */
function checkDocuments(sent: SentClaims, stored: StoredData, tell: Tell): void {
  const claimsByKey = new Map(stored.claims.map((claim) => [claim.idempotency_key, claim]));
  const hashOfFile = new Map(stored.files.map(({ path, sha256 }) => [path, sha256]));
  for (const sentClaim of sent.claims) {
    const claim = claimsByKey.get(sentClaim.key);
    const rows = (claim ? (stored.documents.get(claim.id) ?? []) : []).filter(({ status }) => status === 'stored');
    for (const document of sentClaim.documents) {
      const found = rows.filter(({ sha256 }) => sha256?.toString('hex') === document.sha256);
      const who = `${document.name} of the claim ${claim?.number ?? sentClaim.key}`;
      if (document.isAnswered && found.length === 0) tell('document-lost', `${who} was answered and is not stored`);
      if (found.length > 1) tell('document-lost', `${who} is stored ${found.length} times`);
      if (found.some(({ size }) => Number(size) !== document.size)) tell('document-changed', `${who} has another size`);
    }
    const sentHashes = new Set(sentClaim.documents.filter(({ isSent }) => isSent).map(({ sha256 }) => sha256));
    for (const { sha256 } of rows)
      if (!sentHashes.has(sha256?.toString('hex') ?? ''))
        tell('document-unsent', `a document of the claim ${claim?.number} was never sent completely`);
  }

  const documents = [...stored.documents.values()].flat();
  for (const { id, claim_id: claimId, storage_key: key, status, sha256 } of documents) {
    const hash = sha256?.toString('hex');
    if (status !== 'stored') tell('orphan', `the row of ${key} is still ${status}`);
    else if (hashOfFile.get(key) === undefined) tell('document-lost', `the file ${key} does not exist`);
    else if (hashOfFile.get(key) !== hash)
      tell('document-changed', `the bytes of ${key} are not those that were stored`);
    const entries = (stored.history.get(claimId) ?? []).filter(
      ({ kind, details }) => kind === 'document-stored' && details['documentId'] === id,
    );
    if (status === 'stored' && (entries.length !== 1 || entries[0]?.details['sha256'] !== hash))
      tell('history-broken', `the history does not name ${key} once`);
  }
  const keys = new Set(documents.map(({ storage_key: key }) => key));
  for (const { path } of stored.files) if (!keys.has(path)) tell('orphan', `the file ${path} belongs to no row`);
  for (const piece of stored.pieces) tell('orphan', `the unfinished upload ${piece} was left behind`);
  const ids = new Set(documents.map(({ id }) => id));
  for (const { kind, details } of [...stored.history.values()].flat())
    if (kind === 'document-stored' && !ids.has(String(details['documentId'])))
      tell('document-lost', 'the history names a document that does not exist');
  if (stored.stagedDocuments > 0)
    tell('orphan', `${stored.stagedDocuments} documents wait for a form that was never filed`);
}

/** Each claim needs a receipt that is queued once, and sent at least once to its address only. */
function checkReceipts(stored: StoredData, received: Evidence['received'], host: string, tell: Tell): void {
  const expected = new Set<string>();
  for (const { id, number, email } of stored.claims) {
    const rows = (stored.outbox.get(id) ?? []).filter(({ kind }) => kind === 'receipt');
    const messageId = `receipt-${number}@${host}`;
    expected.add(messageId);
    const addresses = received.get(messageId) ?? [];
    const entries = (stored.history.get(id) ?? []).filter(({ kind }) => kind === 'receipt-sent');
    const lost = (what: string) => tell('receipt-lost', `the receipt of the claim ${number} ${what}`);
    if (rows.length === 0) lost('was never queued');
    if (rows.some(({ outcome }) => outcome !== 'sent')) lost('is not marked as sent');
    if (addresses.length === 0) lost('has no recipient');
    if (addresses.some((address) => address !== email)) lost('reached another address');
    if (entries.length === 0) lost('is not in the history');
    if (rows.length > 1 || entries.length > 1)
      tell('receipt-twice', `the receipt of the claim ${number} was queued or recorded twice`);
  }
  for (const messageId of received.keys())
    if (!expected.has(messageId)) tell('receipt-lost', `${messageId} is a receipt of no claim`);
}

/**
 * Runs the operator's check (`npm run claims:verify -- --documents`) of histories, seals, hashes,
 * tax IDs, files and receipts.
 */
async function verify({ connectionString, documents }: Place, secretKey: string, onIssue: OnIssue): Promise<void> {
  // The test of the checker calls this often, and a process takes a second to start. The keys of an
  // object storage, however, are in the environment of a process.
  const environment = { DATABASE_URL: connectionString, SECRET_KEY: secretKey, ...documents.environment };
  const unsealedEntries =
    documents.folder === undefined
      ? await verifyByCommand(environment, onIssue)
      : await verifyFolder(connectionString, documents.folder, secretKey, onIssue);
  // A server seals all entries when it is stopped.
  if (unsealedEntries > 0) onIssue(`${unsealedEntries} entries of the history have no seal`);
}

async function verifyFolder(connectionString: string, folder: string, secretKey: string, onIssue: OnIssue) {
  const { database, close } = openDatabase(connectionString, () => {});
  try {
    const context = { database, store: await openUploadStore(folder), keys: deriveKeys(secretKey) };
    return (await verifyClaims(context, onIssue, { readDocuments: true })).unsealedEntries;
  } finally {
    await close();
  }
}

async function verifyByCommand(environment: Readonly<Record<string, string>>, onIssue: OnIssue) {
  const { code, out, err } = await runCommand('claims-verify', ['--documents'], { environment });
  if (code !== 0) onIssue(`npm run claims:verify exited with ${code}: ${out} ${err}`);
  return Number(/Not sealed yet: (\d+)/.exec(out)?.[1] ?? 0);
}
