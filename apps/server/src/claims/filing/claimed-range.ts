import type { AmountRange } from '@redress/contract/console/schema-parts';
import type { RecognizedRule } from '@redress/contract/review-rules';
import type { Settlement } from '@redress/contract/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

type RangeRule = Extract<RecognizedRule, { readonly rule: 'range' }>;

/** Finds the range of a form's rule that an answer names. */
export function findRange(rule: RangeRule, answer: unknown): RangeRule['ranges'][string] | undefined {
  return typeof answer === 'string' && Object.hasOwn(rule.ranges, answer) ? rule.ranges[answer] : undefined;
}

/** The range that a claim names instead of an amount. */
export function claimedRange(
  rule: RecognizedRule | undefined,
  answers: Readonly<Record<string, unknown>>,
): AmountRange | null {
  const range = rule?.rule === 'range' ? findRange(rule, answers[rule.field]) : undefined;
  if (!range) return null;
  const write = (dollars: number) => dollars.toFixed(2);
  return { from: write(range.from), to: range.to === undefined ? null : write(range.to) };
}

/** SQL for the answer that names the range of a claim; undefined if no form asks for one. */
export function rangeAnswer({ review }: Pick<Settlement, 'review'>): RawBuilder<string | null> | undefined {
  const fields = Object.entries(review.recognized).flatMap(([form, rule]) =>
    rule.rule === 'range' ? [[form, rule.field] as const] : [],
  );
  return fields.length === 0
    ? undefined
    : sql<string | null>`answers ->> (${JSON.stringify(Object.fromEntries(fields))}::jsonb ->> form_id)`;
}

/** The ranges of claims as filed, by their IDs. */
export async function readRanges(
  database: Database,
  settlement: Pick<Settlement, 'review'>,
  claims: readonly { readonly id: string; readonly formId: string }[],
): Promise<ReadonlyMap<string, AmountRange | null>> {
  const { recognized } = settlement.review;
  const answer = rangeAnswer(settlement);
  const ids = claims.filter(({ formId }) => recognized[formId]?.rule === 'range').map(({ id }) => id);
  if (ids.length === 0 || !answer) return new Map();
  const { rows } = await sql<{ id: string; formId: string; answer: string | null }>`
    select id, form_id as "formId", ${answer} as answer from claims where id = any(${ids}::bigint[])`.execute(database);
  return new Map(
    rows.map(({ id, formId, answer: chosen }) => {
      const rule = recognized[formId];
      return [id, claimedRange(rule, rule?.rule === 'range' ? { [rule.field]: chosen } : {})];
    }),
  );
}
