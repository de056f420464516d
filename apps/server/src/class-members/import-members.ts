import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from '../database/pool.ts';
import { encryptUniqueId, hashNoticeIds } from '../keys/encrypted-fields.ts';
import type { Keys } from '../keys/keys.ts';
import { type BadRow, type MemberRow, readMembers } from './read-members.ts';

export interface ImportOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  /** The cases that a class member can belong to. */
  readonly cases: ReadonlySet<string>;
  readonly csv: Readable;
  /** Imports the good rows even if others are bad. */
  readonly skipBad?: boolean;
  /** Does nothing if there are class members already. */
  readonly onlyIntoEmpty?: boolean;
  readonly onProgress?: (rows: number) => void;
}

export interface ImportReport {
  /** How many were added: all good rows, or none. */
  readonly imported: number;
  readonly good: number;
  readonly bad: number;
  /** The first bad rows, by line. */
  readonly firstBad: readonly BadRow[];
  /** How many different Unique IDs of this kind are possible, if few enough to be guessed. */
  readonly fewUniqueIds?: number | undefined;
}

/** Each piece costs two system calls. */
const copiedCharacters = 64 * 1024;
const textColumns = ['notice_id', 'first_name', 'last_name', 'street', 'city', 'state', 'zip', 'case'] as const;
/** In the order of the temporary table. */
const importedColumns =
  'notice_id, first_name, last_name, street, city, state, zip, case_id, lookup_hash, unique_id_encrypted';
const maxReportedRows = 50;

/**
 * Imports class members from CSV in one transaction: all rows (with `skipBad`, all good ones) or
 * none. Rows stream through a temporary table, so memory use does not depend on their number.
 */
export async function importMembers(options: ImportOptions): Promise<ImportReport> {
  try {
    return await withClient(options.connectionString, async (client) => {
      await client.query('begin');
      // Another import has to wait, but logins continue.
      await client.query('lock table class_members in share row exclusive mode');
      if (options.onlyIntoEmpty === true && (await client.query('select from class_members limit 1')).rowCount !== 0)
        return { imported: 0, good: 0, bad: 0, firstBad: [] };
      const report = await importRows(client, options);
      // Closing the connection without a commit rolls back.
      if (report.imported > 0) await client.query('commit');
      return report;
    });
  } finally {
    options.csv.destroy();
  }
}

async function importRows(client: pg.Client, options: ImportOptions): Promise<ImportReport> {
  await client.query(
    `create temporary table incoming on commit drop as select 0::bigint as line, ${importedColumns} from class_members with no data`,
  );
  const bad: BadRow[] = [];
  let badCount = 0;
  let rows = 0;
  const possibleIds = estimatePossibleIds();
  async function* readGoodRows() {
    let text = '';
    for await (const read of readMembers(options.csv, options.cases)) {
      rows += 1;
      options.onProgress?.(rows);
      if ('reason' in read) {
        badCount += 1;
        if (bad.length < maxReportedRows) bad.push(read);
      } else {
        possibleIds.add(read.row.unique_id);
        text += formatForCopy(read.line, read.row, options.keys);
      }
      if (text.length < copiedCharacters) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  await pipeline(readGoodRows, client.query(copyFrom('copy incoming from stdin')));

  const rejected = await rejectRepeated(client);
  badCount += rejected.count;
  bad.push(...rejected.first);
  const firstBad = bad.toSorted((a, b) => a.line - b.line).slice(0, maxReportedRows);
  const good = rows - badCount;
  if (badCount > 0 && options.skipBad !== true) return { imported: 0, good, bad: badCount, firstBad };
  await client.query(
    `insert into class_members (${importedColumns}) select ${importedColumns} from incoming order by notice_id`,
  );
  return { imported: good, good, bad: badCount, firstBad, fewUniqueIds: possibleIds.ifFew() };
}

/** Deletes the rows whose Notice ID came before; returns their number and the first of them. */
async function rejectRepeated(client: pg.Client): Promise<{ count: number; first: BadRow[] }> {
  const { rows } = await client.query<BadRow & { count: number }>(
    `with seen as (
       select line, notice_id, min(line) over (partition by notice_id) as first from incoming
     ), repeated as (
       select line, 'notice_id ' || notice_id || case when line > first then ' is already in line ' || first
         else ' was imported before' end as reason
       from seen where line > first or exists (select from class_members where class_members.notice_id = seen.notice_id)
     ), deleted as (
       delete from incoming using repeated where incoming.line = repeated.line
     )
     select line::float8, reason, (count(*) over ())::int as count from repeated order by line limit $1`,
    [maxReportedRows],
  );
  return { count: rows[0]?.count ?? 0, first: rows.map(({ line, reason }) => ({ line, reason })) };
}

/** A line of COPY's text format. No value contains a tab or a line break. */
function formatForCopy(line: number, row: MemberRow, keys: Keys): string {
  const ids = { noticeId: row.notice_id, uniqueId: row.unique_id };
  const bytes = [hashNoticeIds(ids, keys['login-lookup']), encryptUniqueId(ids, keys)];
  const values = [
    String(line),
    ...textColumns.map((column) => row[column]),
    ...bytes.map((value) => `\\x${value.toString('hex')}`),
  ];
  return `${values.map((value) => value.replaceAll('\\', '\\\\')).join('\t')}\n`;
}

/** Fewer possible Unique IDs than this can be guessed by trying (docs/login.md). */
const guessableBelow = 1e11;
/** In a smaller sample, not every character appears in every position. */
const minSample = 200;

/**
 * Estimates how many different Unique IDs are possible from the characters in each position. This
 * detects IDs that are numbered or consist of digits only, but no other patterns.
 */
export function estimatePossibleIds() {
  const seen: Set<string>[] = [];
  let sample = 0;
  return {
    add(uniqueId: string) {
      sample += 1;
      for (const [position, character] of [...uniqueId].entries()) (seen[position] ??= new Set()).add(character);
    },
    /** The estimate, if it is so low that IDs can be guessed. */
    ifFew() {
      const possible = seen.reduce((product, characters) => product * characters.size, 1);
      return sample >= minSample && possible < guessableBelow ? possible : undefined;
    },
  };
}
