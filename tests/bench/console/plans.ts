import { pageQuery } from '@redress/server/claim-list/read-claims';
import {
  claimsByNoticeId,
  claimsByNumber,
  claimsByTaxId,
  claimsByTerms,
  type LookUp,
  lookUpSettings,
  membersByNoticeId,
  membersByTerms,
  similarWords,
} from '@redress/server/claim-search/look-ups';
import type { Database } from '@redress/server/database/pool';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';

/** Tables that have a row, or several, for each claim or class member. */
const largeTables = [
  'claims',
  'claim_history',
  'claim_tax_ids',
  'claim_documents',
  'data_checks',
  'outbox',
  'claim_search',
  'claim_review',
  'claim_decisions',
  'class_members',
  'member_search',
  'name_words',
];

/** A statement of the console, and the index that it has to use. */
interface PlannedStatement {
  readonly name: string;
  readonly index: string;
  readonly query: RawBuilder<unknown>;
  readonly settings?: RawBuilder<unknown>;
}

/** Every look-up of the search box, and the pages of lists in every order. */
export function statementsOf(cases: readonly string[]): PlannedStatement[] {
  const lookUp = (name: string, index: string, given: LookUp<unknown>): PlannedStatement => ({
    name,
    index,
    query: given.query,
    settings: lookUpSettings(given, 1_500),
  });
  const members = { cases, onlyUnfiled: true };
  const nameAndZip = `('n:garcia' | 'n:gar':*) & ('z:85001')`;
  const page = (sort: 'filed' | 'number' | 'name' | 'amount', isDescending: boolean): PlannedStatement => ({
    name: `a page of the list in the order of ${isDescending ? '-' : ''}${sort}`,
    index: `claim_search_by_${sort === 'filed' ? 'filing' : sort}`,
    query: pageQuery(
      { filters: {}, cases, sort, isDescending, limit: 51 },
      {
        value: 10_000_000,
        isExact: true,
        cases: cases.map((caseId) => ({ caseId, claims: 5_000_000, first: '2025-01-01', last: '2026-12-31' })),
      },
    ),
  });
  return [
    lookUp('claim number', 'claims_number', claimsByNumber(['1234567890'], cases)),
    lookUp('Notice ID', 'claims_by_notice', claimsByNoticeId(['100000001'], cases)),
    lookUp('Notice ID of a class member', 'class_members_pkey', membersByNoticeId(['100000001'], members)),
    lookUp('tax ID', 'claim_tax_ids_by_lookup', claimsByTaxId([randomBytes(32)], cases)),
    lookUp('words', 'claim_search_terms', claimsByTerms(nameAndZip, cases)),
    lookUp('a frequent word', 'claim_search_terms', claimsByTerms(`'n:smith'`, cases)),
    lookUp('words of a class member', 'member_search_terms', membersByTerms(nameAndZip, members)),
    lookUp('a misspelled name', 'name_words_by_letters', similarWords(['gracia', 'maira'])),
    ...(['filed', 'number', 'name', 'amount'] as const).flatMap((sort) => [page(sort, false), page(sort, true)]),
  ];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * What is wrong with the plans of these statements: a table that is read as a whole, or a missing
 * index.
 */
export async function findBadPlans(database: Database, statements: readonly PlannedStatement[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, index, query, settings } of statements) {
    const nodes = await database.transaction().execute(async (transaction) => {
      if (settings) await settings.execute(transaction);
      const { rows } = await sql<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>`
        explain (format json) ${query}`.execute(transaction);
      return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)));
    });
    const whole = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && largeTables.includes(node['Relation Name'] ?? ''),
    );
    for (const node of whole) problems.push(`${name}: reads all of ${node['Relation Name']}`);
    const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
    if (!indexes.includes(index))
      problems.push(`${name}: uses ${indexes.join(', ') || 'no index'} instead of ${index}`);
  }
  return problems;
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** PostgreSQL counts what it reads with a delay. Milliseconds. */
const countingDelay = 3_000;

/** The result of a measurement, and the large tables that were read as a whole meanwhile. */
export async function findWholeReads<Result>(
  database: Database,
  measure: () => Promise<Result>,
): Promise<[Result, readonly string[]]> {
  const count = async () => {
    await pause(countingDelay);
    const { rows } = await sql<{ table: string; reads: number }>`
      select relname as table, seq_scan::float8 as reads from pg_stat_user_tables
      where relname = any(${largeTables}::text[])`.execute(database);
    return new Map(rows.map(({ table, reads }) => [table, reads]));
  };
  const before = await count();
  const result = await measure();
  const after = [...(await count())];
  return [result, after.filter(([table, reads]) => reads > (before.get(table) ?? 0)).map(([table]) => table)];
}
