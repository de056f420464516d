import type { RecognizedRule, ReviewRules } from '@redress/contract/review-rules';
import { type RawBuilder, sql } from 'kysely';
import {
  countedInFiles,
  decimalPattern,
  formatAmount,
  type LossesRule,
  parseDollars,
  readRange,
} from './recognized-amount.ts';

/**
 * SQL: the recognized amount of a row `claim` by the rule of its form, with the counted amount of
 * its data files as `fact.counted`. Null if a person has to decide it, or if answers were
 * corrected.
 */
export function recognizedAmount({ recognized }: Pick<ReviewRules, 'recognized'>): RawBuilder<unknown> {
  const forms = Object.entries(recognized);
  if (forms.length === 0) return sql`null::numeric`;
  const cases = forms.map(([form, rule]) => sql`when ${form} then ${amountBy(rule)}`);
  return sql`(case when not fact.corrected then case claim.form_id ${sql.join(cases, sql` `)} end end)::numeric(19, 4)`;
}

/** SQL: joins `fact`, with the current facts, to a row `claim`. */
export const factsOfNow: RawBuilder<unknown> = sql`
  cross join lateral (${countedInFiles(sql`claim.id`)}) as files
  cross join lateral (
    select files.counted, exists (
      select from claim_history corrected where corrected.claim_id = claim.id and corrected.kind = 'claim-corrected'
    ) as corrected
  ) as fact`;

/**
 * Computes the same as `recognized-amount.ts`. `recognized-amounts.api.test.ts` checks both with
 * one table.
 */
function amountBy(rule: RecognizedRule): RawBuilder<unknown> {
  switch (rule.rule) {
    case 'claimed':
      // Without a counted amount, `least` returns the claimed one. Fractions of a cent do not
      // count.
      return sql`case when claim.amount is not null then greatest(trunc(least(claim.amount, fact.counted), 2), 0) end`;
    case 'range': {
      const ranges = Object.entries(rule.ranges).map(
        ([answer, range]) => sql`when ${answer} then ${formatAmount(readRange(rule, range).suggested)}::numeric`,
      );
      return ranges.length === 0
        ? sql`null`
        : sql`case claim.answers ->> ${rule.field} ${sql.join(ranges, sql` `)} end`;
    }
    case 'losses':
      return lossesBy(rule);
  }
}

const decimalOf = (text: RawBuilder<unknown>) => sql`case when ${text} ~ ${decimalPattern} then (${text})::numeric end`;
/** A limit in dollars or hours. Null, which `least` ignores, means that there is none. */
const limitOf = (most: number | undefined) =>
  sql`${most === undefined ? null : formatAmount(parseDollars(most))}::numeric`;

function lossesBy({ losses, hours }: LossesRule): RawBuilder<unknown> {
  const none = sql`null::numeric`;
  const rows = sql`claim.answers -> ${losses?.rows ?? ''}`;
  const sum = losses
    ? sql`(
        select least(coalesce(sum(${decimalOf(sql`row ->> ${losses.amount}`)}), 0), ${limitOf(losses.atMost)})
        from jsonb_array_elements(case when jsonb_typeof(${rows}) = 'array' then ${rows} else '[]' end) as row
        having count(*) > 0
      )`
    : none;
  const lost = sql`claim.answers ->> ${hours?.field ?? ''}`;
  const time = hours
    ? sql`case when ${lost} is not null then
        least(coalesce(${decimalOf(lost)}, 0), ${limitOf(hours.atMost)}) * ${formatAmount(parseDollars(hours.rate))}::numeric end`
    : none;
  return sql`(
    select case when sum is not null or time is not null then trunc(coalesce(sum, 0) + coalesce(time, 0), 2) end
    from (select ${sum} as sum, ${time} as time) as part
  )`;
}
