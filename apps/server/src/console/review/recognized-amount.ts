import { formatMoney } from '@redress/contract/console/format-figure';
import type { ClaimReview } from '@redress/contract/console/review';
import type { RecognizedRule, ReviewRules } from '@redress/contract/review-rules';
import { findForm, type Settlement } from '@redress/contract/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import { applyCorrections, readCorrections } from '../../claims/corrections/corrections.ts';
import { findRange } from '../../claims/filing/claimed-range.ts';
import { claimedAmountOf } from '../../claims/filing/search-columns.ts';
import type { AnyAnswers } from '@redress/forms/answers';
import { isRecord } from '@redress/forms/read-field';
import type { Database } from '../../platform/database/pool.ts';

/** Ten-thousandths of a dollar, as in the database, so that sums are exact. */
export type Amount = bigint;
const perDollar = 10_000n;
const perCent = 100n;

/** @param decimal for example `1250.5000`, or `-12.5000`: reversals in data files count */
export function parseAmount(decimal: string): Amount {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const amount = BigInt(whole) * perDollar + BigInt(fraction.slice(0, 4).padEnd(4, '0'));
  return decimal.startsWith('-') ? -amount : amount;
}

export const parseDollars = (dollars: number): Amount => BigInt(Math.round(dollars * 100)) * perCent;

/** Dollars and cents, for example `1250.50`. Fractions of a cent are not recognized. */
export function formatAmount(amount: Amount): string {
  if (amount < 0n) return `-${formatAmount(-amount)}`;
  const cents = amount / perCent;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** Formats `$1,250.50`. */
export const formatDollars = (amount: Amount): string => formatMoney(formatAmount(amount));

const atCents = (amount: Amount): Amount => (amount / perCent) * perCent;

/** The facts that decide the amount that can be recognized. */
export interface AmountInputs {
  /** The amount claimed. */
  readonly amount: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  /** The counted amount of the claim's data files; null without one. */
  readonly counted: string | null;
  readonly documents: number;
}

export interface Recognizable {
  readonly pool: string | null;
  /** Null: nothing in the claim suggests an amount, so a person enters it. */
  readonly suggested: Amount | null;
  /** Between these, an amount is recognized in full. Null: no limit. */
  readonly from: Amount | null;
  readonly to: Amount | null;
  /** The computation, for staff. */
  readonly rule: string;
}

/** The amount that an approval recognizes, by the rule of the form. */
export function computeRecognizable(rules: ReviewRules, formId: string, inputs: AmountInputs): Recognizable {
  const rule = rules.recognized[formId];
  if (!rule) return open(null, 'This form has no rule for the amount. Enter it.');
  switch (rule.rule) {
    case 'claimed':
      return computeClaimed(rule, inputs);
    case 'range':
      return computeRange(rule, inputs);
    case 'losses':
      return computeLosses(rule, inputs);
  }
}

/** The largest amount that can be recognized for a claim, without regard to its data files. */
export function computeLargest(
  rules: ReviewRules,
  formId: string,
  claimed: Pick<AmountInputs, 'amount' | 'answers'>,
): Amount {
  const { to, suggested } = computeRecognizable(rules, formId, { ...claimed, counted: null, documents: 0 });
  return to ?? suggested ?? 0n;
}

const open = (pool: string | null, rule: string): Recognizable => ({
  pool,
  suggested: null,
  from: null,
  to: null,
  rule,
});

function computeClaimed({ pool }: RecognizedRule, { amount, counted }: AmountInputs): Recognizable {
  if (amount === null) return open(pool, 'The claim states no amount. Enter the amount shown in the documents.');
  const claimed = atCents(parseAmount(amount));
  const inFiles = counted === null ? undefined : atCents(parseAmount(counted));
  const isLess = inFiles !== undefined && inFiles < claimed;
  // Files with more reversals than payments recognize nothing.
  const suggested = isLess ? (inFiles > 0n ? inFiles : 0n) : claimed;
  const rule = isLess
    ? `The data files count ${formatDollars(inFiles)}, less than the ${formatDollars(claimed)} claimed.`
    : 'The claimed amount.';
  return { pool, suggested, from: suggested, to: suggested, rule };
}

type RangeRule = Extract<RecognizedRule, { readonly rule: 'range' }>;

/** The suggested amount for a range that a claimant chose. */
export function readRange({ suggest }: RangeRule, range: RangeRule['ranges'][string]) {
  const from = parseDollars(range.from);
  const to = range.to === undefined ? null : parseDollars(range.to);
  // Without an upper limit, the range has no middle.
  const end = to ?? from;
  const suggested = { from, to: end, middle: atCents((from + end) / 2n) }[suggest];
  return { from, to, end, suggested };
}

function computeRange(rule: RangeRule, { answers, documents }: AmountInputs): Recognizable {
  const answer = answers[rule.field];
  const range = findRange(rule, answer);
  if (!range) return open(rule.pool, 'The claim states no range. Enter the amount shown in the documents.');
  const { from, to, end, suggested } = readRange(rule, range);
  const place = suggested === from ? 'Its lower end' : suggested === end ? 'Its upper end' : 'Its midpoint';
  const evidence = documents === 0 ? 'The claim has no documents.' : 'Recognize the amount shown in the documents.';
  return {
    pool: rule.pool,
    suggested,
    from,
    to,
    rule: `The claim states a range. ${place} is suggested. ${evidence}`,
  };
}

export type LossesRule = Extract<RecognizedRule, { readonly rule: 'losses' }>;

function computeLosses({ pool, losses, hours }: LossesRule, { answers, documents }: AmountInputs): Recognizable {
  const parts: { readonly amount: Amount; readonly text: string }[] = [];
  const rows = losses && answers[losses.rows];
  if (losses && Array.isArray(rows) && rows.length > 0) {
    const sum = rows.reduce(
      (total: Amount, row: unknown) => total + readNumber(isRecord(row) && row[losses.amount]),
      0n,
    );
    const most = losses.atMost === undefined ? sum : parseDollars(losses.atMost);
    const limit = sum > most ? `, limited to ${formatDollars(most)}` : '';
    const evidence = documents === 0 ? ' The claim has no documents.' : '';
    parts.push({ amount: sum > most ? most : sum, text: `Losses of ${formatDollars(sum)}${limit}.${evidence}` });
  }
  const typed = hours && answers[hours.field];
  if (hours && typeof typed === 'string') {
    const lost = readNumber(typed);
    const most = hours.atMost === undefined ? lost : parseDollars(hours.atMost);
    const counted = lost > most ? most : lost;
    const amount = atCents((counted * parseDollars(hours.rate)) / perDollar);
    const limit = lost > most ? `, limited to ${formatHours(most)}` : '';
    const rate = formatDollars(parseDollars(hours.rate));
    parts.push({
      amount,
      text: `${formatHours(lost)} hours lost${limit}, at ${rate} an hour: ${formatDollars(amount)}.`,
    });
  }
  if (parts.length === 0) return open(pool, 'The claim states no losses. Enter the amount shown in the documents.');
  const suggested = parts.reduce((sum, { amount }) => sum + amount, 0n);
  return { pool, suggested, from: suggested, to: suggested, rule: parts.map(({ text }) => text).join(' ') };
}

/** Hours use the same unit as amounts. Formats `2.5`. */
const formatHours = (hours: Amount): string => String(Number(hours) / Number(perDollar));

/** Amounts and hours, as forms accept them. Other text counts as zero. */
export const decimalPattern = String.raw`^\d{1,10}(\.\d{1,2})?$`;

const readNumber = (answer: unknown): Amount =>
  typeof answer === 'string' && new RegExp(decimalPattern).test(answer) ? parseAmount(answer) : 0n;

type CountedClaim = Pick<FoundClaim, 'id' | 'form_id' | 'form_version' | 'amount' | 'answers'>;

/** The inputs of a claim's amount: its answers with their corrections, files and documents. */
export async function readAmountInputs(
  database: Database,
  settlement: Settlement,
  claim: CountedClaim,
): Promise<AmountInputs> {
  const corrections = await readCorrections(database, claim.id);
  return { ...correctAmount(settlement, claim, corrections), ...(await readEvidence(database, claim.id)) };
}

/** A claim's answers and its amount with corrections over them. */
export function correctAmount(
  settlement: Pick<Settlement, 'claimForms'>,
  { form_id: formId, form_version: version, amount, answers }: Omit<CountedClaim, 'id'>,
  corrections: AnyAnswers = {},
): Pick<CountedClaim, 'amount' | 'answers'> {
  const form = findForm(settlement, formId, version);
  if (!form || Object.keys(corrections).length === 0) return { amount, answers };
  const corrected = applyCorrections(answers, corrections);
  return { amount: claimedAmountOf(form, corrected), answers: corrected };
}

export function describeRecognizable({
  suggested,
  from,
  to,
  rule,
}: Recognizable): ClaimReview['options']['recognized'] {
  const write = (amount: Amount | null) => (amount === null ? null : formatAmount(amount));
  return { suggested: write(suggested), from: write(from), to: write(to), rule };
}

/**
 * SQL: the counted amount of a claim's data files, by their latest checks, and its number of
 * documents. Files with a virus do not count.
 */
export const countedInFiles = (claimId: RawBuilder<unknown>) => sql<{ counted: string | null; documents: string }>`
  select sum((latest.details->>'amount')::numeric) as counted, count(*) as documents
  from claim_documents document
  left join lateral (
    select details from claim_history
    where claim_id = document.claim_id and kind = 'data-checked' and details->>'documentId' = document.id::text
    order by position desc limit 1
  ) as latest on true
  where document.claim_id = ${claimId} and document.status = 'stored' and document.scan <> 'infected'`;

async function readEvidence(database: Database, claimId: string): Promise<Pick<AmountInputs, 'counted' | 'documents'>> {
  const { rows } = await countedInFiles(sql`${claimId}`).execute(database);
  return { counted: rows[0]?.counted ?? null, documents: Number(rows[0]?.documents ?? 0) };
}
