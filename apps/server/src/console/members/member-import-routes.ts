import { memberColumns, memberImportsApi, type MemberImport } from '@redress/contract/console/member-imports';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { formatCsvLine, sendCsv } from '../../platform/csv/csv-text.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { createChunkReceiver } from '../../site/uploads/receive-chunk.ts';
import { maxKeptBadRows } from './import-member-file.ts';
import {
  askForRemoval,
  cancelMemberImport,
  createMemberImport,
  findMemberImport,
  listBadRows,
  listMemberImports,
  memberFiles,
  refuseUnusableStart,
  suggestMapping,
  writeBadRows,
} from './member-imports.ts';

const access = 'import-members';
const shownBadRows = 50;

/** `/api/console/member-imports`: imports of class members, with progress. */
export async function memberImportRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, memberImportsApi);
  const files = memberFiles(context, () => context.memberImports?.wake());
  const chunks = createChunkReceiver(api, context, files);

  async function find(request: FastifyRequest, id: string): Promise<MemberImport> {
    const found = await findMemberImport(context, id, staffOf(request));
    if (!found) throw new ProblemError('not-found');
    return found;
  }
  async function findMine(request: FastifyRequest, id: string): Promise<MemberImport> {
    const found = await find(request, id);
    if (!found.isMine) throw consoleProblem('not-permitted', 'Someone else is uploading this file.');
    return found;
  }

  route('GET /member-imports', { access, reads: 'nothing' }, async (request) => ({
    imports: await listMemberImports(context, staffOf(request)),
  }));

  route('POST /member-imports', { access, problems: [400, 413] }, async (request, reply) => {
    const { body } = request;
    const id = await createMemberImport(context, staffOf(request), body);
    return reply.code(201).send(await find(request, id));
  });

  route('POST /member-imports/columns', { access, problems: [400, 413] }, (request) =>
    suggestMapping(context, staffOf(request), request.body.start),
  );

  route('GET /member-imports/template.csv', { access, reads: 'nothing' }, async (_request, reply) =>
    sendCsv(reply, 'class-members-template.csv', formatCsvLine(memberColumns)),
  );

  route('GET /member-imports/:id', { access, reads: 'nothing', problems: [404] }, async (request) => {
    const found = await find(request, request.params.id);
    const badRows = await listBadRows(context, found.id, shownBadRows);
    return {
      import: found,
      // Notice IDs are left out: this is polled every second, and reads of them would be logged.
      badRows: badRows.map(({ line, reason }) => ({ line: Number(line), reason })),
      listedBadRows: badRows.length === 0 ? 0 : Math.min(found.badRows, maxKeptBadRows),
    };
  });

  route('PATCH /member-imports/:id', { access, problems: [400, 404, 409, 413, 415] }, async (request) => {
    const file = await findMine(request, request.params.id);
    if (file.status !== 'arriving' && file.status !== 'waiting')
      throw consoleProblem('conflict', 'This import has ended. Start a new one.');
    const isFirst = file.arrivedBytes === 0;
    await chunks.receive(request, { ...file, isArriving: file.status === 'arriving' });
    if (isFirst) await refuseUnusableStart(context, file);
    return find(request, file.id);
  });

  route('POST /member-imports/:id/cancel', { access, problems: [404, 409] }, async (request) => {
    const { id } = await find(request, request.params.id);
    chunks.stop(id);
    if (!(await cancelMemberImport(context, id, staffOf(request).id)))
      throw consoleProblem('conflict', 'The import has already ended and can’t be canceled.');
    return find(request, id);
  });

  route('POST /member-imports/:id/remove', { access, problems: [404, 409] }, async (request) => {
    const { id } = await find(request, request.params.id);
    if (!(await askForRemoval(context, id, staffOf(request).id)))
      throw consoleProblem('conflict', 'This import can’t be undone: it isn’t finished, or was already undone.');
    context.memberImports?.wake();
    return find(request, id);
  });

  route(
    'GET /member-imports/:id/bad-rows.csv',
    { access, reads: 'download', problems: [404] },
    async (request, reply) => {
      const found = await find(request, request.params.id);
      const { id } = found;
      const csv = await writeBadRows(context, found, maxKeptBadRows);
      await recordRead(context, request, { what: 'download', subject: `bad rows of import ${id}` });
      return sendCsv(reply, `bad-rows-${id.slice(0, 8)}.csv`, csv);
    },
  );
}
