import { joinTaxIds, type TaxId } from '@redress/forms/tax-ids';
import { isDeepStrictEqual } from 'node:util';
import { hashAnswers } from '../../claims/filing/hash-answers.ts';
import { findBrokenEntry } from '../../platform/history/entries.ts';
import { deletedByPurge, hashForComparison } from '../../platform/history/row-hashes.ts';
import { hashTaxId, decryptTaxId } from '../../platform/keys/encrypted-fields.ts';
import { acceptedAnswersKeys, type Keys } from '../../platform/keys/keys.ts';
import type { ClaimRecords } from './read-claim-records.ts';
import { compareReview } from './verify-review.ts';
import { describeRow, hashSafely, RecordedRows } from './verify-rows.ts';

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
  yield* compareFiling(claim, first);
  yield* compareRows(claim, keys);
  yield* row.status === 'purged' ? findPurgeLeftovers(claim) : findAnswerIssues(claim, keys);
  yield* compareReceipt(claim, first);
  yield* compareScores(claim);
  yield* compareReview(claim);
}

type Entry = ClaimRecords['history'][number];

const entriesOfKind = ({ history }: ClaimRecords, kind: string) => history.filter((entry) => entry.kind === kind);

/** Pairs the value in the history with the stored value; absent equals null. */
type Comparison = Readonly<Record<string, readonly [recorded: unknown, stored: unknown]>>;

function findDifferences(comparison: Comparison): string[] {
  return Object.entries(comparison).flatMap(([name, [recorded, stored]]) =>
    isDeepStrictEqual(recorded ?? null, stored ?? null) ? [] : [name],
  );
}

function* compareFiling(claim: ClaimRecords, first: Entry): Generator<string> {
  const { row } = claim;
  if (first.kind !== 'claim-filed' || entriesOfKind(claim, 'claim-filed').length > 1)
    yield 'has a history that does not begin with its only filing.';
  const differences = findDifferences({
    status: [['filed', 'purged'][entriesOfKind(claim, 'claim-purged').length], row.status],
    duplicateNotice: [first.details['duplicateNotice'], row.duplicate_notice],
  });
  for (const name of differences) yield `differs from its history: ${name}.`;
}

/** Each row must match its last entry, and each entry must have its rows, until a purge. */
function* compareRows(claim: ClaimRecords, keys: Keys): Generator<string> {
  const isPurged = claim.row.status === 'purged';
  const recorded = new RecordedRows(keys);
  for (const entry of claim.history) recorded.add('', entry);
  const documents = claim.documents.filter((row) => !isArriving(row));
  const rows = [
    { table: 'claims', ...hashForComparison({ table: 'claims', row: claim.row }, keys) },
    ...documents.map((row) => ({ table: 'claim_documents', ...hashSafely({ table: 'claim_documents', row }, keys) })),
    ...claim.others,
  ];
  for (const row of rows) {
    const issue = recorded.check('', row, () => isPurged);
    const name = describeRow(row.name);
    if (issue !== undefined) yield `has the ${name}, which ${issue}.`;
    else if (isPurged && (deletedByPurge.has(row.table) || !row.isEmptied))
      yield `is purged but still has data in the ${name}.`;
  }
  for (const name of recorded.missing(() => isPurged)) yield `has lost the ${name}, which its history names.`;
}

/** Whether a file is still arriving. */
const isArriving = ({ status, scan, scanned_at, scan_finding }: ClaimRecords['documents'][number]): boolean =>
  status === 'arriving' && scan === 'waiting' && scanned_at === null && scan_finding === null;

function* findAnswerIssues(claim: ClaimRecords, keys: Keys): Generator<string> {
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
    !acceptedAnswersKeys(keys).some((key) => hashAnswers(form, answers, key).equals(row.answers_hash))
  )
    yield 'has different answers or tax IDs than it was filed with.';
}

function* findPurgeLeftovers(claim: ClaimRecords): Generator<string> {
  const { row, taxIds, outbox, documents } = claim;
  const leftovers = findDifferences({
    answers: [{}, row.answers],
    'tax IDs': [0, taxIds.length],
    documents: [0, documents.length],
    mail: [0, outbox.length],
  });
  for (const name of leftovers) yield `is purged but still has ${name}.`;
}

/** A claim with an email address must have one receipt. The outbox is cleaned up later. */
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

/** The last entry about scores says which of them reached its threshold; without it, none did. */
function* compareScores(claim: ClaimRecords): Generator<string> {
  const details = entriesOfKind(claim, 'claim-scored').at(-1)?.details ?? {};
  const [row] = claim.scores;
  const differences = findDifferences({
    duplicate: [details['duplicateReached'] ?? false, row?.duplicate_reached ?? false],
    machine: [details['machineReached'] ?? false, row?.machine_reached ?? false],
  });
  for (const name of differences) yield `has a ${name} score that differs from its history.`;
}
