import { exportFormats } from '@redress/contract/console/exports';
import { Type } from 'typebox';
import { askForApproval, registerApproval } from '../staff/approvals.ts';
import { everyCase } from '../staff/permissions.ts';
import type { AskSecondPerson } from './exports.ts';
import { approveExport, dropExport } from './exports.ts';

const kind = 'export-tax-ids';

// Tax IDs leave only when two people want it. The second one signs what exactly will be in the
// file.
registerApproval(kind, {
  permission: 'export-tax-ids',
  details: Type.Object({
    exportId: Type.String(),
    list: Type.String(),
    query: Type.String(),
    filters: Type.Array(Type.String()),
    columns: Type.Array(Type.String()),
    format: Type.Enum([...exportFormats]),
    rows: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: not known' }),
  }),
  describe: (_database, { list, filters, columns, format, rows }) => {
    const count = rows === null ? 'all rows' : rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`;
    const which = filters.length === 0 ? 'without a filter' : `with ${filters.join('; ')}`;
    return `Export ${count} of the list “${list}” ${which} as ${format}, with these columns: ${columns.join(', ')}.`;
  },
  carryOut: (transaction, { now }, { details, decidedBy }) =>
    approveExport(transaction, details.exportId, decidedBy, now()),
  async drop(transaction, { now }, { details, askedBy, decidedBy }) {
    const status = askedBy === decidedBy ? 'cancelled' : 'refused';
    await dropExport(transaction, details.exportId, { status, by: decidedBy, at: now() });
  },
});

/** Asks for the second person of an export with tax IDs. */
export const askForTaxIds: AskSecondPerson = (transaction, context, { id, askedBy, reason, cases, ...details }) =>
  askForApproval(transaction, context, {
    kind,
    caseId: cases.length === 1 ? (cases[0] ?? everyCase) : everyCase,
    details: { exportId: id, ...details },
    reason,
    askedBy,
  });
