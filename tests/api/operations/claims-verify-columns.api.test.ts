import { definitions, hashIfListed } from '@redress/server/platform/history/row-hashes';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChangedDatabase } from '../../setup/changed-database.ts';
import { signInTab } from '../../setup/console.ts';
import { isLongRun } from '../../setup/long-tests.ts';
import { approveWaiting } from '../../setup/rules.ts';
import { fillEveryColumn } from './fill-every-column.ts';
import { keys, runningClock, useTestServer } from '../../setup/test-server.ts';

/**
 * The tables of a section of docs/claims-verify.md: `table.column` for each column of a row, or each
 * `table` of the row if it names no column.
 */
function listed(heading: string): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/claims-verify.md'), 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`(?=,| $)/g)].map(([, name = '']) => name);
  return [...section.matchAll(/^\|((?: `\w+`,?)+ )\|([^|]*)\|/gm)].flatMap(([, first = '', second = '']) => {
    const [tables, columns] = [namesIn(first), namesIn(second)];
    return columns.length === 0 ? tables : tables.flatMap((table) => columns.map((column) => `${table}.${column}`));
  });
}
const notCovered = new Set(listed('Not covered'));
const copies = new Set(listed('Copies for search and lists'));
/** Columns, and tables with all columns that are not among those that are not covered. */
const listedAsCovered = new Set(listed('Covered'));
const isCovered = ({ table, column }: Pick<Column, 'table' | 'column'>) =>
  listedAsCovered.has(`${table}.${column}`) || (listedAsCovered.has(table) && !notCovered.has(`${table}.${column}`));
const noPart = new Set([...listed('Tables that are not part of a claim'), ...copies]);

const server = useTestServer({ overrides: { now: () => clock() } });
/**
 * Each call returns another time, so code that reads it twice, for a row and its entry, is found.
 */
const clock = runningClock(server);
let changed: Awaited<ReturnType<typeof openChangedDatabase>>;
let ids: Awaited<ReturnType<typeof fillEveryColumn>>;

beforeAll(async () => {
  ids = await fillEveryColumn(server, clock);
  changed = await openChangedDatabase(server);
  const { rows } = await changed.owner.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { drop } of rows) await changed.owner.query(drop);
  await changed.owner.query('drop index letters_one_each, letters_one_repetition');
  for (const table of ['claims', 'receipt_outbox', 'claim_verdicts', 'member_addresses'])
    await changed.owner.query(`alter table ${table} alter column id drop identity`);
  await changed.owner.query('alter table rule_runs alter column position drop identity');
});
afterAll(async () => {
  await changed?.close();
});

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}
const nameOf = ({ table, column }: Column) => `${table}.${column}`;

function readColumns(): Promise<Column[]> {
  return server.query<Column & Record<string, unknown>>(
    `select table_name as table, column_name as column, case when data_type = 'ARRAY' then udt_name else data_type end as type, is_nullable = 'YES' as nullable
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name::text not in (select inhrelid::regclass::text from pg_inherits) order by table_name, ordinal_position`,
  );
}

/** Other values for a column, as SQL. An empty column gets a value. */
function otherValues({ column, type }: Column): string[] {
  const now = `"${column}"`;
  switch (type) {
    case 'text':
      return [`coalesce(${now}, '') || 'x'`];
    case 'boolean':
      return [`not coalesce(${now}, false)`];
    case 'smallint':
    case 'integer':
    case 'bigint':
      return [`coalesce(${now}, 0) + 10000`];
    case 'double precision':
      return [`coalesce(${now}, 0) / 2 + 0.25`];
    case 'numeric':
      return [`coalesce(${now}, 0) + 0.0001`];
    case 'timestamp with time zone':
      return ['1 microsecond', '1 second'].map((more) => `coalesce(${now}, now()) + interval '${more}'`);
    case 'uuid':
      return ['gen_random_uuid()'];
    case '_uuid':
      return [`array_append(${now}, gen_random_uuid())`];
    case 'bytea':
      return [`coalesce(set_byte(${now}, 0, get_byte(${now}, 0) # 1), sha256('x'))`];
    case '_int8':
      return [`array_append(${now}, 8)`];
    case '_text':
      return [`array_append(${now}, 'x')`, `array['x'] || ${now}[2:]`];
    case 'jsonb':
      return [`jsonb_build_object('x', coalesce(${now}, '0'))`, `'[]'::jsonb || '7'`];
    default:
      throw new Error(`Say here how a value of type ${type} is changed`);
  }
}

/** `npm test` tries one value, because whether a column is compared shows at any. */
const valuesOf = (column: Column): string[] =>
  isLongRun ? [...otherValues(column), ...(column.nullable ? ['null'] : [])] : otherValues(column).slice(0, 1);

/** SQL: a row of a table. They are in the order of their content, because a write moves a row. */
const placeOf = (table: string, index = 0) =>
  `ctid = (select ctid from ${table} order by ${table}::text offset ${index} limit 1)`;

/**
 * Changes a column in one row after another: in all nightly, otherwise in the first, which random IDs
 * make another one each time. Returns the changes that were not found.
 * @param untilMissed changes all rows until a change is not found
 */
async function changeRows(changedColumn: Column, untilMissed = false): Promise<string[]> {
  const { table, column } = changedColumn;
  const count = (await server.query(`select from ${table}`)).length;
  const missed: string[] = [];
  for (let index = 0; index < (isLongRun || untilMissed ? count : 1); index += 1)
    for (const value of valuesOf(changedColumn)) {
      const differs = `${placeOf(table, index)} and "${column}" is distinct from ${value}`;
      if ((await server.query(`select from ${table} where ${differs}`)).length === 0) continue;
      const messages = await changed.verifyAfter(`update ${table} set "${column}" = ${value} where ${differs}`);
      if (messages.length === 0) missed.push(`row ${index + 1}: ${value}`);
      expect(messages.join('\n')).not.toMatch(/Jane|Doe|Alder|example\.com|827364519/);
      if (untilMissed && missed.length > 0) return missed;
    }
  return missed;
}

/** Whether a change of these columns, all at once, is not found. */
async function isMissed(table: string, columns: readonly Column[]): Promise<boolean> {
  const values = columns.map((column) => `"${column.column}" = ${otherValues(column)[0]}`);
  return (await changed.verifyAfter(`update ${table} set ${values.join()} where ${placeOf(table)}`)).length === 0;
}

const definitionOf = (table: string) => Object.entries(definitions).find(([name]) => name === table)?.[1];
/** Whether the hash of a row, which the history has, covers a column. */
const isHashed = ({ table, column }: Column) =>
  definitionOf(table) !== undefined && definitionOf(table)?.except?.includes(column) !== true;

/** The columns of a table whose change does not change the hash of its first row. */
async function findUnhashed(table: string, columns: readonly Column[]): Promise<string[]> {
  const unhashed: string[] = [];
  const { owner } = changed;
  const readHash = async (id = '') => {
    const { rows } = await owner.query<Record<string, unknown>>(`select * from ${table} where ${id || placeOf(table)}`);
    return JSON.stringify(hashIfListed(table, rows[0] ?? {}, keys));
  };
  const before = await readHash();
  for (const each of columns) {
    await owner.query('begin');
    const change = `update ${table} set "${each.column}" = ${otherValues(each).at(-1)} where ${placeOf(table)} returning ctid`;
    const { rows } = await owner.query<{ ctid: string }>(change);
    if ((await readHash(`ctid = '${rows[0]?.ctid}'`)) === before) unhashed.push(nameOf(each));
    await owner.query('rollback');
  }
  return unhashed;
}

test('every table and every column of the database is on the page once', async () => {
  const columns = await readColumns();
  const tables = new Set(columns.map(({ table }) => table));
  const parts = columns.filter(({ table }) => !noPart.has(table)).map(nameOf);
  const covered = columns.filter(isCovered).map(nameOf);
  expect([...covered, ...notCovered].toSorted()).toEqual(parts.toSorted());
  expect([...listedAsCovered].filter((name) => !tables.has(name.split('.')[0] ?? ''))).toEqual([]);
  expect([...noPart].filter((table) => !tables.has(table))).toEqual([]);
});

test('every table that refers to a claim is listed as part of it', async () => {
  const links = await server.query<{ one: string; other: string }>(
    `select conrelid::regclass::text as one, confrelid::regclass::text as other from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const connected = new Set(['claims']);
  for (let size = 0; size < connected.size;) {
    size = connected.size;
    for (const { one, other } of links) if (connected.has(other)) connected.add(one);
  }
  for (const { table, column } of await readColumns())
    if (/^claim_(id|number)$|^number$/.test(column)) connected.add(table);
  expect([...connected].filter((table) => noPart.has(table) && !copies.has(table))).toEqual([]);
  expect(connected).toContain('data_checks');
});

describe('a changed value is found exactly where the page says it is:', () => {
  test('nothing is found before the change', async () => {
    expect(await changed.verifyAfter()).toEqual([]);
  });

  const tables = [...new Set([...listedAsCovered, ...notCovered].map((name) => name.split('.')[0] ?? ''))];
  test.each(tables)('%s', async (table) => {
    const columns = (await readColumns()).filter((each) => each.table === table);
    expect(await server.query(`select from ${table}`), 'no row to be changed').not.toEqual([]);
    const missed: Record<string, string[]> = {};
    const covered = columns.filter(isCovered);
    const hashed = covered.filter(isHashed);
    expect(await findUnhashed(table, hashed)).toEqual([]);
    // The last one, which names no row, shows that the hash is compared. The others are in it.
    for (const column of isLongRun ? covered : covered.filter((each) => !hashed.slice(0, -1).includes(each))) {
      const left = await changeRows(column);
      if (left.length > 0) missed[nameOf(column)] = left;
    }
    const others = columns.filter((each) => notCovered.has(nameOf(each)));
    const foundAllTheSame: string[] = [];
    if (others.length > 0 && !(await isMissed(table, others)))
      for (const column of others)
        if ((await changeRows(column, true)).length === 0) foundAllTheSame.push(nameOf(column));
    expect({ missed, foundAllTheSame }).toEqual({ missed: {}, foundAllTheSame: [] });
  });
});

test('rules, runs and verdicts in every state are as their histories say', async () => {
  const readStates = async () =>
    (await server.query<{ state: string }>('select state from cluster_verdicts order by 1')).map(({ state }) => state);
  expect(await readStates()).toEqual(['asked', 'declined', 'recorded', 'sample']);
  // Only now: while a job records a verdict, the number of its claims is not covered.
  expect(await approveWaiting(await signInTab(server, 'supervisor'))).toBe(204);
  expect(await readStates()).toEqual(['approved', 'declined', 'recorded', 'sample']);
  expect(await changed.verifyAfter()).toEqual([]);
  const runs = await server.query<{ status: string }>('select status from rule_runs order by 1');
  expect(runs.map(({ status }) => status)).toEqual(['cancelled', 'done', 'done', 'waiting']);
  // Cleanup deletes only the lists of runs that can never be released.
  const lists = await server.query<{ run: string }>('select distinct run_id as run from rule_run_claims');
  expect(lists).toEqual([{ run: ids.run }]);
});

/** The messages of claims:verify about a row, by the word for each in the table below. */
const issues: Readonly<Record<string, string>> = {
  changed: 'is not as its history says.',
  missing: 'that its history names is missing.',
  unknown: 'is not in its history.',
};
/** `$name` is one of these, or an ID of `ids`. */
const parts = {
  own: '00000000-0000-4000-8000-000000000001',
  lastClaim: `run_id = '$run' and claim_id = (select max(claim_id) from rule_run_claims)`,
  runColumns: 'rule_id, version, seal, seed, evaluation, asked_by, asked_at, last_claim, due_at',
  verdictColumns: 'cluster_id, case_id, staff_id, started_at, seed, claim_ids, sample_ids',
};
const changes = `$rule 2 of rule_versions is changed → update rule_versions set conditions = jsonb_set(conditions, '{0,atMost}', '99') where version = 2
$rule of rules is changed → update rules set case_id = 'brand-drug'
$rule 1 of rule_versions is missing → delete from rule_versions where version = 1
$rule 3 of rule_versions is unknown → insert into rule_versions select rule_id, 3, outcome, conditions, sha256, at, staff_id from rule_versions where version = 2
$run of rule_runs is changed → update rule_runs set result = jsonb_set(result, '{approve}', '1') where id = '$run'
$run of rule_runs is changed → update rule_runs set status = 'cancelled', sha256 = null, scores_sha256 = null, result = null where id = '$run'
$repeated of rule_runs is changed → update rule_runs set is_identical = false where id = '$repeated'
$cancelled of rule_runs is changed → update rule_runs set status = 'failed' where id = '$cancelled'
$cancelled of rule_runs is missing → delete from rule_runs where id = '$cancelled'
$own of rule_runs is unknown → insert into rule_runs (id, position, $runColumns) select '$own', 99, $runColumns from rule_runs limit 1
claims → delete from rule_run_claims where $lastClaim
claims → insert into rule_run_claims select '$run', min(id), 'queue', null from claims
claims → update rule_run_claims set outcome = 'queue', amount = null where $lastClaim
scores → update rule_run_scores set machine = 0 where run_id = '$run'
$recorded of cluster_verdicts is changed → update cluster_verdicts set claim_ids[1] = 1000 where id = '$recorded'
$recorded of cluster_verdicts is changed → update cluster_verdicts set claim_ids = claim_ids[2:] where id = '$recorded'
$recorded of cluster_verdicts is missing → delete from cluster_verdicts where id = '$recorded'
$own of cluster_verdicts is unknown → insert into cluster_verdicts (id, $verdictColumns) select '$own', $verdictColumns from cluster_verdicts where id = '$recorded'`;

test.each(changes.split('\n').map((line) => line.split(' → ')))('%s after: %s', async (found = '', change = '') => {
  const fill = (text: string) =>
    Object.entries({ ...parts, ...ids }).reduce((filled, [name, id]) => filled.replaceAll(`$${name}`, id), text);
  const [row, issue = ''] = found.split(' is ');
  const message =
    issue === '' ? `The ${found} of run $run are not those that its history names.` : `The row ${row} ${issues[issue]}`;
  expect(await changed.verifyAfter(fill(change))).toEqual([fill(message)]);
});
