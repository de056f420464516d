import { exportsApi } from '@redress/contract/console/exports';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { listBlindClaimIds, refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { decideApproval } from '../approvals/decide-approval.ts';
import { requireFresh, staffOf } from '../sign-in/staff-access.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { describeExport, type ExportRecord, fileNameOf, findExport, findExports } from './describe-exports.ts';
import { exportKeyOf, readEncrypted } from './encrypted-files.ts';
import { deleteExportFile, dropExport } from './end-export.ts';
import { columnsFor, createExport, requireList } from './request-export.ts';

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** `/api/console/exports`: exported lists. Each person sees only their own. */
export async function exportRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, exportsApi);
  const { database, settlement } = context;
  const problems = [400, 404, 409];
  const findOwn = (request: FastifyRequest<{ Params: { id: string } }>) =>
    findExport(database, staffOf(request).id, request.params.id);

  route('GET /exports', { access: 'signed-in', reads: 'nothing', problems }, async (request) => {
    const rows = await findExports(database, staffOf(request).id);
    return { exports: await Promise.all(rows.map((row) => describeExport(context, row))) };
  });

  route('GET /exports/offer', { access: 'signed-in', reads: 'nothing', problems }, async (request) => {
    const { list, ...rights } = requireList(staffOf(request), request.query.list);
    const { query, filters, ignored } = await list.describe(
      settlement,
      request.query.query ?? '',
      rights.cases,
      database,
    );
    return {
      count: await list.count(context, {
        query,
        cases: rights.cases,
        without: await listBlindClaimIds(database, staffOf(request).id),
      }),
      filters,
      ignored,
      columns: columnsFor(list, rights).map(({ key, header, kind }) => ({ key, header, kind })),
      masked: rights.cases.filter((id) => !rights.contactCases.includes(id)),
    };
  });

  route('POST /exports', { access: 'signed-in', problems }, async (request, reply) => {
    const person = staffOf(request);
    const { body: asked } = request;
    const id = await createExport(context, person, asked);
    await recordRead(context, request, { what: 'export', subject: `export ${id}`, reason: asked.reason });
    return reply.code(201).send(await describeExport(context, await findExport(database, person.id, id)));
  });

  route('GET /exports/:id', { access: 'signed-in', reads: 'nothing', problems }, async (request) =>
    describeExport(context, await findOwn(request)),
  );

  route(
    'GET /exports/:id/file',
    { access: 'signed-in', reads: 'download', problems, exposeHeadRoute: false },
    async (request, reply) => {
      const row = await findOwn(request);
      const file = await openFile(context, staffOf(request), row);
      await recordRead(context, request, { what: 'download', subject: `export ${row.id}` });
      await database.transaction().execute((transaction) =>
        addRecordEntry(transaction, { kind: 'export', id: row.id }, context.now(), {
          kind: 'export-downloaded',
          details: { by: row.requested_by },
        }),
      );
      return reply
        .type(mediaTypes[row.format])
        .header('content-length', row.byte_count ?? '')
        .header('content-digest', `sha-256=:${row.sha256?.toString('base64')}:`)
        .header('content-disposition', contentDisposition(fileNameOf(row, settlement.site.timeZone)))
        .send(file);
    },
  );

  route('GET /exports/:id/check', { access: 'signed-in', reads: 'nothing', problems }, async (request) => {
    await requireDownload(context, staffOf(request), await findOwn(request));
  });

  route('GET /exports/:id/manifest', { access: 'signed-in', reads: 'nothing', problems }, async (request, reply) => {
    const { manifest } = await describeExport(context, await findOwn(request));
    if (!manifest) throw new ProblemError('not-found');
    return reply.header('content-disposition', contentDisposition(`${manifest.file}.manifest.json`)).send(manifest);
  });

  route('DELETE /exports/:id', { access: 'signed-in', problems }, async (request) => {
    const { id, status, requested_by: by, approval_id: approval } = await findOwn(request);
    if (status === 'done') await deleteExportFile(context, id, by);
    // Withdrawing the approval drops the export, too.
    else if (status === 'asking' && approval !== null)
      await decideApproval(context, staffOf(request), approval, { decision: 'withdrawn' });
    else
      await database
        .transaction()
        .execute((transaction) => dropExport(transaction, id, { status: 'cancelled', by, at: context.now() }));
    return describeExport(context, await findOwn(request));
  });
}

/** @throws ProblemError if the person may no longer see all of the file, or has to sign in again */
async function requireDownload(
  { database }: Pick<ConsoleContext, 'database'>,
  person: StaffMember,
  row: ExportRecord,
): Promise<void> {
  const rights = requireList(person, row.list);
  const hasAnswers = rights.list.columns.some(({ key, kind }) => kind === 'answers' && row.columns.includes(key));
  const isAllowed =
    row.cases.every((id) => rights.cases.includes(id)) &&
    row.contact_cases.every((id) => rights.contactCases.includes(id)) &&
    (!hasAnswers || row.cases.every((id) => person.permitted.answers.includes(id))) &&
    (!row.with_tax_ids || row.cases.every((id) => person.permitted['export-tax-ids'].includes(id)));
  if (!isAllowed)
    throw consoleProblem(
      'not-permitted',
      'Your roles have changed, and this file contains data you can no longer see. Export the list again.',
    );
  if (rights.list.tellsDecisions) await refuseWhileBlind(database, person.id, row.cases);
  if (row.with_tax_ids) requireFresh(person);
}

async function openFile(context: ConsoleContext, person: StaffMember, row: ExportRecord): Promise<Readable> {
  await requireDownload(context, person, row);
  const { nonce, tag, key_version: keyVersion } = row;
  if (row.status !== 'done' || !nonce || !tag || keyVersion === null) throw new ProblemError('not-found');
  const file = (await context.store.has(exportKeyOf(row.id)))
    ? readEncrypted(context.store, context.keys, row.id, { nonce, tag, keyVersion })
    : undefined;
  if (!file)
    throw consoleProblem(
      'not-found',
      'This file is gone. Exports don’t survive a restored backup or a new secret key. Export the list again.',
    );
  return file;
}
