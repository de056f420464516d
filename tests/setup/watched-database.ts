import { openDatabase, type OpenedDatabase } from '@redress/server/platform/database/pool';
import { sql } from 'kysely';

/** A statement read a table in this way. */
interface TableScan {
  readonly table: string;
  readonly index: string | undefined;
  /** The statement read the whole table, or an index of all rows without a limit. */
  readonly isWhole: boolean;
  readonly statement: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}
interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

/** PostgreSQL's auto_explain sends the plan of every statement that ran to the client. */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': 0,
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};
/** PostgreSQL reads a smaller table as a whole, including a partition of a large one. */
const minRows = 1_000;
/** With these settings it would read large tables otherwise than it does. */
const settingsForSmall = { enable_seqscan: 'off' };

export interface WatchedDatabase extends OpenedDatabase {
  /** Returns how tables were read since the last call. */
  takeScans(): TableScan[];
}

/**
 * Opens a pool that keeps the plans of its statements. Open it when the tables are full.
 * @param tables how large ones are read, or which indexes would be used if the small ones were large
 */
export async function openWatchedDatabase(
  connectionString: string,
  tables: 'large' | 'small' = 'large',
): Promise<WatchedDatabase> {
  const url = new URL(connectionString);
  const options = Object.entries({ ...settings, ...(tables === 'small' && settingsForSmall) }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  url.searchParams.set('options', options.join(' '));
  let plans: LoggedPlan[] = [];
  const parse: (json: string) => LoggedPlan = JSON.parse;
  const opened = openDatabase(url.href, () => {});
  opened.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const json = message.split(/^duration: .* plan:\n/)[1];
      if (json !== undefined) plans.push(parse(json));
    }),
  );
  const relations = await readTables(opened, tables);
  const scansOf = ({ 'Query Text': statement, Plan }: LoggedPlan): TableScan[] =>
    flatten(Plan).flatMap(({ node, isLimited }) => {
      const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node;
      // A bitmap comes from the nodes below, which name the indexes.
      if (type === 'Bitmap Heap Scan' || type === 'ModifyTable') return [];
      const read = relations.get(index ?? table ?? '');
      if (!read) return [];
      const isWhole = index === undefined || (!isLimited && !read.isPartial && node['Index Cond'] === undefined);
      return { table: read.table, index: index === undefined ? undefined : read.name, isWhole, statement };
    });
  return {
    ...opened,
    takeScans() {
      const taken = plans.flatMap(scansOf);
      plans = [];
      return taken;
    },
  };
}

/** Lists a plan with all plans below, and whether a limit ends them early. */
function flatten(node: PlanNode, isLimited = false): { readonly node: PlanNode; readonly isLimited: boolean }[] {
  const isLimit = node['Node Type'] === 'Limit';
  return [{ node, isLimited }, ...(node.Plans ?? []).flatMap((each) => flatten(each, isLimited || isLimit))];
}

/** Reads tables and their indexes. A partition and its indexes have the names of the whole. */
async function readTables({ database }: OpenedDatabase, tables: 'large' | 'small') {
  const { rows } = await sql<{ relation: string; name: string; table: string; isPartial: boolean }>`
    select relation.relname as relation,
      coalesce(pg_partition_root(relation.oid), relation.oid)::regclass::text as name,
      coalesce(pg_partition_root(read.oid), read.oid)::regclass::text as table,
      exists (select from pg_index where indexrelid = relation.oid and indpred is not null) as "isPartial"
    from pg_class read
    join pg_class relation on relation.oid = read.oid
      or relation.oid in (select indexrelid from pg_index where indrelid = read.oid)
    where read.relkind = 'r' and read.relnamespace = current_schema()::regnamespace
      and (read.reltuples >= ${minRows}) = ${tables === 'large'}`.execute(database);
  return new Map(rows.map(({ relation, ...read }) => [relation, read]));
}
