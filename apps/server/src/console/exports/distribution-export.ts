import { outcomeLabels } from '@redress/contract/console/allocation-figures';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { type ExportList, type ExportScope, plainColumn } from './export-list.ts';
import { countRows, describeFilters, readFilters, rowsOf, type StoredRow } from './read-list.ts';

const FiltersSchema = Type.Object({ allocation: Type.String({ format: 'uuid' }) });
type Scope = Pick<ExportScope, 'query' | 'cases'>;

const allocationIn = ({ query, cases }: Scope) => readFilters(Type.Partial(FiltersSchema), query, cases).filters;

/** SQL: the lines of a frozen allocation, which never change. */
const linesOf = (scope: Scope) => sql`
  allocation_lines line
  join allocations on allocations.id = line.allocation_id and status = 'frozen' and case_id = any(${scope.cases}::text[])
    and allocations.id = ${allocationIn(scope).allocation ?? null}::uuid`;

/** Requests wait for a batch. */
const rowsPerBatch = 2_000;

/** What a frozen allocation pays for each claim, in the order of claim numbers. */
export const distributionExport: ExportList = {
  name: 'distribution',
  title: 'Distribution list',
  permission: 'approve-allocation',
  tellsDecisions: true,
  columns: [
    plainColumn('claim', 'Claim number', 13),
    plainColumn('case', 'Case', 16),
    plainColumn('form', 'Form', 12),
    plainColumn('pool', 'Pool', 20),
    plainColumn('counted', 'Amount counted', 16, 'amount'),
    plainColumn('payment', 'Payment', 16, 'amount'),
    plainColumn('outcome', 'Outcome', 24),
  ],
  async describe({ funds }, asked, cases, database) {
    const { filters, query, ignored } = readFilters(Type.Partial(FiltersSchema), asked, cases);
    const { rows } = await sql<{ name: string; fundId: string }>`
      select name, fund_id as "fundId" from allocations
      where id = ${filters.allocation ?? null}::uuid and case_id = any(${cases}::text[])`.execute(database);
    const [found] = rows;
    const fund = funds.find(({ id }) => id === found?.fundId);
    const allocation = found && `${found.name} (${fund?.title.en ?? found.fundId})`;
    return { query, filters: describeFilters({ ...filters, allocation }, { allocation: 'Allocation' }), ignored };
  },
  count: ({ database }, scope) => countRows(database, sql`select from ${linesOf(scope)}`),
  // No line is ever added.
  findNewest: async () => '',
  async *read({ database }, scope) {
    for (let after = ''; ;) {
      // In the collation of lines, the index on numbers cannot be used, and each batch would read all claims.
      const { rows } = await sql<StoredRow & { claim: string; outcome: keyof typeof outcomeLabels }>`
        with batch as materialized (
          select line.*, case_id from ${linesOf(scope)}
          where line.claim > ${after} order by line.claim limit ${rowsPerBatch}
        )
        select claim, batch.case_id as "case", form_id as form, pool, outcome,
          (weight / 10000)::numeric(31, 4)::text as counted, (cents / 100.0)::numeric(19, 2)::text as payment
        from batch left join claims on number = claim collate "default" order by claim`.execute(database);
      const last = rows.at(-1);
      if (!last) return;
      yield rowsOf(rows.map((row) => ({ ...row, outcome: outcomeLabels[row.outcome] })));
      after = last.claim;
    }
  },
};
