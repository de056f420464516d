import type { Figure } from '@redress/contract/console/figures';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

/** Bars of a histogram that people can tell apart. */
const maxBins = 12;

/**
 * How long claims have waited for documents, in bins of equal width: a week, or twice as much until
 * all fit.
 */
export async function computeWaitingByAge(
  database: Database,
  claims: RawBuilder<unknown>,
  today: string,
): Promise<Figure> {
  const { rows } = await sql<{ days: number; claims: number }>`
    select greatest(0, ${today}::date - filed_day::date) as days, sum(claims)::float8 as claims
    from ${claims} as counted where status = 'waiting-documents' and claims > 0
    group by 1 order by 1`.execute(database);
  const oldest = rows.at(-1)?.days;
  let width = 7;
  while (oldest !== undefined && Math.floor(oldest / width) >= maxBins) width *= 2;
  const bins = oldest === undefined ? 0 : Math.floor(oldest / width) + 1;
  const counts = Array.from({ length: bins }, (_, bin) =>
    rows.filter(({ days }) => Math.floor(days / width) === bin).reduce((sum, row) => sum + row.claims, 0),
  );
  return {
    name: 'waiting-by-age',
    title: 'How long claims wait for documents',
    definition: 'Claims for which documents are due and missing, by the days since they were received.',
    columns: [
      { name: 'from', header: 'From day', kind: 'count' },
      { name: 'to', header: 'To day', kind: 'count' },
      { name: 'claims', header: 'Claims', kind: 'count' },
    ],
    rows: counts.map((count, bin) => [bin * width, (bin + 1) * width - 1, count]),
  };
}
