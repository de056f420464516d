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
} from '../database/tables.ts';
import type { Keys } from '../keys.ts';
import { answersKeysOf } from '../keys.ts';
import { hashAnswers } from './answers-hash.ts';
import type { Json } from './canonical-json.ts';
import { canonicalJson } from './canonical-json.ts';
import { findBrokenEntry } from './claim-history.ts';
import { hashRecord } from './record-hash.ts';
import { lookupsOf, openTaxId } from './sealed-tax-ids.ts';

/** Everything that the database holds of one claim. */
export interface WholeClaim {
  readonly row: Selectable<ClaimsTable>;
  /** In the order of their positions. */
  readonly history: readonly Selectable<ClaimHistoryTable>[];
  readonly taxIds: readonly Selectable<ClaimTaxIdsTable>[];
  readonly documents: readonly Selectable<ClaimDocumentsTable>[];
  readonly checks: readonly Pick<Selectable<DataChecksTable>, 'document_id' | 'outcome'>[];
  readonly outbox: readonly Selectable<OutboxTable>[];
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
  yield* compareFirstEntry(claim);
  yield* row.status === 'purged' ? findLeftBehind(claim) : findAnswerFaults(claim, keys);
  yield* compareDocuments(claim);
  yield* compareDataChecks(claim);
  yield* compareOutbox(claim);
}

const ofKind = ({ history }: WholeClaim, kind: string) => history.filter((entry) => entry.kind === kind);

function* compareFirstEntry(claim: WholeClaim): Generator<string> {
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
  };
  for (const [name, value] of Object.entries(expected))
    if (canonicalJson(first.details[name]) !== canonicalJson(value))
      yield `says otherwise than its first history entry: ${name}.`;
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
  const isHashOf = (hash: Buffer, make: (key: Buffer) => Buffer) =>
    answersKeysOf(keys).some((key) => make(key).equals(hash));
  const form = { id: row.form_id, version: row.form_version };
  const answers = joinTaxIds(row.answers, opened);
  if (opened.length === claim.taxIds.length && !isHashOf(row.answers_hash, (key) => hashAnswers(form, answers, key)))
    yield 'holds other answers or tax IDs than it was filed with.';
  const recordHash = history[0]?.details['recordHash'];
  if (recordHash !== undefined && !isHashOf(Buffer.from(String(recordHash), 'hex'), (key) => hashRecord(row, key)))
    yield 'holds another summary, Notice ID, language or column to search by than it was filed with.';
}

/** A purge takes everything, or it did not happen. */
function* findLeftBehind(claim: WholeClaim): Generator<string> {
  if (ofKind(claim, 'claim-purged').length !== 1) yield 'is purged, and its history does not say so once.';
  const { row } = claim;
  const kept = [row.notice_id, row.name, row.email, row.zip, row.state, row.amount, row.quantity];
  if (canonicalJson(row.answers) !== '{}' || row.summary.length > 0 || kept.some((value) => value !== null))
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
function* compareDocuments(claim: WholeClaim): Generator<string> {
  const entries = new Map<string, WholeClaim['history'][number]>();
  for (const entry of ofKind(claim, 'document-stored')) {
    const id = String(entry.details['documentId']);
    if (entries.has(id)) yield `has two history entries for the document ${id}.`;
    entries.set(id, entry);
  }
  const stored = new Map(claim.documents.flatMap((row) => (row.status === 'stored' ? [[row.id, row] as const] : [])));
  for (const [id, row] of stored) {
    const details = entries.get(id)?.details;
    if (!details) yield `has the document ${id}, of which its history knows nothing.`;
    else if (
      details['sha256'] !== row.sha256?.toString('hex') ||
      details['storedSha256'] !== row.stored_sha256?.toString('hex') ||
      details['size'] !== Number(row.size)
    )
      yield `has the document ${id} with another size or fingerprint than its history says.`;
  }
  yield* compareScans(claim);
  if (claim.row.status === 'purged') return;
  for (const id of entries.keys()) if (!stored.has(id)) yield `has lost the document ${id}, which its history names.`;
}

function* compareScans(claim: WholeClaim): Generator<string> {
  const told = new Map(
    ofKind(claim, 'document-scanned').map(({ details }) => [details['documentId'], details['outcome']]),
  );
  for (const { id, scan } of claim.documents)
    if ((told.get(id) ?? 'waiting') !== scan)
      yield `has the document ${id}, of which its history tells another result of the search for viruses.`;
}

function* compareDataChecks(claim: WholeClaim): Generator<string> {
  const told = new Map(ofKind(claim, 'data-checked').map(({ details }) => [details['documentId'], details['outcome']]));
  // What holds a virus is not checked, and no entry says more than that.
  const infected = new Set(claim.documents.flatMap(({ id, scan }) => (scan === 'infected' ? id : [])));
  for (const { document_id: id, outcome } of claim.checks)
    if ((told.get(id) ?? null) !== outcome && !(infected.has(id) && outcome === 'failed'))
      yield `has a check of the document ${id} that its history tells otherwise.`;
  if (claim.row.status === 'purged') return;
  const checked = new Set(claim.checks.map(({ document_id: id }) => id));
  for (const id of told.keys()) if (!checked.has(String(id))) yield `has lost the check of the document ${String(id)}.`;
}

/** A receipt is owed once where an address was given; notes of those that were sent are removed after a while, and the history stays. */
function* compareOutbox(claim: WholeClaim): Generator<string> {
  const { row, outbox } = claim;
  const sent = ofKind(claim, 'receipt-sent').length;
  const refused = ofKind(claim, 'receipt-refused').length;
  if (sent + refused > 1) yield 'has a receipt that was sent more than once by its history.';
  if (row.status === 'purged') return;
  const [receipt, ...more] = outbox;
  if (more.length > 0) yield 'owes its receipt more than once.';
  if (receipt) {
    if (row.email === null) yield 'owes a receipt without an address for it.';
    if ((receipt.outcome === 'sent') !== sent > 0 || (receipt.outcome === 'refused') !== refused > 0)
      yield 'has a receipt of which its history tells otherwise.';
  } else if (row.email !== null && sent + refused === 0) yield 'owes a receipt, and nothing will send it.';
}
