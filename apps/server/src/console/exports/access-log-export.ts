import { type AccessLogQuery, AccessLogQuerySchema } from '@redress/contract/console/access-log';
import { readReference } from '@redress/contract/receipt-request';
import { referencePrefixesOf, type Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { filterReads } from '../access-log/read-access-log.ts';
import { coveringSeal } from '../../platform/history/seals.ts';
import { type ExportList, plainColumn } from './export-list.ts';
import { countRows, describeFilters, readFilters, readInWindows, rowsOf } from './read-list.ts';

const FiltersSchema = Type.Pick(AccessLogQuerySchema, ['person', 'what', 'from', 'to', 'q']);
const labels = { person: 'Account', what: 'Action', q: 'Claim', from: 'From', to: 'To' };

/**
 * Filters are stored, so only a claim number is kept from the typed search: words and Notice IDs
 * are personal data.
 */
function readLogFilters(query: string, settlement: Settlement) {
  const { filters, ignored } = readFilters(FiltersSchema, query, []);
  const { q, ...others } = filters;
  const claim = q === undefined ? undefined : readReference(q, referencePrefixesOf(settlement));
  if (q !== undefined && claim === undefined) ignored.push({ name: 'q', value: '', reason: 'invalid' });
  const read: AccessLogQuery = claim === undefined ? others : { ...others, q: claim };
  return { filters: read, ignored };
}

/** The reads by staff, oldest first. */
export const accessLogExport: ExportList = {
  name: 'access-log',
  title: 'Access log',
  permission: 'access-log',
  isForItsReaders: true,
  columns: [
    plainColumn('id', 'Entry', 12),
    plainColumn('at', 'At (UTC)', 25, 'time'),
    plainColumn('person', 'Person', 24),
    plainColumn('account', 'Account', 38),
    plainColumn('session', 'Session', 38),
    plainColumn('what', 'Action', 10),
    plainColumn('subject', 'Record', 30),
    plainColumn('reason', 'Reason', 30),
    plainColumn('results', 'Shown', 40),
    plainColumn('search', 'Search words', 12, 'yes-no'),
    plainColumn('seal', 'Seal', 8),
  ],
  describe(settlement, asked) {
    const { filters, ignored } = readLogFilters(asked, settlement);
    const query = new URLSearchParams(Object.entries(filters)).toString();
    return { query, filters: describeFilters(filters, labels), ignored };
  },
  count(context, { query }) {
    const reads = context.database.selectFrom('access_log').select('id');
    return countRows(
      context.database,
      sql`${filterReads(reads, readLogFilters(query, context.settlement).filters, context)}`,
    );
  },
  async findNewest({ database }) {
    const { rows } = await sql<{ last: string }>`
      select coalesce(max(id), 0) as last from access_log`.execute(database);
    return rows[0]?.last ?? '0';
  },
  read: (context, { query }, upTo) =>
    readInWindows(context.database, { table: 'access_log', key: 'id', start: '0', upTo }, async (isInside) => {
      const selection = context.database
        .selectFrom('access_log')
        .select(['id', 'at', 'staff_id as account', 'session_id as session', 'what', 'subject', 'reason', 'result_ids'])
        .select([
          sql<boolean>`search_hash is not null`.as('search'),
          sql<string | null>`(select name from staff where staff.id = access_log.staff_id)`.as('person'),
          coveringSeal('access_log').as('seal'),
        ]);
      const rows = await filterReads(selection, readLogFilters(query, context.settlement).filters, context)
        .where(isInside)
        .orderBy('id')
        .execute();
      // Reads are not assigned to cases: a person who may read the log may read all of it.
      return rowsOf(
        rows.map(({ result_ids: results, seal, ...row }) => ({
          ...row,
          results: results.join('; '),
          seal: seal === null ? null : String(seal),
        })),
      );
    }),
};
