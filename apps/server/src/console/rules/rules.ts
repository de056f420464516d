import { hash } from 'node:crypto';
import type { NewRule, RuleCondition, RuleContent, RuleField, RuleVersion } from '@redress/contract/console/rules';
import { caseIdsOf, type Settlement } from '@redress/contract/settlement';
import { isField, numericKinds } from '@redress/forms/definition';
import type { Kysely, Selectable } from 'kysely';
import { cleanText } from '../clean-text.ts';
import type { ConsoleContext } from '../context.ts';
import { violatedUniqueConstraint } from '../../platform/database/database-errors.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

type RuleContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/** SHA-256 of a version's outcome and conditions. */
export const hashContent = ({ outcome, conditions }: RuleContent): Buffer =>
  hash('sha256', canonicalJson({ outcome, conditions: conditions.map((condition) => ({ ...condition })) }), 'buffer');

/** The fields of all versions of a form, except those that may hold an (encrypted) tax ID. */
export function ruleFieldsOf({ claimForms }: Pick<Settlement, 'claimForms'>, formId: string): RuleField[] {
  const fields = claimForms
    .filter(({ id }) => id === formId)
    .flatMap(({ sections }) => sections.flatMap(({ items }) => items.filter(isField)))
    .filter((field) => field.kind !== 'taxId' && !('mayHoldTaxIds' in field && field.mayHoldTaxIds));
  return [...new Map(fields.map((field) => [field.name, field])).values()].map((field) => ({
    name: field.name,
    label: field.label,
    options: 'options' in field ? [...field.options] : field.kind === 'checkbox' ? ['true', 'false'] : [],
    isNumber: numericKinds.some((kind) => kind === field.kind),
  }));
}

/** @throws ProblemError `bad-request` that names the condition that no claim can meet */
function requireMeaningful(settlement: Settlement, caseId: string, conditions: readonly RuleCondition[]): void {
  const forms = new Set(settlement.claimForms.filter((form) => form.caseId === caseId).map(({ id }) => id));
  for (const [index, condition] of conditions.entries()) {
    const problem = describeMistake(settlement, forms, condition);
    if (problem !== undefined) throw consoleProblem('bad-request', `Condition ${index + 1}: ${problem}`);
  }
}

function describeMistake(
  settlement: Settlement,
  forms: ReadonlySet<string>,
  condition: RuleCondition,
): string | undefined {
  const isEmpty = (...ends: readonly unknown[]) => ends.every((end) => end === undefined);
  const noEnd = 'Enter at least one end of the range.';
  switch (condition.fact) {
    case 'form':
      return condition.oneOf.every((form) => forms.has(form)) ? undefined : 'The case has no such form.';
    case 'answer': {
      const field = ruleFieldsOf(settlement, condition.form).find(({ name }) => name === condition.field);
      if (!forms.has(condition.form) || !field) return 'The case has no form with this field.';
      const { is } = condition;
      if ((is.test === 'at-least' || is.test === 'at-most') && !field.isNumber) return 'The field is not a number.';
      if (
        is.test === 'one-of' &&
        field.options.length > 0 &&
        !is.values.every((value) => field.options.includes(value))
      )
        return 'The field has no such option.';
      return undefined;
    }
    case 'filed':
      if (isEmpty(condition.from, condition.to)) return noEnd;
      return isReversed(condition.from, condition.to) ? 'The first day is after the last one.' : undefined;
    case 'amount':
    case 'score':
      if (isEmpty(condition.atLeast, condition.atMost)) return noEnd;
      return isReversed(numberOf(condition.atLeast), numberOf(condition.atMost)) ? 'The range is empty.' : undefined;
    case 'documents':
      if (isEmpty(condition.atLeast, condition.atMost, condition.allClean))
        return 'Choose a condition for the documents.';
      return isReversed(condition.atLeast, condition.atMost) ? 'The range is empty.' : undefined;
    case 'data-report': {
      const { rowsAtLeast, rowsAtMost, errorsAtMost, coversClaimed } = condition;
      if (isEmpty(rowsAtLeast, rowsAtMost, errorsAtMost, coversClaimed))
        return 'Choose a condition for the data files.';
      return isReversed(rowsAtLeast, rowsAtMost) ? 'The range is empty.' : undefined;
    }
    case 'state':
    case 'language':
    case 'channel':
    case 'flag':
    case 'signal':
    case 'corrected':
      return undefined;
  }
}

const numberOf = (value: string | number | undefined) => (value === undefined ? undefined : Number(value));
const isReversed = (from: string | number | undefined, to: string | number | undefined) =>
  from !== undefined && to !== undefined && from > to;

/** Creates a rule with its first version, and returns its ID. */
export async function createRule(context: RuleContext, staffId: string, asked: NewRule): Promise<string> {
  const { database, keys, now, settlement } = context;
  const { caseId, outcome, conditions } = asked;
  if (!caseIdsOf(settlement).includes(caseId)) throw new ProblemError('not-found');
  requireMeaningful(settlement, caseId, conditions);
  const name = cleanText(stripNulAndSurrogates(asked.name));
  if (name === '') throw consoleProblem('bad-request', 'Give the rule a name.');
  const at = now();
  return database.transaction().execute(async (transaction) => {
    const rule = await transaction
      .insertInto('rules')
      .values({ case_id: caseId, name, created_at: at, created_by: staffId })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (violatedUniqueConstraint(error) === 'rules_by_name')
          throw consoleProblem('conflict', 'The case already has a rule with this name. Choose another name.');
        throw error;
      });
    const { id } = rule;
    const version = await addVersion(transaction, { id, version: 1, staffId, at }, { outcome, conditions });
    const details = { by: staffId, caseId, sha256: version.sha256.toString('hex') };
    const rows = { ...hashRow('rules', rule, keys), ...hashRow('rule_versions', version, keys) };
    await addRecordEntry(transaction, { kind: 'rule', id }, at, { kind: 'rule-created', details, rows });
    return id;
  });
}

/**
 * Adds a version to a rule that has not changed since.
 * @throws ProblemError `not-found` or `changed-meanwhile`
 */
export async function changeRule(
  context: RuleContext,
  { id: staffId, cases }: { readonly id: string; readonly cases: readonly string[] },
  seen: { readonly id: string; readonly version: number },
  content: RuleContent,
): Promise<void> {
  const { database, keys, now, settlement } = context;
  const at = now();
  await database.transaction().execute(async (transaction) => {
    const rule = await transaction
      .selectFrom('rules')
      .select('case_id')
      .where('id', '=', seen.id)
      .where('case_id', 'in', cases)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    requireMeaningful(settlement, rule.case_id, content.conditions);
    const newest = await readNewestVersion(transaction, seen.id);
    if (newest.version !== seen.version) throw new ProblemError('changed-meanwhile');
    if (newest.sha256.equals(hashContent(content)))
      throw consoleProblem('conflict', 'The rule already has these conditions.');
    const version = seen.version + 1;
    const row = await addVersion(transaction, { id: seen.id, version, staffId, at }, content);
    const details = { by: staffId, version, sha256: row.sha256.toString('hex') };
    const rows = hashRow('rule_versions', row, keys);
    await addRecordEntry(transaction, { kind: 'rule', id: seen.id }, at, { kind: 'rule-changed', details, rows });
  });
}

function addVersion(
  transaction: Kysely<Tables>,
  { id, version, staffId, at }: { id: string; version: number; staffId: string; at: Date },
  content: RuleContent,
): Promise<Selectable<Tables['rule_versions']>> {
  return transaction
    .insertInto('rule_versions')
    .values({
      rule_id: id,
      version,
      outcome: content.outcome,
      conditions: JSON.stringify(content.conditions),
      sha256: hashContent(content),
      at,
      staff_id: staffId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The newest version of an existing rule. */
export const readNewestVersion = (database: Database, ruleId: string) =>
  database
    .selectFrom('rule_versions')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

export interface StoredRule {
  readonly id: string;
  readonly caseId: string;
  readonly name: string;
}

/** The rules of these cases, by name. */
export const listRules = (database: Database, cases: readonly string[]): Promise<StoredRule[]> =>
  selectRules(database, cases).orderBy('case_id').orderBy('name').execute();

/** @throws ProblemError `not-found` also for a rule of another case */
export async function findRule(database: Database, cases: readonly string[], id: string): Promise<StoredRule> {
  return selectRules(database, cases).where('id', '=', id).executeTakeFirstOrThrow(notFound);
}

const selectRules = (database: Database, cases: readonly string[]) =>
  database.selectFrom('rules').select(['id', 'case_id as caseId', 'name']).where('case_id', 'in', cases);

/** All versions of some rules, newest first. */
export async function listVersions(
  database: Database,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, RuleVersion[]>> {
  if (ruleIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('rule_versions')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['rule_id', 'rule_versions.version', 'outcome', 'conditions', 'sha256', 'at', 'staff.name'])
    .where('rule_id', 'in', ruleIds)
    .orderBy('rule_versions.version', 'desc')
    .execute();
  const versions = new Map<string, RuleVersion[]>();
  for (const { rule_id: ruleId, version, outcome, conditions, sha256, at, name } of rows) {
    const described = { version, outcome, conditions, sha256: sha256.toString('hex'), by: name, at: at.toISOString() };
    versions.set(ruleId, [...(versions.get(ruleId) ?? []), described]);
  }
  return versions;
}
