import type { Export, ExportFormat, ExportManifest, NewExport } from '@redress/contract/console/exports';
import { dayIn } from '@redress/forms/court-day';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Database } from '../database/pool.ts';
import type { ExportsTable, Tables } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import { addRecordEntry } from '../record-history/record-history.ts';
import { expireApproval } from '../staff/approvals.ts';
import type { StaffMember } from '../staff/staff-sessions.ts';
import { exportKeyOf } from './encrypted-files.ts';
import type { ExportList } from './export-list.ts';
import { findExportList } from './export-lists.ts';

/** How long a file stays. */
export const keepMilliseconds = 7 * 24 * 60 * 60 * 1_000;
/** How long a second person has. */
const decideMilliseconds = keepMilliseconds;
/** Of one person, at the same time. */
const maxOpen = 5;
/** An arbitrary number: the advisory lock of somebody's exports. */
const lockClass = 7_324_911;

export type ExportRecord = Selectable<ExportsTable>;

/** What somebody may take out of a list now. */
export interface ExportRights {
  readonly cases: readonly string[];
  readonly contactCases: readonly string[];
  /** They may ask for tax IDs in all these cases. */
  readonly taxIds: boolean;
}

/** @throws ProblemError `not-found` for an unknown list, `not-permitted` without a case of it */
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
    taxIds: cases.every((id) => permitted['export-tax-ids'].includes(id)),
  };
}

/** The columns of a list that somebody may choose. */
export const columnsFor = (list: ExportList, { contactCases, taxIds }: ExportRights) =>
  list.columns.filter(
    ({ kind }) => kind === 'plain' || (kind === 'contact' && contactCases.length > 0) || (kind === 'tax-ids' && taxIds),
  );

/**
 * Asks the second person, in the transaction that stores the export. Returns the ID of the request.
 */
export type AskSecondPerson = (
  transaction: Kysely<Tables>,
  context: Pick<AppContext, 'now'>,
  request: {
    readonly id: string;
    readonly askedBy: string;
    readonly reason: string;
    readonly cases: readonly string[];
    readonly list: string;
    readonly query: string;
    readonly filters: string[];
    readonly columns: string[];
    readonly format: ExportFormat;
    readonly rows: number | null;
  },
) => Promise<string>;

/**
 * Stores a request for an export: its filters, columns, cases and newest row never change, so the
 * file is the same whenever the job writes it.
 * @throws ProblemError what keeps it from being made
 */
export async function createExport(
  context: AppContext,
  person: StaffMember,
  asked: NewExport,
  askSecondPerson: AskSecondPerson,
): Promise<string> {
  const { list, ...rights } = requireList(person, asked.list);
  const offered = columnsFor(list, rights);
  const columns = offered.filter(({ key }) => asked.columns.includes(key));
  if (asked.columns.some((key) => !columns.some((column) => column.key === key)))
    throw new ProblemError('bad-request', { detail: unknownColumn });
  const withTaxIds = columns.some(({ kind }) => kind === 'tax-ids');
  const reason = asked.reason?.trim().toWellFormed().replaceAll('\0', '') ?? '';
  if (withTaxIds && reason === '') throw new ProblemError('bad-request', { detail: reasonNeeded });
  if (withTaxIds && !person.isFresh) throw new ProblemError('fresh-sign-in-required');
  const { query, filters } = list.describe(context.settlement, asked.query, rights.cases);
  const upTo = await list.findNewest(context);
  const { value, isExact } = await list.count(context, { query, cases: rights.cases });
  const at = context.now();
  return context.database.transaction().execute(async (transaction) => {
    await requireFewOpen(transaction, person.id);
    const id = crypto.randomUUID();
    const approval = withTaxIds
      ? await askSecondPerson(transaction, context, {
          id,
          askedBy: person.id,
          reason,
          cases: rights.cases,
          list: list.title,
          query,
          filters,
          columns: columns.map(({ header }) => header),
          format: asked.format,
          rows: isExact ? value : null,
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
  if (Number(count) >= maxOpen) throw new ProblemError('conflict', { detail: tooManyOpen });
}

/** The second person has approved: the job may begin. */
export async function approveExport(
  transaction: Kysely<Tables>,
  id: string,
  decidedBy: string,
  at: Date,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('exports')
    .set({ status: 'waiting', decided_by: decidedBy, due_at: at })
    .where('id', '=', id)
    .where('status', '=', 'asking')
    .where('requested_at', '>', new Date(at.getTime() - decideMilliseconds))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ProblemError('conflict', { detail: noLongerAsked });
}

/**
 * Ends an export that has no file: cancelled, declined, or never decided. False when it has ended
 * before.
 */
export async function dropExport(
  transaction: Kysely<Tables>,
  id: string,
  { status, by, at }: { readonly status: 'cancelled' | 'refused'; readonly by?: string; readonly at: Date },
): Promise<boolean> {
  const dropped = await transaction
    .updateTable('exports')
    .set({ status, finished_at: at, ...(status === 'refused' && by !== undefined && { decided_by: by }) })
    .where('id', '=', id)
    .where('status', 'in', ['asking', 'waiting'])
    .executeTakeFirst();
  if (dropped.numUpdatedRows === 0n) return false;
  await addRecordEntry(transaction, { kind: 'export', id }, at, {
    kind: 'export-dropped',
    details: { ...(by !== undefined && { by }), was: status },
  });
  return true;
}

type FileContext = Pick<AppContext, 'database' | 'store' | 'now'>;

/** Deletes the file of an export; the row stays. */
export async function deleteExportFile({ database, store, now }: FileContext, id: string, by?: string): Promise<void> {
  const at = now();
  // The file first: a crash leaves a row that says it is there, and the next cleanup ends it.
  await store.remove(exportKeyOf(id));
  await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('exports')
      .set({ status: 'expired', expires_at: at, nonce: null, tag: null })
      .where('id', '=', id)
      .where('status', '=', 'done')
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await addRecordEntry(transaction, { kind: 'export', id }, at, {
        kind: 'export-deleted',
        details: by === undefined ? {} : { by },
      });
  });
}

/**
 * Deletes files after their time, and what interrupted jobs left. `all`: every file, for a purge.
 */
export async function expireExports(context: FileContext, which: 'due' | 'all' = 'due'): Promise<void> {
  const { database, store, now } = context;
  const at = now();
  // Those that are being written begin again: they have read what was purged.
  if (which === 'all')
    await database
      .updateTable('exports')
      .set({ leased_by: null, row_count: 0, due_at: at })
      .where('status', '=', 'waiting')
      .execute();
  const done = database.selectFrom('exports').select('id').where('status', '=', 'done');
  const due = which === 'all' ? done : done.where('expires_at', '<=', at);
  for (const { id } of await due.execute()) await deleteExportFile(context, id);
  const undecided = await database
    .selectFrom('exports')
    .select(['id', 'approval_id'])
    .where('status', '=', 'asking')
    .where('requested_at', '<=', new Date(at.getTime() - decideMilliseconds))
    .execute();
  for (const { id, approval_id: approval } of undecided)
    await database.transaction().execute(async (transaction) => {
      // In the order of `decideApproval`, so that neither waits for the other.
      if (approval !== null) await expireApproval(transaction, approval, at);
      await dropExport(transaction, id, { status: 'refused', at });
    });
  const dropped = await database
    .selectFrom('exports')
    .select('id')
    .where('expires_at', 'is', null)
    .where('status', 'in', ['cancelled', 'refused', 'failed'])
    // A job that was cancelled may still be writing.
    .where('finished_at', '<', new Date(at.getTime() - 60_000))
    .execute();
  for (const { id } of dropped) {
    await store.remove(exportKeyOf(id));
    await database.updateTable('exports').set({ expires_at: at }).where('id', '=', id).execute();
  }
}

const maxListed = 100;

/** Somebody's own exports, newest first. */
export function findExports(database: Database, staffId: string): Promise<ExportRecord[]> {
  return database
    .selectFrom('exports')
    .selectAll()
    .where('requested_by', '=', staffId)
    .orderBy('requested_at', 'desc')
    .limit(maxListed)
    .execute();
}

/** @throws ProblemError `not-found` also for somebody else's */
export async function findExport(database: Database, staffId: string, id: string): Promise<ExportRecord> {
  const row = await database
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('requested_by', '=', staffId)
    .executeTakeFirst();
  if (!row) throw new ProblemError('not-found');
  return row;
}

/** What people read about exports. */
export async function describeExports(
  { database, settlement }: Pick<AppContext, 'database' | 'settlement'>,
  rows: readonly ExportRecord[],
): Promise<Export[]> {
  const ids = [
    ...new Set(rows.flatMap(({ requested_by: by, decided_by: decided }) => [by, ...(decided ? [decided] : [])])),
  ];
  const people =
    ids.length === 0 ? [] : await database.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.name ?? null;
  return rows.map((row) => {
    const list = findExportList(row.list);
    const headers = row.columns.map((key) => list?.columns.find((column) => column.key === key)?.header ?? key);
    const filters = list?.describe(settlement, row.query, row.cases).filters ?? [];
    const manifest = describeManifest(row, {
      file: fileNameOf(row, settlement.site.timeZone),
      filters,
      headers,
      requestedBy: nameOf(row.requested_by) ?? '',
      approvedBy: nameOf(row.decided_by),
    });
    return {
      id: row.id,
      list: list?.title ?? row.list,
      format: row.format,
      filters,
      columns: headers,
      status: row.status,
      withTaxIds: row.with_tax_ids,
      requestedAt: row.requested_at.toISOString(),
      rows: Number(row.row_count),
      expectedRows: row.expected_rows === null ? null : Number(row.expected_rows),
      decidedBy: nameOf(row.decided_by),
      expiresAt: row.expires_at?.toISOString() ?? null,
      ...(manifest && { manifest }),
    };
  });
}

/** Such as `claims-2026-11-22-1f0c9a3e.csv`, with the court's day. */
export const fileNameOf = ({ id, list, format, requested_at: at }: ExportRecord, timeZone: string): string =>
  `${list}-${dayIn(timeZone, at)}-${id.slice(0, 8)}.${format}`;

function describeManifest(
  row: ExportRecord,
  names: {
    readonly file: string;
    readonly filters: string[];
    readonly headers: string[];
    readonly requestedBy: string;
    readonly approvedBy: string | null;
  },
): ExportManifest | undefined {
  if (!row.sha256 || !row.finished_at) return undefined;
  return {
    format: 'redress-export/1',
    file: names.file,
    list: row.list,
    filters: names.filters,
    query: row.query,
    columns: names.headers,
    cases: row.cases,
    upTo: row.up_to,
    rows: Number(row.row_count),
    bytes: Number(row.byte_count),
    sha256: row.sha256.toString('hex'),
    withTaxIds: row.with_tax_ids,
    requestedBy: names.requestedBy,
    requestedAt: row.requested_at.toISOString(),
    approvedBy: names.approvedBy,
    finishedAt: row.finished_at.toISOString(),
  };
}

const unknownColumn = {
  en: 'One of the columns does not exist, or you may not export it. Reload the page.',
  es: 'Una de las columnas no existe o usted no puede exportarla. Vuelva a cargar la página.',
};
const reasonNeeded = {
  en: 'Say why you need the tax IDs. The second person reads it.',
  es: 'Diga por qué necesita los números de impuestos.',
};
const tooManyOpen = {
  en: `You have ${maxOpen} exports that are not finished. Wait for one, or cancel one.`,
  es: `Usted tiene ${maxOpen} exportaciones sin terminar. Espere o cancele una.`,
};
const noLongerAsked = {
  en: 'This export was cancelled, or asked for too long ago. It has to be asked for again.',
  es: 'Esta exportación se canceló o se pidió hace demasiado tiempo.',
};
