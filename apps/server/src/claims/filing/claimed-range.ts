import type { AmountRange } from '@redress/contract/console/schema-parts';
import type { RecognizedRule } from '@redress/contract/review-rules';
import type { Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
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

/** Reads the ranges of claims as filed, by their IDs. */
export async function readRanges(
  database: Database,
  { review }: Pick<Settlement, 'review'>,
  claims: readonly { readonly id: string; readonly formId: string }[],
): Promise<ReadonlyMap<string, AmountRange | null>> {
  const fields = Object.entries(review.recognized).flatMap(([form, rule]) =>
    rule.rule === 'range' ? [[form, rule.field] as const] : [],
  );
  const ids = claims.filter(({ formId }) => fields.some(([form]) => form === formId)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const answer = sql`answers ->> (${JSON.stringify(Object.fromEntries(fields))}::jsonb ->> form_id)`;
  const { rows } = await sql<{ id: string; formId: string; answer: string | null }>`
    select id, form_id as "formId", ${answer} as answer from claims where id = any(${ids}::bigint[])`.execute(database);
  return new Map(
    rows.map(({ id, formId, answer: chosen }) => {
      const rule = review.recognized[formId];
      return [id, claimedRange(rule, rule?.rule === 'range' ? { [rule.field]: chosen } : {})];
    }),
  );
}
