import { letterBatchesApi, maxLettersPerPdf } from '@redress/contract/console/letter-batches';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { printPaper } from '../../claims/letters/print-letter.ts';
import { sendCsv } from '../../platform/csv/csv-text.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { consoleProblem, invalidField, ProblemError } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { defineRoutes } from '../define-routes.ts';
import { exportKeyOf, readEncrypted } from '../exports/encrypted-files.ts';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { confirmBatch, confirmByFile } from './confirm-mailing.ts';
import { exportLetterAddresses, importLetterAddresses } from './letter-addresses.ts';
import { readLettersOf } from './letter-batch-jobs.ts';
import { makeLetterBatch, readLetterBatch, readLetterBatches } from './letter-batches.ts';

/** Bytes of a request with a CSV file of many letters. */
const csvBodyLimit = 5 * 1024 * 1024;

const dayMessages = {
  'mailed-before-queued': 'The batch was created on a later day.',
  'mailed-later': 'The day is in the future.',
} as const;

/**
 * `/api/console/letter-batches` and `/letter-addresses`: letters for the mail house, and addresses
 * for an address service.
 */
export async function letterBatchRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, letterBatchesApi);
  const { database, store, keys, now } = context;
  const access = 'supervise';
  const find = async (request: FastifyRequest, id: string) => {
    const found = await readLetterBatch(context, id, casesWith(request, access));
    if (!found) throw new ProblemError('not-found');
    return found;
  };
  const fileNameOf = ({ caseId, number }: Awaited<ReturnType<typeof find>>['batch']) => `letters-${caseId}-${number}`;
  const recordDownload = async (request: FastifyRequest, id: string, file: string) => {
    await recordRead(context, request, { what: 'download', subject: `letter-batch ${id}` });
    await database.transaction().execute((transaction) =>
      addRecordEntry(transaction, { kind: 'letter-batch', id }, now(), {
        kind: 'letter-batch-downloaded',
        details: { by: staffOf(request).id, file },
      }),
    );
  };

  // Its letters, or the size of its file, would tell a second reviewer how a claim was decided.
  api.addHook('preHandler', (request) => refuseWhileBlind(database, staffOf(request).id, casesWith(request, access)));

  route('GET /letter-batches', { access, reads: 'nothing', problems: [409] }, (request) =>
    readLetterBatches(context, casesWith(request, access)),
  );

  route('POST /letter-batches', { access, problems: [400, 409] }, async (request, reply) => {
    const { caseId } = request.body;
    requirePermission(request, access, caseId);
    const id = await makeLetterBatch(context, staffOf(request).id, caseId);
    if (id === undefined)
      throw consoleProblem('conflict', 'No letters are waiting anymore. Someone else created the batch.');
    context.letterBatches?.wake();
    return reply.code(201).send({ id });
  });

  route('GET /letter-batches/:id', { access, reads: 'nothing', problems: [404, 409] }, (request) =>
    find(request, request.params.id),
  );

  route(
    'GET /letter-batches/:id/letters.zip',
    { access, reads: 'download', problems: [404, 409], exposeHeadRoute: false },
    async (request, reply) => {
      const { batch } = await find(request, request.params.id);
      const {
        key_version: keyVersion,
        nonce,
        tag,
        sha256,
      } = await database
        .selectFrom('letter_batches')
        .select(['key_version', 'nonce', 'tag', 'sha256'])
        .where('id', '=', batch.id)
        .executeTakeFirstOrThrow();
      if (!nonce || !tag || !sha256 || keyVersion === null) throw new ProblemError('not-found');
      const file = (await store.has(exportKeyOf(batch.id)))
        ? readEncrypted(store, keys, batch.id, { nonce, tag, keyVersion })
        : undefined;
      if (!file)
        throw consoleProblem(
          'not-found',
          'This file is gone: files don’t survive a restored backup or a new secret key. Print the letters from the PDF.',
        );
      await recordDownload(request, batch.id, 'zip');
      return reply
        .type('application/zip')
        .header('content-length', batch.bytes ?? '')
        .header('content-digest', `sha-256=:${sha256.toString('base64')}:`)
        .header('content-disposition', contentDisposition(`${fileNameOf(batch)}.zip`))
        .send(file);
    },
  );

  route(
    'GET /letter-batches/:id/letters.pdf',
    { access, reads: 'download', problems: [404, 409], exposeHeadRoute: false },
    async (request, reply) => {
      const { batch } = await find(request, request.params.id);
      if (batch.letters > maxLettersPerPdf)
        throw consoleProblem(
          'conflict',
          `A batch of more than ${maxLettersPerPdf} letters has no single PDF. Use its ZIP file.`,
        );
      const letters = [];
      for await (const some of readLettersOf(database, batch.id))
        letters.push(...some.map((letter) => printPaper(context, letter)));
      if (letters.length === 0) throw new ProblemError('not-found');
      const pdf = await context.pdfRenderer.renderLetters(letters);
      await recordDownload(request, batch.id, 'pdf');
      return reply
        .type('application/pdf')
        .header('content-disposition', contentDisposition(`${fileNameOf(batch)}.pdf`))
        .send(pdf);
    },
  );

  route('POST /letter-batches/:id/mailed', { access, problems: [400, 404, 409, 422] }, async (request) => {
    const { batch } = await find(request, request.params.id);
    const confirmed = await confirmBatch(context, staffOf(request).id, batch, request.body.mailedOn);
    if (typeof confirmed === 'string') throw invalidField('mailedOn', confirmed, dayMessages[confirmed]);
    return confirmed;
  });

  route(
    'POST /letter-batches/confirmations',
    { access, problems: [400, 409, 413, 422], bodyLimit: csvBodyLimit },
    (request) => confirmByFile(context, staffOf(request).id, request.body.csv, casesWith(request, access)),
  );

  route(
    'GET /letter-addresses/addresses.csv',
    { access, reads: 'export', problems: [400, 409] },
    async (request, reply) => {
      const { case: caseId } = request.query;
      requirePermission(request, access, caseId);
      const { csv, claimNumbers } = await exportLetterAddresses(context, staffOf(request).id, caseId);
      await recordRead(context, request, {
        what: 'export',
        subject: `letter-addresses ${caseId}`,
        resultIds: claimNumbers,
      });
      return sendCsv(reply, `letter-addresses-${caseId}.csv`, csv);
    },
  );

  route(
    'POST /letter-addresses/imports',
    { access, problems: [400, 409, 413, 422], bodyLimit: csvBodyLimit },
    async (request) => ({
      added: await importLetterAddresses(context, staffOf(request).id, request.body, casesWith(request, access)),
    }),
  );
}
