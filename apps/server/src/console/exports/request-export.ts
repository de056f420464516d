import { exportFormats, type NewExport } from '@redress/contract/console/exports';
import { caseIdsOf, caseNameOf } from '@redress/contract/settlement';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { askForApproval, caseOf, defineApproval } from '../approvals/approvals.ts';
import { requireFresh } from '../sign-in/staff-access.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { approveExport, dropExport } from './end-export.ts';
import type { ExportList } from './export-list.ts';
import { findExportList } from './export-lists.ts';

/** Maximum open exports per person. */
const maxOpen = 5;
/** The advisory lock of a person's exports. The number is arbitrary. */
const lockClass = 7_324_911;
/** The kind of approval, and the permission that both people need. */
const approvalKind = 'export-tax-ids';

/** The rights of a person to export a list. */
export interface ExportRights {
  readonly cases: readonly string[];
  readonly contactCases: readonly string[];
  /** Whether they see the answers in all these cases. */
  readonly answers: boolean;
  /** Whether they may request tax IDs in all these cases. */
  readonly taxIds: boolean;
}

/**
 * @throws ProblemError `not-found` for an unknown list, `not-permitted` if the person has none of
 *   its cases
 */
export function requireList(person: StaffMember, name: string): { readonly list: ExportList } & ExportRights {
  const list = findExportList(name);
  if (!list) throw new ProblemError('not-found');
  const { permitted } = person;
  const cases = permitted[list.permission].filter((id) => list.isForItsReaders || permitted.export.includes(id));
  if (cases.length === 0) throw new ProblemError('not-permitted');
  return {
    list,
    cases,
    contactCases: cases.filter((id) => permitted.contact.includes(id)),
    answers: cases.every((id) => permitted.answers.includes(id)),
    taxIds: cases.every((id) => permitted['export-tax-ids'].includes(id)),
  };
}

/** The columns of a list that a person may choose. */
export const columnsFor = (list: ExportList, { contactCases, answers, taxIds }: ExportRights) => {
  const isOffered = { plain: true, contact: contactCases.length > 0, answers, 'tax-ids': taxIds } as const;
  return list.columns.filter(({ kind }) => isOffered[kind]);
};

/**
 * Stores a request for an export. Its filters, columns, cases and newest row never change, so the
 * file is the same whenever the job writes it.
 * @throws ProblemError that says why the export is refused
 */
export async function createExport(context: ConsoleContext, person: StaffMember, asked: NewExport): Promise<string> {
  const { list, ...rights } = requireList(person, asked.list);
  const offered = columnsFor(list, rights);
  const columns = offered.filter(({ key }) => asked.columns.includes(key));
  if (asked.columns.some((key) => !columns.some((column) => column.key === key)))
    throw consoleProblem('bad-request', 'One of the columns doesn’t exist, or you can’t export it. Reload the page.');
  const withTaxIds = columns.some(({ kind }) => kind === 'tax-ids');
  const reason = stripNulAndSurrogates(asked.reason ?? '').trim();
  if (withTaxIds && reason === '')
    throw consoleProblem('bad-request', 'Say why you need the tax IDs. The second person reads this.');
  if (withTaxIds) requireFresh(person);
  // The file has to be the same whenever it is written, so no row is left out.
  if (list.tellsDecisions) await refuseWhileBlind(context.database, person.id, rights.cases);
  const { query, filters } = await list.describe(context.settlement, asked.query, rights.cases, context.database);
  const upTo = await list.findNewest(context);
  const { value, isExact } = await list.count(context, { query, cases: rights.cases });
  const at = context.now();
  return context.database.transaction().execute(async (transaction) => {
    await requireFewOpen(transaction, person.id);
    const id = crypto.randomUUID();
    const approval = withTaxIds
      ? await askForApproval(transaction, context, {
          kind: approvalKind,
          caseId: caseOf(rights.cases),
          askedBy: person.id,
          reason,
          details: {
            exportId: id,
            cases: [...rights.cases],
            list: list.title,
            query,
            filters,
            columns: columns.map(({ header }) => header),
            format: asked.format,
            rows: isExact ? value : null,
          },
        })
      : undefined;
    await transaction
      .insertInto('exports')
      .values({
        id,
        list: list.name,
        format: asked.format,
        query,
        columns: columns.map(({ key }) => key),
        cases: [...rights.cases],
        contact_cases: [...rights.contactCases],
        with_tax_ids: withTaxIds,
        reason: reason === '' ? null : reason,
        requested_by: person.id,
        requested_at: at,
        up_to: upTo,
        expected_rows: isExact ? String(value) : null,
        status: withTaxIds ? 'asking' : 'waiting',
        approval_id: approval ?? null,
        due_at: at,
      })
      .execute();
    await addRecordEntry(transaction, { kind: 'export', id }, at, {
      kind: 'export-asked',
      details: { by: person.id, format: asked.format, withTaxIds, ...(approval !== undefined && { approval }) },
    });
    return id;
  });
}

async function requireFewOpen(transaction: Kysely<Tables>, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${staffId}))`.execute(transaction);
  const { count } = await transaction
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('requested_by', '=', staffId)
    .where('status', 'in', ['asking', 'waiting'])
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxOpen)
    throw consoleProblem('conflict', `You have ${maxOpen} unfinished exports. Wait for one to finish, or cancel one.`);
}

// An export of tax IDs needs two people. The second person signs the exact content of the file.
export const exportApproval = defineApproval(approvalKind, {
  label: 'Exports with tax IDs',
  permission: approvalKind,
  details: Type.Object({
    exportId: Type.String(),
    cases: Type.Array(Type.String()),
    list: Type.String(),
    query: Type.String(),
    filters: Type.Array(Type.String()),
    columns: Type.Array(Type.String()),
    format: Type.Enum([...exportFormats]),
    rows: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: not known' }),
  }),
  describe: ({ settlement }, { cases, list, filters, columns, format, rows }) => {
    const listed = list.toLowerCase();
    const what = rows === 1 ? listed.replace(/s$/, '') : listed;
    const areSome = cases.length > 1 && cases.length < caseIdsOf(settlement).length;
    const named = areSome ? ` Cases: ${cases.map((id) => caseNameOf(settlement, id)).join('; ')}.` : '';
    const which = filters.length === 0 ? 'No filter' : `Filters: ${filters.join('; ')}`;
    return `Export ${rows === null ? '' : `${rows.toLocaleString('en-US')} `}${what} with tax IDs.${named} ${which}. Format: ${format === 'csv' ? 'CSV' : 'Excel'}. Columns: ${columns.join('; ')}.`;
  },
  carryOut: (transaction, { now }, { details, decidedBy }) =>
    approveExport(transaction, details.exportId, decidedBy, now()),
  async drop(transaction, { now }, { details, askedBy, decidedBy }) {
    const status = askedBy === decidedBy ? 'cancelled' : 'refused';
    await dropExport(transaction, details.exportId, { status, by: decidedBy, at: now() });
  },
});
