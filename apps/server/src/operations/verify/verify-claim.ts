import { joinTaxIds, type TaxId } from '@redress/forms/tax-ids';
import { isDeepStrictEqual } from 'node:util';
import {
  hashAnswers,
  hashCheckPart,
  hashCorrection,
  hashFileNames,
  hashIdempotencyKey,
  hashNote,
  hashRecord,
} from '../../claims/filing/claim-hashes.ts';
import { hashVerdictEvidence, hashVerdictReason } from '../../console/integrity/verdict-hashes.ts';
import { findBrokenEntry } from '../../platform/history/entries.ts';
import { searchColumns } from '../../claims/filing/search-columns.ts';
import { hashTaxId, decryptTaxId } from '../../platform/keys/encrypted-fields.ts';
import { acceptedAnswersKeys, type Keys } from '../../platform/keys/keys.ts';
import { isStorageKeyOf } from '../../platform/storage/upload-store.ts';
import type { ClaimRecords } from './read-claim-records.ts';
import { compareDecisions, compareReview } from './verify-review.ts';

/**
 * Compares the records of a claim with each other. Yields predicates that follow "Claim N …",
 * without personal data.
 */
export function* findClaimIssues(claim: ClaimRecords, keys: Keys): Generator<string> {
  const { row, history } = claim;
  const [first] = history;
  if (!first) {
    yield 'has no history.';
    return;
  }
  const broken = findBrokenEntry(row.number, history);
  if (broken !== undefined)
    yield `has a broken history: entry ${broken} was changed, or does not follow the one before it.`;
  if (claim.hasSubMillisecondTime) yield 'has a time that was changed by less than a millisecond.';
  yield* compareFiling(claim, first, keys);
  yield* row.status === 'purged' ? findPurgeLeftovers(claim) : findAnswerIssues(claim, first, keys);
  yield* compareDocuments(claim, keys);
  yield* compareDataChecks(claim, keys);
  yield* compareReceipt(claim, first);
  yield* compareNotes(claim, keys);
  yield* compareScores(claim);
  yield* compareVerdicts(claim, keys);
  yield* compareCorrections(claim, keys);
  yield* compareSecondReviews(claim, keys);
  yield* compareReview(claim);
  yield* compareDecisions(claim, keys);
}

type Entry = ClaimRecords['history'][number];

const entriesOfKind = ({ history }: ClaimRecords, kind: string) => history.filter((entry) => entry.kind === kind);
const entriesByDocument = (claim: ClaimRecords, kind: string) =>
  new Map(entriesOfKind(claim, kind).map((entry) => [String(entry.details['documentId']), entry]));

/** Pairs what the history says with what is stored; absent equals null. */
type Comparison = Readonly<Record<string, readonly [recorded: unknown, stored: unknown]>>;

function findDifferences(comparison: Comparison): string[] {
  return Object.entries(comparison).flatMap(([name, [recorded, stored]]) =>
    isDeepStrictEqual(recorded ?? null, stored ?? null) ? [] : [name],
  );
}

/** Whether a current or previous key makes this hash (hexadecimal digits). */
function isKeyedHash(hash: Entry['details'][string] | undefined, keys: Keys, make: (key: Buffer) => Buffer): boolean {
  return acceptedAnswersKeys(keys).some((key) => make(key).toString('hex') === hash);
}

function* compareFiling(claim: ClaimRecords, first: Entry, keys: Keys): Generator<string> {
  const { row } = claim;
  const { details } = first;
  if (first.kind !== 'claim-filed' || entriesOfKind(claim, 'claim-filed').length > 1)
    yield 'has a history that does not begin with its only filing.';
  const differences = findDifferences({
    formId: [details['formId'], row.form_id],
    formVersion: [details['formVersion'], row.form_version],
    late: [details['late'], row.late],
    documentsDue: [details['documentsDue'], row.documents_due],
    suspectedMachine: [details['suspectedMachine'], row.suspected_machine],
    withoutScript: [details['withoutScript'], row.without_script],
    answersHash: [details['answersHash'], row.answers_hash.toString('hex')],
    'filing time': [first.at, row.filed_at],
    status: [['filed', 'purged'][entriesOfKind(claim, 'claim-purged').length], row.status],
    caseId: [details['caseId'], row.case_id],
    language: [details['language'], row.language],
    documentsExpected: [details['documentsExpected'], row.documents_expected],
    duplicateNotice: [details['duplicateNotice'], row.duplicate_notice],
    'idempotency key': [
      true,
      isKeyedHash(details['idempotencyKeyHash'], keys, (key) =>
        hashIdempotencyKey(row.number, row.idempotency_key, key),
      ),
    ],
  });
  for (const name of differences) yield `differs from its history: ${name}.`;
}

function* findAnswerIssues(claim: ClaimRecords, first: Entry, keys: Keys): Generator<string> {
  const { row } = claim;
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
  if (!isKeyedHash(first.details['recordHash'], keys, (key) => hashRecord(row, key)))
    yield 'has a different summary, Notice ID, language or search column than it was filed with.';
}

function* findPurgeLeftovers(claim: ClaimRecords): Generator<string> {
  const { row, taxIds, documents, checks, outbox, notes, calls, verdicts, corrections } = claim;
  const leftovers = findDifferences({
    answers: [{}, row.answers],
    'a summary': [[], row.summary],
    'search columns': [[], searchColumns.filter((column) => row[column] !== null)],
    'tax IDs': [0, taxIds.length],
    documents: [0, documents.length],
    'data checks': [0, checks.length],
    mail: [0, outbox.length],
    notes: [0, notes.length],
    calls: [0, calls.length],
    'reasons of verdicts': [0, verdicts.filter(({ reason }) => reason !== '').length],
    'corrected answers': [0, corrections.filter(({ value, note }) => value !== null || note !== null).length],
  });
  for (const name of leftovers) yield `is purged, and still has ${name}.`;
}

/** Each stored document has one entry, and each entry has its document. */
function* compareDocuments(claim: ClaimRecords, keys: Keys): Generator<string> {
  const entries = entriesByDocument(claim, 'document-stored');
  const scans = entriesByDocument(claim, 'document-scanned');
  if (entriesOfKind(claim, 'document-stored').length > entries.size)
    yield 'has two history entries for the same document.';
  const lost = new Set(entries.keys());
  for (const row of claim.documents) {
    const { id } = row;
    const entry = entries.get(id);
    const details = entry?.details ?? {};
    const scan = scans.get(id);
    const isStored = row.status === 'stored';
    if (isStored) lost.delete(id);
    if (isStored && !entry) yield `has the document ${id}, which is not in its history.`;
    const differences = findDifferences({
      'virus scan result': [
        [scan?.details['outcome'] ?? 'waiting', scan?.details['finding'] ?? null, scan?.at ?? null],
        [row.scan, row.scan_finding, row.scanned_at],
      ],
      ...(isStored &&
        entry && {
          sha256: [details['sha256'], row.sha256?.toString('hex')],
          storedSha256: [details['storedSha256'], row.stored_sha256?.toString('hex')],
          size: [details['size'], Number(row.size)],
          'storage key': [true, isStorageKeyOf(claim.row, id, row.storage_key)],
          time: [entry.at, row.stored_at],
          name: [true, isKeyedHash(details['namesHash'], keys, (key) => hashFileNames(row, key))],
          type: [details['type'], row.type],
          pictureMetadata: [details['pictureMetadata'], row.picture_metadata],
          createdAt: [details['createdAt'], row.created_at.toISOString()],
        }),
    });
    for (const name of differences) yield `has the document ${id} with a different ${name} than its history says.`;
  }
  if (claim.row.status === 'purged') return;
  for (const id of lost) yield `has lost the document ${id}, which its history names.`;
}

function* compareDataChecks(claim: ClaimRecords, keys: Keys): Generator<string> {
  const stored = entriesByDocument(claim, 'document-stored');
  const checked = entriesByDocument(claim, 'data-checked');
  const scans = entriesByDocument(claim, 'document-scanned');
  for (const check of claim.checks) {
    const id = check.document_id;
    const entry = checked.get(id);
    const scan = scans.get(id);
    // An infected file is not checked, and the entry of its scan says so instead.
    const infected = scan?.details['outcome'] === 'infected' ? scan : undefined;
    const isReportSame = entry
      ? isKeyedHash(entry.details['reportHash'], keys, (key) => hashCheckPart('report', id, check.reportDigest, key))
      : check.reportDigest === null;
    const isChoiceSame = isKeyedHash(stored.get(id)?.details['chosenHash'], keys, (key) =>
      hashCheckPart('chosen', id, check.chosenDigest, key),
    );
    const differences = findDifferences({
      outcome: [entry?.details['outcome'] ?? (infected && 'failed'), check.outcome],
      time: [(entry ?? infected)?.at, check.finished_at],
      createdAt: [stored.get(id)?.at, check.created_at],
      report: [true, isReportSame],
      'choice of tables': [true, isChoiceSame],
    });
    for (const name of differences)
      yield `has a data check of the document ${id} with a different ${name} than its history says.`;
  }
  if (claim.row.status === 'purged') return;
  const due = [...stored].flatMap(([id, { details }]) => (details['chosenHash'] === undefined ? [] : [id]));
  const found = new Set(claim.checks.map((check) => check.document_id));
  for (const id of new Set([...due, ...checked.keys()]))
    if (!found.has(id)) yield `has lost the data check of the document ${id}.`;
}

/** A claim with an email address owes one receipt. The outbox is cleaned up later. */
function* compareReceipt(claim: ClaimRecords, first: Entry): Generator<string> {
  const { row, outbox } = claim;
  const [entry, ...moreEntries] = ['receipt-sent', 'receipt-refused'].flatMap((kind) => entriesOfKind(claim, kind));
  if (moreEntries.length > 0) yield 'has a receipt that was sent more than once according to its history.';
  if (row.status === 'purged') return;
  const [receipt, ...moreReceipts] = outbox;
  if (moreReceipts.length > 0) yield 'owes its receipt more than once.';
  if (!receipt) {
    if (row.email !== null && !entry) yield 'owes a receipt, and nothing will send it.';
    return;
  }
  if (row.email === null) yield 'owes a receipt and has no address for it.';
  const recorded = ['receipt', first.at, entry?.kind.replace('receipt-', '') ?? null, entry?.at ?? null];
  if (!isDeepStrictEqual(recorded, [receipt.kind, receipt.created_at, receipt.outcome, receipt.done_at]))
    yield 'has a receipt that differs from its history.';
}

/** Each note and each call has one entry, and each entry has its note or call. */
function* compareNotes(claim: ClaimRecords, keys: Keys): Generator<string> {
  const written = [
    ...claim.notes.map((row) => ({ name: 'note', kind: 'note-added', topic: null, ...row })),
    ...claim.calls.map((row) => ({ name: 'call', kind: 'call-logged', ...row })),
  ];
  const entries = [...entriesOfKind(claim, 'note-added'), ...entriesOfKind(claim, 'call-logged')];
  const idOf = ({ details }: Entry) => String(details['noteId'] ?? details['callId']);
  const byId = new Map(entries.map((entry) => [idOf(entry), entry]));
  for (const { id, name, ...row } of written) {
    const entry = byId.get(id);
    byId.delete(id);
    if (!entry) yield `has the ${name} ${id}, which is not in its history.`;
    const differences = findDifferences(
      entry
        ? {
            kind: [entry.kind, row.kind],
            time: [entry.at, row.at],
            author: [entry.details['by'], row.staff_id],
            topic: [entry.details['topic'], row.topic],
            text: [true, isKeyedHash(entry.details['textHash'], keys, (key) => hashNote({ id, ...row }, key))],
          }
        : {},
    );
    for (const difference of differences)
      yield `has the ${name} ${id} with a different ${difference} than its history says.`;
  }
  if (claim.row.status === 'purged') return;
  for (const id of byId.keys()) yield `has lost the note or call ${id}, which its history names.`;
}

/** The last entry about scores says which of them reached its threshold. Without one, none did. */
function* compareScores(claim: ClaimRecords): Generator<string> {
  const details = entriesOfKind(claim, 'claim-scored').at(-1)?.details ?? {};
  const [row] = claim.scores;
  const differences = findDifferences({
    duplicate: [details['duplicateReached'] ?? false, row?.duplicate_reached ?? false],
    machine: [details['machineReached'] ?? false, row?.machine_reached ?? false],
  });
  for (const name of differences) yield `has a ${name} score that differs from its history.`;
}

/** Each verdict has one entry, and each entry has its verdict. */
function* compareVerdicts(claim: ClaimRecords, keys: Keys): Generator<string> {
  const isPurged = claim.row.status === 'purged';
  const entries = new Map(entriesOfKind(claim, 'verdict').map((entry) => [String(entry.details['verdictId']), entry]));
  for (const row of claim.verdicts) {
    const entry = entries.get(row.id);
    entries.delete(row.id);
    if (!entry) yield `has the verdict ${row.id}, which is not in its history.`;
    const differences = findDifferences(
      entry
        ? {
            time: [entry.at, row.at],
            author: [entry.details['by'], row.staff_id],
            result: [entry.details['verdict'], row.verdict],
            cluster: [entry.details['cluster'], row.cluster_id],
            'second reviewer': [entry.details['second'], row.second],
            reason: [
              true,
              isPurged || isKeyedHash(entry.details['reasonHash'], keys, (key) => hashVerdictReason(row, key)),
            ],
            evidence: [true, isKeyedHash(entry.details['evidenceHash'], keys, (key) => hashVerdictEvidence(row, key))],
          }
        : {},
    );
    for (const name of differences) yield `has the verdict ${row.id} with a different ${name} than its history says.`;
  }
  for (const id of entries.keys()) yield `has lost the verdict ${id}, which its history names.`;
}

/** Each correction has one entry, and each entry has its correction. A purge empties corrections. */
function* compareCorrections(claim: ClaimRecords, keys: Keys): Generator<string> {
  const entries = entriesOfKind(claim, 'claim-corrected');
  const byId = new Map(entries.map((entry) => [String(entry.details['correctionId']), entry]));
  const isPurged = claim.row.status === 'purged';
  for (const row of claim.corrections) {
    const entry = byId.get(row.id);
    byId.delete(row.id);
    if (!entry) yield `has the correction ${row.id}, which is not in its history.`;
    const { details } = entry ?? {};
    const differences = findDifferences(
      entry && details
        ? {
            time: [entry.at, row.at],
            author: [details['by'], row.staff_id],
            position: [details['position'], row.position],
            field: [details['field'], row.field],
            source: [details['source'], row.source],
            document: [details['documentId'], row.document_id],
            'withdrawn correction': [details['withdraws'], row.withdraws],
            ...(!isPurged && {
              value: [true, isKeyedHash(details['valueHash'], keys, (key) => hashCorrection(row, key))],
            }),
          }
        : {},
    );
    for (const name of differences)
      yield `has the correction ${row.id} with a different ${name} than its history says.`;
  }
  for (const id of byId.keys()) yield `has lost the correction ${id}, which its history names.`;
}

/** What second reviewers decided, and what came of disagreements. The rest is in the sample's history. */
function* compareSecondReviews(claim: ClaimRecords, keys: Keys): Generator<string> {
  const isPurged = claim.row.status === 'purged';
  const bySample = (kind: string) =>
    new Map(entriesOfKind(claim, kind).map((entry) => [String(entry.details['sampleId']), entry]));
  const reviewed = bySample('quality-reviewed');
  const settled = bySample('quality-settled');
  for (const row of claim.secondReviews) {
    const second = reviewed.get(row.sample_id);
    const third = settled.get(row.sample_id);
    reviewed.delete(row.sample_id);
    settled.delete(row.sample_id);
    const id = `${row.sample_id} ${row.position}`;
    const isNote = (hash: unknown, noteId: string, text: string) =>
      isPurged ? text === '' : isKeyedHash(String(hash), keys, (key) => hashNote({ id: noteId, text }, key));
    const differences = findDifferences({
      outcome: [second?.details['outcome'], row.outcome],
      time: [second?.at, row.reviewed_at],
      agreement: [second?.details['agrees'], row.agrees],
      verdict: [third?.details['verdict'], row.verdict],
      'time of the verdict': [third?.at, row.settled_at],
      'third person': [third?.details['by'], row.settled_by],
      reasons: [second?.details['reasons'] ?? '', row.reasons.join(' ')],
      amount: [second?.details['amount'] === undefined ? null : Number(second.details['amount']), numberOf(row)],
      reviewer: [row.taken_at === null, row.reviewer === null],
      ...(second && {
        'second reviewer': [second.details['by'], row.reviewer],
        'time of taking': [second.details['takenAt'], row.taken_at?.toISOString()],
      }),
      note: [true, second ? isNote(second.details['noteHash'], id, row.note) : row.note === ''],
      'note of the verdict': [
        true,
        third ? isNote(third.details['noteHash'], `${id} settled`, row.verdict_note) : row.verdict_note === '',
      ],
      ...(third && { decision: [third.details['decisionId'], row.decision_id] }),
    });
    for (const name of differences)
      yield `has a second review in the sample ${row.sample_id} with a different ${name} than its history says.`;
  }
  for (const id of [...reviewed.keys(), ...settled.keys()])
    yield `has lost its second review in the sample ${id}, which its history names.`;
}

const numberOf = ({ recognized_amount: amount }: ClaimRecords['secondReviews'][number]): number | null =>
  amount === null ? null : Number(amount);
