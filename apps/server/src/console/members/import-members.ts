import type { MemberMapping } from '@redress/contract/console/member-imports';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from '../../platform/database/pool.ts';
import { encryptUniqueId, hashNoticeIds } from '../../platform/keys/encrypted-fields.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { scoringLock } from '../integrity/scoring-lock.ts';
import { type BadRow, type ReadRow, readMembers } from './read-member-rows.ts';

/** The keys for a class member's two IDs. */
export type MemberKeys = Pick<Keys, 'login-lookup' | 'unique-ids' | 'version'>;

export interface ImportOptions {
  readonly connectionString: string;
  readonly keys: MemberKeys;
  /** The cases that a class member can belong to. */
  readonly cases: ReadonlySet<string>;
  readonly csv: Readable;
  /** Undefined: the file has the template's columns. */
  readonly mapping?: MemberMapping | undefined;
  /** The import's ID in the console, where it can be undone. */
  readonly id?: string;
  /** Imports the good rows even if others are bad. */
  readonly skipBad?: boolean;
  /** Does nothing if there are class members already. */
  readonly onlyIntoEmpty?: boolean;
  readonly onProgress?: (rows: number, bad: number) => void;
  /**
   * Keeps the bad rows in the same transaction. The temporary table `incoming` has every row of the
   * file, and the `reason` of each bad row.
   */
  readonly keepBadRows?: (client: pg.Client) => Promise<void>;
  /** Then records the result in it, even when nothing is imported. */
  readonly record?: (client: pg.Client, report: ImportReport) => Promise<void>;
}

export interface ImportReport {
  /** The number of added class members: all good rows, or none. */
  readonly imported: number;
  readonly good: number;
  readonly bad: number;
  /** The first bad rows, by line. */
  readonly firstBad: readonly BadRow[];
  /** Counts of the rows that were repaired before the import, by the kind of repair. */
  readonly repaired: Readonly<Record<'states' | 'zips' | 'cells', number>>;
  /** The number of possible Unique IDs of this kind, if they are few enough to be guessed. */
  readonly fewUniqueIds?: number | undefined;
}

/** Rows are joined into larger pieces, because each piece costs two system calls. */
const copiedCharacters = 64 * 1024;
const textColumns = ['notice_id', 'first_name', 'last_name', 'street', 'city', 'state', 'zip', 'case'] as const;
/** The temporary table has its columns in the same order. */
const importedColumns =
  'notice_id, first_name, last_name, street, city, state, zip, case_id, lookup_hash, unique_id_encrypted';
const absent = importedColumns.split(',').map(() => '\\N');
const maxReportedRows = 50;

/**
 * Imports class members from CSV in one transaction: all rows (with `skipBad`, all good ones) or
 * none. Rows stream through a temporary table, so memory use does not depend on their number.
 */
export async function importMembers(options: ImportOptions): Promise<ImportReport> {
  try {
    return await withClient(options.connectionString, async (client) => {
      await client.query('begin');
      // Other imports have to wait, but logins continue.
      await client.query('lock table class_members in share row exclusive mode');
      if (options.onlyIntoEmpty === true && (await client.query('select from class_members limit 1')).rowCount !== 0)
        return { imported: 0, good: 0, bad: 0, firstBad: [], repaired: { states: 0, zips: 0, cells: 0 } };
      const report = await importRows(client, options);
      // Before scoring pauses: it may read the whole file again.
      await options.keepBadRows?.(client);
      if (report.imported > 0) await queueScoring(client);
      // Closing the connection without a commit rolls back.
      await options.record?.(client, report);
      if (report.imported > 0 || options.record) await client.query('commit');
      return report;
    });
  } finally {
    options.csv.destroy();
  }
}

async function importRows(client: pg.Client, options: ImportOptions): Promise<ImportReport> {
  await client.query(
    `create temporary table incoming on commit drop as
     select 0::bigint as line, null::text as reason, null::text as given_id, ${importedColumns}
     from class_members with no data`,
  );
  const possibleIds = estimatePossibleIds();
  const repaired = { states: 0, zips: 0, cells: 0 };
  async function* readRows() {
    let text = '';
    let rows = 0;
    let bad = 0;
    for await (const read of readMembers(options.csv, options.cases, options.mapping)) {
      if ('row' in read) {
        possibleIds.add(read.row.unique_id);
        if (read.repaired.state) repaired.states += 1;
        if (read.repaired.zip) repaired.zips += 1;
        if (read.repaired.cells) repaired.cells += 1;
      } else bad += 1;
      options.onProgress?.((rows += 1), bad);
      text += formatForCopy(read, options.keys);
      if (text.length < copiedCharacters) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  await pipeline(readRows, client.query(copyFrom('copy incoming from stdin')));
  await rejectRepeated(client, options.mapping?.headers.notice_id);
  const { rows: counts } = await client.query<{ good: number; bad: number }>(
    'select (count(*) - count(reason))::int as good, count(reason)::int as bad from incoming',
  );
  const { good, bad } = counts[0] ?? { good: 0, bad: 0 };
  const { rows: firstBad } = await client.query<BadRow>(
    'select line::float8, reason from incoming where reason is not null order by line limit $1',
    [maxReportedRows],
  );
  if (bad > 0 && options.skipBad !== true) return { imported: 0, good, bad, firstBad, repaired };
  await client.query(
    `insert into class_members (${importedColumns}, import_id)
     select ${importedColumns}, $1::uuid from incoming where reason is null order by notice_id`,
    [options.id ?? null],
  );
  return { imported: good, good, bad, firstBad, repaired, fewUniqueIds: possibleIds.ifFew() };
}

/**
 * Queues claims for scoring: those that were filed with a Notice ID of the file, and those whose
 * Notice ID still is no class member's, because the file may have one that differs in a digit.
 * Scoring queues claims in another order, so it pauses; the transaction must not have added history
 * entries yet, for which it may wait.
 */
async function queueScoring(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [scoringLock]);
  await client.query(
    `insert into claim_scores_due (claim_id)
     select claims.id from incoming join claims on claims.notice_id = incoming.notice_id and claims.case_id = incoming.case_id
     where incoming.reason is null
     union
     select id from claims
     where notice_id is not null and case_id in (select case_id from incoming where reason is null) and not exists (
       select from class_members as member where member.notice_id = claims.notice_id and member.case_id = claims.case_id
     )
     order by 1
     on conflict do nothing`,
  );
}

/** Marks the rows that repeat the Notice ID of an earlier row. */
async function rejectRepeated(client: pg.Client, noticeId = 'notice_id'): Promise<void> {
  await client.query(
    `update incoming set reason = $1::text || ' ' || seen.notice_id || case when seen.line > first
         then ' is already in line ' || first else ' was imported before' end
     from (
       select line, notice_id, min(line) over (partition by notice_id) as first from incoming where reason is null
     ) seen
     where incoming.line = seen.line and incoming.reason is null and
       (seen.line > first or exists (select from class_members where class_members.notice_id = seen.notice_id))`,
    [noticeId],
  );
}

/** Formats a line for COPY's text format. No value contains a tab or a line break. */
function formatForCopy(read: ReadRow, keys: MemberKeys): string {
  if ('reason' in read) {
    const { line, reason, noticeId } = read;
    return `${[line, reason, noticeId ?? '\\N', ...absent].join('\t')}\n`;
  }
  const { line, row } = read;
  const ids = { noticeId: row.notice_id, uniqueId: row.unique_id };
  const bytes = [hashNoticeIds(ids, keys['login-lookup']), encryptUniqueId(ids, keys)];
  const values = [...textColumns.map((column) => row[column]), ...bytes.map((value) => `\\x${value.toString('hex')}`)];
  return `${[line, '\\N', '\\N', ...values.map((value) => value.replaceAll('\\', '\\\\'))].join('\t')}\n`;
}

/** If fewer Unique IDs than this are possible, they can be guessed by trying (docs/login.md). */
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
