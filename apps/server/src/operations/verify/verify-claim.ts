import { joinTaxIds, type TaxId } from '@redress/forms/tax-ids';
import {
  hashAnswers,
  hashCheckPart,
  hashFileNames,
  hashIdempotencyKey,
  hashRecord,
} from '../../claims/claim-hashes.ts';
import { findBrokenEntry } from '../../claims/claim-history.ts';
import { searchColumns } from '../../claims/search-columns.ts';
import { canonicalJson, type Json } from '../../keys/canonical-json.ts';
import { hashTaxId, decryptTaxId } from '../../keys/encrypted-fields.ts';
import { acceptedAnswersKeys, type Keys } from '../../keys/keys.ts';
import { isStorageKeyOf } from '../../storage/stored-files.ts';
import type { ClaimRecords } from './read-claim-records.ts';

/**
 * Compares the records of a claim with each other. Yields predicates that follow "Claim N …",
 * without personal data.
 */
export function* findClaimIssues(claim: ClaimRecords, keys: Keys): Generator<string> {
  const { row, history } = claim;
  if (history.length === 0) {
    yield 'has no history.';
    return;
  }
  const broken = findBrokenEntry(row.number, history);
  if (broken !== undefined)
    yield `has a broken history: entry ${broken} was changed, or does not follow the one before it.`;
  if (claim.hasSubMillisecondTime) yield 'has a time that was changed by less than a millisecond.';
  yield* compareFirstEntry(claim, keys);
  yield* row.status === 'purged' ? findPurgeLeftovers(claim) : findAnswerIssues(claim, keys);
  yield* compareDocuments(claim, keys);
  yield* compareScans(claim);
  yield* compareDataChecks(claim, keys);
  yield* compareReceipt(claim);
}

type Entry = ClaimRecords['history'][number];

const entriesOfKind = ({ history }: ClaimRecords, kind: string) => history.filter((entry) => entry.kind === kind);
const byDocument = (entries: readonly Entry[]) =>
  new Map(entries.map((entry) => [String(entry.details['documentId']), entry]));
/** Null without an entry or date, like an empty column. */
const timeOf = (source: Entry | Date | null | undefined) =>
  (source instanceof Date ? source : source?.at)?.getTime() ?? null;

/** Whether a current or previous key makes this hash (hexadecimal digits). */
function isKeyedHash(hash: Entry['details'][string], keys: Keys, make: (key: Buffer) => Buffer): boolean {
  return acceptedAnswersKeys(keys).some((key) => make(key).toString('hex') === hash);
}

function* compareFirstEntry(claim: ClaimRecords, keys: Keys): Generator<string> {
  const { row, history } = claim;
  const [first] = history;
  if (first?.kind !== 'claim-filed') {
    yield 'has a history that does not begin with its filing.';
    return;
  }
  if (entriesOfKind(claim, 'claim-filed').length > 1) yield 'was filed twice according to its history.';
  const keyHash = first.details['idempotencyKeyHash'];
  const expected: Record<string, Json> = {
    formId: row.form_id,
    formVersion: row.form_version,
    late: row.late,
    documentsDue: row.documents_due,
    suspectedMachine: row.suspected_machine,
    withoutScript: row.without_script,
    answersHash: row.answers_hash.toString('hex'),
    // Entries of earlier releases lack these.
    ...(keyHash !== undefined && {
      caseId: row.case_id,
      language: row.language,
      documentsExpected: row.documents_expected,
      duplicateNotice: row.duplicate_notice,
    }),
  };
  for (const [name, value] of Object.entries(expected))
    if (canonicalJson(first.details[name]) !== canonicalJson(value))
      yield `differs from its first history entry: ${name}.`;
  if (
    keyHash !== undefined &&
    !isKeyedHash(keyHash, keys, (key) => hashIdempotencyKey(row.number, row.idempotency_key, key))
  )
    yield 'differs from its first history entry: idempotency key.';
  if (row.filed_at.getTime() !== timeOf(first)) yield 'differs from its first history entry: filing time.';
  const status = entriesOfKind(claim, 'claim-purged').length > 0 ? 'purged' : 'filed';
  if (row.status !== status) yield 'has a different status than its history says.';
}

function* findAnswerIssues(claim: ClaimRecords, keys: Keys): Generator<string> {
  const { row, history } = claim;
  if (entriesOfKind(claim, 'claim-purged').length > 0)
    yield 'was purged according to its history, and still has answers.';
  const taxIds: TaxId[] = [];
  for (const sealed of claim.taxIds) {
    try {
      const taxId = decryptTaxId(row.number, sealed, keys);
      if (!hashTaxId(taxId.digits, keys).some((lookup) => lookup.equals(sealed.lookup)))
        yield `has a tax ID that cannot be found: ${sealed.path}.`;
      taxIds.push(taxId);
    } catch {
      yield `has a tax ID that cannot be read: ${sealed.path}. SECRET_KEY is not the one it was stored with, or it was changed.`;
    }
  }
  const form = { id: row.form_id, version: row.form_version };
  const answers = joinTaxIds(row.answers, taxIds);
  if (
    taxIds.length === claim.taxIds.length &&
    !isKeyedHash(row.answers_hash.toString('hex'), keys, (key) => hashAnswers(form, answers, key))
  )
    yield 'has different answers or tax IDs than it was filed with.';
  const recordHash = history[0]?.details['recordHash'];
  if (recordHash !== undefined && !isKeyedHash(recordHash, keys, (key) => hashRecord(row, key)))
    yield 'has a different summary, Notice ID, language or search column than it was filed with.';
}

function* findPurgeLeftovers(claim: ClaimRecords): Generator<string> {
  if (entriesOfKind(claim, 'claim-purged').length !== 1) yield 'is purged, and its history does not say so once.';
  const { row } = claim;
  if (
    canonicalJson(row.answers) !== '{}' ||
    JSON.stringify(row.summary) !== '[]' ||
    searchColumns.some((column) => row[column] !== null)
  )
    yield 'is purged, and still has answers.';
  const leftovers = {
    'tax IDs': claim.taxIds,
    documents: claim.documents,
    'data checks': claim.checks,
    mail: claim.outbox,
  };
  for (const [name, rows] of Object.entries(leftovers)) if (rows.length > 0) yield `is purged, and still has ${name}.`;
}

/** Each stored document has one entry, and each entry has its document. */
function* compareDocuments(claim: ClaimRecords, keys: Keys): Generator<string> {
  const entryOf = new Map<string, Entry>();
  for (const entry of entriesOfKind(claim, 'document-stored')) {
    const id = String(entry.details['documentId']);
    if (entryOf.has(id)) yield `has two history entries for the document ${id}.`;
    entryOf.set(id, entry);
  }
  const stored = claim.documents.filter(({ status }) => status === 'stored');
  for (const row of stored) {
    const { id } = row;
    const entry = entryOf.get(id);
    if (!entry) {
      yield `has the document ${id}, which is not in its history.`;
      continue;
    }
    const { details } = entry;
    if (
      details['sha256'] !== row.sha256?.toString('hex') ||
      details['storedSha256'] !== row.stored_sha256?.toString('hex') ||
      details['size'] !== Number(row.size)
    )
      yield `has the document ${id} with a different size or hash than its history says.`;
    if (!isStorageKeyOf(claim.row, id, row.storage_key))
      yield `has the document ${id} under a storage key that is not its own.`;
    if (timeOf(row.stored_at) !== timeOf(entry))
      yield `has the document ${id} with a different time than its history says.`;
    // Entries of earlier releases lack the rest.
    const { namesHash } = details;
    if (namesHash === undefined) continue;
    if (!isKeyedHash(namesHash, keys, (key) => hashFileNames(row, key)))
      yield `has the document ${id} under a different name than its history says.`;
    if (
      details['type'] !== row.type ||
      (details['pictureMetadata'] ?? null) !== row.picture_metadata ||
      details['createdAt'] !== row.created_at.toISOString()
    )
      yield `has the document ${id} with a different type, creation time or metadata outcome than its history says.`;
  }
  if (claim.row.status === 'purged') return;
  const storedIds = new Set(stored.map(({ id }) => id));
  for (const id of entryOf.keys())
    if (!storedIds.has(id)) yield `has lost the document ${id}, which its history names.`;
}

function* compareScans(claim: ClaimRecords): Generator<string> {
  const entryOf = byDocument(entriesOfKind(claim, 'document-scanned'));
  for (const { id, scan, scanned_at: scannedAt, scan_finding: finding } of claim.documents) {
    const entry = entryOf.get(id);
    if (
      (entry?.details['outcome'] ?? 'waiting') !== scan ||
      (entry?.details['finding'] ?? null) !== finding ||
      timeOf(entry) !== timeOf(scannedAt)
    )
      yield `has the document ${id} with a different virus scan result than its history says.`;
  }
}

function* compareDataChecks(claim: ClaimRecords, keys: Keys): Generator<string> {
  const stored = byDocument(entriesOfKind(claim, 'document-stored'));
  const checked = byDocument(entriesOfKind(claim, 'data-checked'));
  // An infected file is not checked, and the entry of its scan says so instead.
  const infected = byDocument(
    entriesOfKind(claim, 'document-scanned').filter(({ details }) => details['outcome'] === 'infected'),
  );
  for (const check of claim.checks) {
    const id = check.document_id;
    const entry = checked.get(id);
    const infectedEntry = infected.get(id);
    const { chosenHash, namesHash } = stored.get(id)?.details ?? {};
    const reportHash = entry?.details['reportHash'];
    const isReportSame = entry
      ? reportHash === undefined ||
        isKeyedHash(reportHash, keys, (key) => hashCheckPart('report', id, check.reportDigest, key))
      : check.reportDigest === null;
    const isChoiceSame =
      namesHash === undefined ||
      isKeyedHash(chosenHash ?? '', keys, (key) => hashCheckPart('chosen', id, check.chosenDigest, key));
    if (
      check.outcome !== (entry?.details['outcome'] ?? (infectedEntry ? 'failed' : null)) ||
      timeOf(check.finished_at) !== timeOf(entry ?? infectedEntry) ||
      timeOf(check.created_at) !== timeOf(stored.get(id)) ||
      !isReportSame ||
      !isChoiceSame
    )
      yield `has a data check of the document ${id} that differs from its history.`;
  }
  if (claim.row.status === 'purged') return;
  const due = [...stored].flatMap(([id, { details }]) => (details['chosenHash'] === undefined ? [] : [id]));
  const found = new Set(claim.checks.map((check) => check.document_id));
  for (const id of new Set([...due, ...checked.keys()]))
    if (!found.has(id)) yield `has lost the data check of the document ${id}.`;
}

/** A claim with an email address owes one receipt. The outbox is cleaned up later. */
function* compareReceipt(claim: ClaimRecords): Generator<string> {
  const { row, outbox } = claim;
  const sent = entriesOfKind(claim, 'receipt-sent');
  const refused = entriesOfKind(claim, 'receipt-refused');
  const [entry, ...moreEntries] = [...sent, ...refused];
  if (moreEntries.length > 0) yield 'has a receipt that was sent more than once according to its history.';
  if (row.status === 'purged') return;
  const [receipt, ...moreReceipts] = outbox;
  if (moreReceipts.length > 0) yield 'owes its receipt more than once.';
  if (!receipt) {
    if (row.email !== null && !entry) yield 'owes a receipt, and nothing will send it.';
    return;
  }
  if (row.email === null) yield 'owes a receipt and has no address for it.';
  if (canonicalJson(receipt.kind) !== '"receipt"') yield 'owes something that no release of Redress sends.';
  if (timeOf(receipt.created_at) !== timeOf(claim.history[0]))
    yield 'owes a receipt with a different time than its filing.';
  const outcome = sent.length > 0 ? 'sent' : refused.length > 0 ? 'refused' : null;
  if (receipt.outcome !== outcome || timeOf(receipt.done_at) !== timeOf(entry))
    yield 'has a receipt that differs from its history.';
}
