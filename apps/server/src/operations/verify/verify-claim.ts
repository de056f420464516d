import type { Selectable } from 'kysely';
import { joinTaxIds } from '@redress/forms/tax-ids';
import type { TaxId } from '@redress/forms/tax-ids';
import type {
  ClaimDocumentsTable,
  ClaimHistoryTable,
  ClaimsTable,
  ClaimTaxIdsTable,
  DataChecksTable,
  OutboxTable,
} from '../../database/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import { answersKeysOf } from '../../keys/keys.ts';
import { isStorageKeyOf } from '../../storage/stored-files.ts';
import { hashAnswers } from '../../claims/answers-hash.ts';
import type { Json } from '../../claims/canonical-json.ts';
import { canonicalJson } from '../../claims/canonical-json.ts';
import { findBrokenEntry } from '../../claims/claim-history.ts';
import { hashCheckPart, hashIdempotencyKey, hashNames, hashRecord } from '../../claims/record-hash.ts';
import { lookupsOf, openTaxId } from '../../claims/sealed-tax-ids.ts';

/** Everything that the database holds of one claim. */
export interface WholeClaim {
  readonly row: Selectable<ClaimsTable>;
  /** In the order of their positions. */
  readonly history: readonly Selectable<ClaimHistoryTable>[];
  readonly taxIds: readonly Selectable<ClaimTaxIdsTable>[];
  readonly documents: readonly Selectable<ClaimDocumentsTable>[];
  readonly checks: readonly (Pick<
    Selectable<DataChecksTable>,
    'document_id' | 'created_at' | 'outcome' | 'finished_at'
  > & {
    /** `digestOf` what is stored. */
    readonly chosenDigest: string | null;
    readonly reportDigest: string | null;
  })[];
  readonly outbox: readonly Selectable<OutboxTable>[];
  /**
   * Some time in these rows is finer than a millisecond. No release writes such a time, and a
   * `Date` does not show it.
   */
  readonly hasFinerTime: boolean;
}

/** What does not agree within one claim, a sentence each that goes on after "Claim N". None tells an answer. */
export function* findClaimFaults(claim: WholeClaim, keys: Keys): Generator<string> {
  const { row, history } = claim;
  if (history.length === 0) {
    yield 'has no history.';
    return;
  }
  const broken = findBrokenEntry(row.number, history);
  if (broken !== undefined)
    yield `has a broken history: entry ${broken} was changed, or does not follow on the one before it.`;
  if (claim.hasFinerTime) yield 'has a time that was changed by less than a millisecond.';
  yield* compareFirstEntry(claim, keys);
  yield* row.status === 'purged' ? findLeftBehind(claim) : findAnswerFaults(claim, keys);
  yield* compareDocuments(claim, keys);
  yield* compareScans(claim);
  yield* compareDataChecks(claim, keys);
  yield* compareOutbox(claim);
}

type Entry = WholeClaim['history'][number];

/**
 * Whether one of the keys that are or were in use makes this hash, which an entry has as
 * hexadecimal digits.
 */
function isKeyedHash(hash: Entry['details'][string], keys: Keys, make: (key: Buffer) => Buffer): boolean {
  return answersKeysOf(keys).some((key) => make(key).toString('hex') === hash);
}

/** The time of an entry; null without one, like a column that is still empty. */
const timeOf = (entry: Entry | undefined) => entry?.at.getTime() ?? null;
const ofDocument = (entries: readonly Entry[]) =>
  new Map(entries.map((entry) => [String(entry.details['documentId']), entry]));

const ofKind = ({ history }: WholeClaim, kind: string) => history.filter((entry) => entry.kind === kind);

function* compareFirstEntry(claim: WholeClaim, keys: Keys): Generator<string> {
  const { row, history } = claim;
  const [first] = history;
  if (first?.kind !== 'claim-filed') {
    yield 'has a history that does not begin with its filing.';
    return;
  }
  if (ofKind(claim, 'claim-filed').length > 1) yield 'was filed twice by its history.';
  const expected: Record<string, Json> = {
    formId: row.form_id,
    formVersion: row.form_version,
    late: row.late,
    documentsDue: row.documents_due,
    suspectedMachine: row.suspected_machine,
    withoutScript: row.without_script,
    answersHash: row.answers_hash.toString('hex'),
    // Entries of earlier releases tell nothing of these.
    ...(first.details['idempotencyKeyHash'] === undefined
      ? {}
      : {
          caseId: row.case_id,
          language: row.language,
          documentsExpected: row.documents_expected,
          duplicateNotice: row.duplicate_notice,
        }),
  };
  for (const [name, value] of Object.entries(expected))
    if (canonicalJson(first.details[name]) !== canonicalJson(value))
      yield `says otherwise than its first history entry: ${name}.`;
  const keyHash = first.details['idempotencyKeyHash'];
  if (
    keyHash !== undefined &&
    !isKeyedHash(keyHash, keys, (key) => hashIdempotencyKey(row.number, row.idempotency_key, key))
  )
    yield 'says otherwise than its first history entry: under which key it was filed.';
  const status = ofKind(claim, 'claim-purged').length > 0 ? 'purged' : 'filed';
  if (row.status !== status) yield 'has another status than its history says.';
  if (row.filed_at.getTime() !== first.at.getTime())
    yield 'says otherwise than its first history entry: when it was filed.';
}

function* findAnswerFaults(claim: WholeClaim, keys: Keys): Generator<string> {
  const { row, history } = claim;
  if (ofKind(claim, 'claim-purged').length > 0) yield 'was purged by its history, and still holds its answers.';
  const opened: TaxId[] = [];
  for (const sealed of claim.taxIds) {
    try {
      const taxId = openTaxId(row.number, sealed, keys);
      if (!lookupsOf(taxId.digits, keys).some((lookup) => lookup.equals(sealed.lookup)))
        yield `has a tax ID that cannot be found: ${sealed.path}.`;
      opened.push(taxId);
    } catch {
      yield `has a tax ID that cannot be read: ${sealed.path}. SECRET_KEY is not the one it was stored with, or it was changed.`;
    }
  }
  const form = { id: row.form_id, version: row.form_version };
  const answers = joinTaxIds(row.answers, opened);
  if (
    opened.length === claim.taxIds.length &&
    !isKeyedHash(row.answers_hash.toString('hex'), keys, (key) => hashAnswers(form, answers, key))
  )
    yield 'holds other answers or tax IDs than it was filed with.';
  const recordHash = history[0]?.details['recordHash'];
  if (recordHash !== undefined && !isKeyedHash(recordHash, keys, (key) => hashRecord(row, key)))
    yield 'holds another summary, Notice ID, language or column to search by than it was filed with.';
}

/** A purge takes everything, or it did not happen. */
function* findLeftBehind(claim: WholeClaim): Generator<string> {
  if (ofKind(claim, 'claim-purged').length !== 1) yield 'is purged, and its history does not say so once.';
  const { row } = claim;
  const kept = [row.notice_id, row.name, row.email, row.zip, row.state, row.amount, row.quantity];
  if (
    canonicalJson(row.answers) !== '{}' ||
    JSON.stringify(row.summary) !== '[]' ||
    kept.some((value) => value !== null)
  )
    yield 'is purged, and still holds answers.';
  const left = {
    'tax IDs': claim.taxIds,
    documents: claim.documents,
    'checks of data': claim.checks,
    mail: claim.outbox,
  };
  for (const [name, rows] of Object.entries(left)) if (rows.length > 0) yield `is purged, and still has ${name}.`;
}

/** Each stored document has its one entry, and each entry its document. */
function* compareDocuments(claim: WholeClaim, keys: Keys): Generator<string> {
  const entries = new Map<string, Entry>();
  for (const entry of ofKind(claim, 'document-stored')) {
    const id = String(entry.details['documentId']);
    if (entries.has(id)) yield `has two history entries for the document ${id}.`;
    entries.set(id, entry);
  }
  const stored = new Map(claim.documents.flatMap((row) => (row.status === 'stored' ? [[row.id, row] as const] : [])));
  for (const [id, row] of stored) {
    const entry = entries.get(id);
    if (!entry) {
      yield `has the document ${id}, of which its history knows nothing.`;
      continue;
    }
    const { details } = entry;
    if (
      details['sha256'] !== row.sha256?.toString('hex') ||
      details['storedSha256'] !== row.stored_sha256?.toString('hex') ||
      details['size'] !== Number(row.size)
    )
      yield `has the document ${id} with another size or fingerprint than its history says.`;
    if (!isStorageKeyOf(claim.row, id, row.storage_key))
      yield `has the document ${id} in a place where it was never kept.`;
    if ((row.stored_at?.getTime() ?? null) !== timeOf(entry))
      yield `has the document ${id} with another time than its history says.`;
    // Entries of earlier releases tell nothing of the rest.
    const { namesHash } = details;
    if (namesHash === undefined) continue;
    if (!isKeyedHash(namesHash, keys, (key) => hashNames(row, key)))
      yield `has the document ${id} under another name than its history says.`;
    if (
      details['type'] !== row.type ||
      (details['pictureMetadata'] ?? null) !== row.picture_metadata ||
      details['createdAt'] !== row.created_at.toISOString()
    )
      yield `has the document ${id} with another type or time, or says otherwise what was done to a picture, than its history.`;
  }
  if (claim.row.status === 'purged') return;
  for (const id of entries.keys()) if (!stored.has(id)) yield `has lost the document ${id}, which its history names.`;
}

function* compareScans(claim: WholeClaim): Generator<string> {
  const told = ofDocument(ofKind(claim, 'document-scanned'));
  for (const { id, scan, scanned_at: at, scan_finding: finding } of claim.documents) {
    const entry = told.get(id);
    if (
      (entry?.details['outcome'] ?? 'waiting') !== scan ||
      (entry?.details['finding'] ?? null) !== finding ||
      timeOf(entry) !== (at?.getTime() ?? null)
    )
      yield `has the document ${id}, of which its history tells another result of the search for viruses.`;
  }
}

function* compareDataChecks(claim: WholeClaim, keys: Keys): Generator<string> {
  const stored = ofDocument(ofKind(claim, 'document-stored'));
  const told = ofDocument(ofKind(claim, 'data-checked'));
  // A file with a virus is not checked, and the entry of the scan says why.
  const infected = ofDocument(
    ofKind(claim, 'document-scanned').filter(({ details }) => details['outcome'] === 'infected'),
  );
  for (const check of claim.checks) {
    const id = check.document_id;
    const checked = told.get(id);
    const refused = infected.get(id);
    const { chosenHash, namesHash } = stored.get(id)?.details ?? {};
    const reportHash = checked?.details['reportHash'];
    const isReportTold = checked
      ? reportHash === undefined ||
        isKeyedHash(reportHash, keys, (key) => hashCheckPart('report', id, check.reportDigest, key))
      : check.reportDigest === null;
    const isChosenTold =
      namesHash === undefined ||
      isKeyedHash(chosenHash ?? '', keys, (key) => hashCheckPart('chosen', id, check.chosenDigest, key));
    if (
      check.outcome !== (checked?.details['outcome'] ?? (refused ? 'failed' : null)) ||
      (check.finished_at?.getTime() ?? null) !== timeOf(checked ?? refused) ||
      check.created_at.getTime() !== timeOf(stored.get(id)) ||
      !isReportTold ||
      !isChosenTold
    )
      yield `has a check of the document ${id} that its history tells otherwise.`;
  }
  if (claim.row.status === 'purged') return;
  const owed = [...stored].flatMap(([id, { details }]) => (details['chosenHash'] === undefined ? [] : [id]));
  const there = new Set(claim.checks.map(({ document_id: id }) => id));
  for (const id of new Set([...owed, ...told.keys()]))
    if (!there.has(id)) yield `has lost the check of the document ${id}.`;
}

/** A receipt is owed once where an address was given; notes of those that were sent are removed after a while, and the history stays. */
function* compareOutbox(claim: WholeClaim): Generator<string> {
  const { row, outbox } = claim;
  const sent = ofKind(claim, 'receipt-sent');
  const refused = ofKind(claim, 'receipt-refused');
  const [entry, ...again] = [...sent, ...refused];
  if (again.length > 0) yield 'has a receipt that was sent more than once by its history.';
  if (row.status === 'purged') return;
  const [receipt, ...more] = outbox;
  if (more.length > 0) yield 'owes its receipt more than once.';
  if (receipt) {
    if (row.email === null) yield 'owes a receipt without an address for it.';
    if (canonicalJson(receipt.kind) !== '"receipt"') yield 'owes something that no release of Redress sends.';
    if (receipt.created_at.getTime() !== timeOf(claim.history[0]))
      yield 'owes a receipt since another time than that of its filing.';
    const outcome = sent.length > 0 ? 'sent' : refused.length > 0 ? 'refused' : null;
    if (receipt.outcome !== outcome || (receipt.done_at?.getTime() ?? null) !== timeOf(entry))
      yield 'has a receipt of which its history tells otherwise.';
  } else if (row.email !== null && !entry) yield 'owes a receipt, and nothing will send it.';
}
