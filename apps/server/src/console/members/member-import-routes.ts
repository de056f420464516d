import {
  type MemberImport,
  MemberImportSchema,
  MemberImportsSchema,
  MemberImportWithBadRowsSchema,
  NewMemberImportSchema,
} from '@redress/contract/console/member-imports';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { byteOrderMark, formatCsvLine, sendCsv } from '../../platform/csv/csv-text.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { consoleProblem, ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { createChunkReceiver } from '../../site/uploads/receive-chunk.ts';
import { maxKeptBadRows } from './import-member-file.ts';
import {
  cancelMemberImport,
  createMemberImport,
  findMemberImport,
  listBadRows,
  listMemberImports,
  memberFiles,
  refuseUnusableStart,
} from './member-imports.ts';
import { memberColumns } from './read-members.ts';

const tags = ['console'];
const params = Type.Object({ id: Type.String() });
const access = 'import-members';
const shownBadRows = 50;

/** `/api/console/member-imports`: imports of class members, with progress. */
export async function memberImportRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const files = memberFiles(context, () => context.memberImports?.wake());
  const chunks = createChunkReceiver(api, context, files);

  async function find(request: FastifyRequest, id: string): Promise<MemberImport> {
    const found = await findMemberImport(context, id, staffOf(request));
    if (!found) throw new ProblemError('not-found');
    return found;
  }
  async function findMine(request: FastifyRequest, id: string): Promise<MemberImport> {
    const found = await find(request, id);
    if (!found.isMine) throw consoleProblem('not-permitted', 'Somebody else is uploading this file.');
    return found;
  }

  api.get(
    '/member-imports',
    {
      config: { access, reads: 'nothing' },
      schema: {
        summary: 'The newest imports of class members',
        tags,
        response: { 200: MemberImportsSchema, ...problemResponses(401, 403, 500, 503) },
      },
    },
    async (request) => ({ imports: await listMemberImports(context, staffOf(request)) }),
  );

  api.post(
    '/member-imports',
    {
      config: { access },
      schema: {
        summary: 'Begin an import of class members',
        description:
          'The file follows in chunks, and is imported once all bytes are there: every row, or with `skipBad` every good one.',
        tags,
        body: NewMemberImportSchema,
        response: { 201: MemberImportSchema, ...problemResponses(400, 401, 403, 413, 500, 503) },
      },
    },
    async (request, reply) => {
      const body = readBody(NewMemberImportSchema, request);
      const id = await createMemberImport(context, staffOf(request), body);
      return reply.code(201).send(await find(request, id));
    },
  );

  api.get(
    '/member-imports/template.csv',
    {
      config: { access, reads: 'nothing' },
      schema: {
        summary: 'An empty file of class members with the names of the columns',
        tags,
        response: { 200: Type.String(), ...problemResponses(401, 403, 500, 503) },
      },
    },
    async (_request, reply) => sendCsv(reply, 'class-members-template.csv', formatCsvLine(memberColumns)),
  );

  api.get(
    '/member-imports/:id',
    {
      config: { access, reads: 'nothing' },
      schema: {
        summary: 'An import of class members: how far it is, and its first bad rows',
        tags,
        params,
        response: { 200: MemberImportWithBadRowsSchema, ...problemResponses(401, 403, 404, 500, 503) },
      },
    },
    async (request) => {
      const found = await find(request, request.params.id);
      const badRows = await listBadRows(context, found.id, shownBadRows);
      return {
        import: found,
        // Not the Notice IDs: this answers every second, and shows nothing that has to be logged.
        badRows: badRows.map(({ line, reason }) => ({ line: Number(line), reason })),
        listedBadRows: badRows.length === 0 ? 0 : Math.min(found.badRows, maxKeptBadRows),
      };
    },
  );

  api.patch(
    '/member-imports/:id',
    {
      config: { access },
      schema: {
        summary: 'Send the next chunk of the file',
        description: 'As `application/offset+octet-stream`. `upload-offset` is where it begins, in bytes.',
        tags,
        params,
        headers: Type.Object({ 'upload-offset': Type.Optional(Type.String()) }),
        response: {
          200: MemberImportSchema,
          ...problemResponses(400, 401, 403, 404, 409, 413, 415, 500, 503),
        },
      },
    },
    async (request) => {
      const file = await findMine(request, request.params.id);
      if (file.status !== 'arriving' && file.status !== 'waiting')
        throw consoleProblem('conflict', 'This import has ended. Start a new one.');
      const isFirst = file.arrivedBytes === 0;
      await chunks.receive(request, { ...file, isArriving: file.status === 'arriving' });
      if (isFirst) await refuseUnusableStart(context, file);
      return find(request, file.id);
    },
  );

  api.post(
    '/member-imports/:id/cancel',
    {
      config: { access },
      schema: {
        summary: 'Cancel an import. Nothing of its file is imported',
        tags,
        params,
        response: { 200: MemberImportSchema, ...problemResponses(401, 403, 404, 409, 500, 503) },
      },
    },
    async (request) => {
      const { id } = await find(request, request.params.id);
      chunks.stop(id);
      if (!(await cancelMemberImport(context, id, staffOf(request).id)))
        throw consoleProblem('conflict', 'It is too late to cancel: the import has ended.');
      return find(request, id);
    },
  );

  api.get(
    '/member-imports/:id/bad-rows.csv',
    {
      config: { access, reads: 'download' },
      schema: {
        summary: 'The bad rows of an import: line, reason and what is in the column of Notice IDs',
        tags,
        params,
        response: { 200: Type.String(), ...problemResponses(401, 403, 404, 500, 503) },
      },
    },
    async (request, reply) => {
      const { id } = await find(request, request.params.id);
      const rows = await listBadRows(context, id, maxKeptBadRows);
      await recordRead(context, request, { what: 'download', subject: `bad rows of import ${id}` });
      const lines = rows.map((row) => formatCsvLine([row.line, row.reason, row.notice_id ?? '']));
      return sendCsv(
        reply,
        `bad-rows-${id.slice(0, 8)}.csv`,
        [byteOrderMark, formatCsvLine(['line', 'reason', 'notice_id']), ...lines].join(''),
      );
    },
  );
}
