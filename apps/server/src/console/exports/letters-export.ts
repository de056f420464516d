import { letterLabels, letterStatusLabels } from '@redress/contract/console/claim-labels';
import { type Letter, lettersApi } from '@redress/contract/console/letters';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { formatLetterId } from '@redress/contract/letters';
import { type ExportList, type ExportScope, plainColumn } from './export-list.ts';
import { countRows, describeFilters, readFilters, readInWindows, rowsOf } from './read-list.ts';

const FiltersSchema = Type.Pick(lettersApi['GET /letters'].querystring, ['status']);

/** SQL: the conditions of a scope on a row of `letters` and its claim. */
function isListed({ query, cases, without = [] }: Omit<ExportScope, 'columns'>) {
  const { status } = readFilters(FiltersSchema, query, cases).filters;
  return sql`claims.case_id = any(${cases}::text[]) and claims.id <> all(${without}::bigint[])
    ${status === undefined ? sql`` : sql`and letters.status = ${status}`}`;
}

const tables = sql`letters join claims on claims.id = letters.claim_id`;

type LetterRow = Pick<Letter, 'code' | 'kind' | 'language' | 'channel' | 'status'> & {
  readonly claim: string;
  readonly case: string;
  readonly 'queued-at': Date;
  readonly 'mailed-on': string | null;
  readonly 'answer-by': string | null;
  readonly reason: string | null;
};

/** Lists what claimants were told, and what came back, in the order of letter IDs. */
export const lettersExport: ExportList = {
  name: 'letters',
  title: 'Letters',
  permission: 'letters',
  tellsDecisions: true,
  columns: [
    plainColumn('letter', 'Letter ID', 14),
    plainColumn('claim', 'Claim number', 13),
    plainColumn('case', 'Case', 16),
    plainColumn('kind', 'Letter', 24),
    plainColumn('language', 'Language', 10),
    plainColumn('channel', 'By', 10),
    plainColumn('status', 'Status', 16),
    plainColumn('queued-at', 'Queued at (UTC)', 25, 'time'),
    plainColumn('mailed-on', 'Mailed on (court’s time zone)', 14, 'day'),
    plainColumn('answer-by', 'Answer by (court’s time zone)', 14, 'day'),
    plainColumn('reason', 'Reason of return', 20),
  ],
  describe(_settlement, asked, cases) {
    const { filters, query, ignored } = readFilters(FiltersSchema, asked, cases);
    const status = filters.status && letterStatusLabels[filters.status];
    return { query, filters: describeFilters({ status }, { status: 'Status' }), ignored };
  },
  count: ({ database }, scope) => countRows(database, sql`select from ${tables} where ${isListed(scope)}`),
  async findNewest({ database }) {
    const { rows } = await sql<{ last: Date }>`
      select coalesce(max(queued_at), 'epoch') as last from letters`.execute(database);
    return rows[0]?.last.toISOString() ?? '';
  },
  read: ({ database }, scope, upTo) =>
    readInWindows(database, { table: 'letters', key: 'code', start: '' }, async (isInside) => {
      const { rows } = await sql<LetterRow>`
        select letters.code, claims.number as claim, claims.case_id as "case", letters.kind, letters.language, letters.channel,
          letters.status, letters.queued_at as "queued-at", letters.mailed_on as "mailed-on", letters.due_on as "answer-by",
          letters.returned_reason as reason
        from ${tables}
        where ${isInside} and letters.queued_at <= ${upTo}::timestamptz and ${isListed(scope)}
        order by letters.code`.execute(database);
      return rowsOf(
        rows.map(({ code, ...row }) => ({
          ...row,
          letter: formatLetterId(code),
          kind: letterLabels[row.kind],
          channel: row.channel === 'email' ? 'Email' : 'Post',
          status: letterStatusLabels[row.status],
          reason: row.reason?.replaceAll('-', ' ') ?? null,
        })),
      );
    }),
};
