import type { RuleCondition, RuleFlag } from '@redress/contract/console/rules';
import { type RawBuilder, sql } from 'kysely';
import { flagsForPeople, unaskedFlags } from '../bulk/left-to-people.ts';

type Sql = RawBuilder<boolean>;

/** SQL conditions by the rows that they read. Scores are read last, for few claims. */
export interface CompiledConditions {
  /** Conditions on the columns of `claims`; a row is called `claim`. */
  readonly ofClaims: readonly Sql[];
  /** Conditions that also need the history; a row of `evaluate-rule.ts` is called `fact`. */
  readonly ofHistory: readonly Sql[];
  /** Conditions on scores and signals; a row of `rule_run_scores` is called `score`. */
  readonly ofScores: readonly Sql[];
  /** Whether a flag that the rule does not ask for keeps the claim from being approved. */
  readonly isFlagged: Sql;
}

/** A number as a person typed it, with or without dollar sign and commas. Null: not a number. */
const numberIn = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ '^\\s*\\$?\\s*\\d[\\d,]{0,17}(\\.\\d{1,4})?\\s*$' then translate(${text}, '$, ', '')::numeric end`;

/** Conditions for the given ends of a range. */
function range(value: RawBuilder<unknown>, from: unknown, to: unknown, type: string): Sql[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`${value} >= ${from}::${sql.raw(type)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${value} <= ${to}::${sql.raw(type)}`]),
  ];
}

/** Claims of this amount or more have the flag `high-value`. */
interface CompileOptions {
  readonly highValueFrom: number;
}

const flagFacts = (
  highValueFrom: number,
): Record<RuleFlag, { readonly of: 'claim' | 'history'; readonly is: Sql }> => ({
  late: { of: 'claim', is: sql`claim.late` },
  'high-value': { of: 'claim', is: sql`coalesce(claim.amount, 0) >= ${highValueFrom}::numeric` },
  duplicate: { of: 'history', is: flagsForPeople.duplicate },
  machine: { of: 'history', is: flagsForPeople.machine },
  'data-errors': { of: 'history', is: sql`fact.data_errors` },
  rule: { of: 'history', is: sql`fact.queued_by_rule` },
});

/**
 * Compiles a rule's conditions to SQL. No escaping is needed: values are parameters, and columns
 * come from a closed list.
 */
export function compileConditions(
  conditions: readonly RuleCondition[],
  { highValueFrom }: CompileOptions,
): CompiledConditions {
  const [ofClaims, ofHistory, ofScores]: [Sql[], Sql[], Sql[]] = [[], [], []];
  const flags = flagFacts(highValueFrom);
  const oneOf = (column: RawBuilder<unknown>, values: readonly string[]) =>
    sql<boolean>`${column} = any(${values}::text[])`;
  for (const condition of conditions)
    switch (condition.fact) {
      case 'form':
        ofClaims.push(oneOf(sql`claim.form_id`, condition.oneOf));
        break;
      case 'filed':
        ofClaims.push(...range(sql`claim.filed_day`, condition.from, condition.to, 'text'));
        break;
      case 'state':
        ofClaims.push(oneOf(sql`coalesce(claim.state, '')`, condition.oneOf));
        break;
      case 'language':
        ofClaims.push(oneOf(sql`claim.language`, condition.oneOf));
        break;
      case 'channel':
        ofClaims.push(sql`claim.without_script = ${condition.is === 'no-script'}`);
        break;
      case 'amount':
        ofClaims.push(
          sql`claim.amount is not null`,
          ...range(sql`claim.amount`, condition.atLeast, condition.atMost, 'numeric'),
        );
        break;
      case 'answer':
        ofClaims.push(sql`claim.form_id = ${condition.form}`, answerCondition(condition));
        break;
      case 'documents':
        ofHistory.push(...range(sql`fact.documents`, condition.atLeast, condition.atMost, 'bigint'));
        if (condition.allClean !== undefined)
          ofHistory.push(sql`(fact.documents > 0 and fact.clean = fact.documents) = ${condition.allClean}`);
        break;
      case 'data-report':
        ofHistory.push(
          sql`fact.rows is not null`,
          ...range(sql`fact.rows`, condition.rowsAtLeast, condition.rowsAtMost, 'bigint'),
          ...range(sql`fact.errors`, undefined, condition.errorsAtMost, 'bigint'),
        );
        if (condition.coversClaimed !== undefined)
          ofHistory.push(sql`(fact.counted >= claim.amount) = ${condition.coversClaimed}`);
        break;
      case 'flag': {
        const { of, is } = flags[condition.flag];
        (of === 'claim' ? ofClaims : ofHistory).push(sql`(${is}) = ${condition.is}`);
        break;
      }
      case 'corrected':
        ofHistory.push(sql`fact.corrected = ${condition.is}`);
        break;
      case 'score':
        ofScores.push(
          sql`score.claim_id is not null`,
          ...range(sql.ref(`score.${condition.score}`), condition.atLeast, condition.atMost, 'double precision'),
        );
        break;
      case 'signal':
        ofScores.push(
          sql`score.claim_id is not null`,
          sql`(${condition.signal} = any(score.signals)) = ${condition.is}`,
        );
        break;
    }
  const unasked = unaskedFlags(conditions).map(({ is }) => is);
  const isFlagged = sql<boolean>`(${sql.join([sql`false`, ...unasked], sql` or `)})`;
  return { ofClaims, ofHistory, ofScores, isFlagged };
}

function answerCondition({ field, is }: Extract<RuleCondition, { fact: 'answer' }>): Sql {
  const answer = sql`claim.answers ->> ${field}`;
  switch (is.test) {
    case 'one-of':
      return sql`${answer} = any(${is.values}::text[])`;
    case 'at-least':
      return sql`${numberIn(answer)} >= ${is.number}::numeric`;
    case 'at-most':
      return sql`${numberIn(answer)} <= ${is.number}::numeric`;
    case 'answered':
      return sql`(coalesce(${answer}, '') not in ('', '[]', 'false')) = ${is.value}`;
  }
}
