import { Type } from 'typebox';
import type { ClaimDocuments } from '@redress/contract/claims';
import { ClaimDocumentsSchema } from '@redress/contract/claims';
import { ProblemSchema } from '@redress/contract/problem';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { ScanStatus } from '../database/tables.ts';
import { attachmentNamed } from '../http/attachment.ts';
import type { InEveryLanguage } from '../http/problem-messages.ts';
import { ProblemError } from '../http/problem.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { enforceLimit } from '../http/rate-limits.ts';

/** What a document is called on the line: by what it was found to be, never by what its sender said. Text is bytes: nobody looks into it. */
const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
  tif: 'image/tiff',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const bytesType = 'application/octet-stream';

const notHere: InEveryLanguage = {
  en: 'The documents of a claim are shown only in the browser that filed it. Please call us.',
  es: 'Los documentos de un reclamo se muestran solo en el navegador en que se presentó. Llámenos.',
};
const withheld: Readonly<Partial<Record<ScanStatus, InEveryLanguage>>> = {
  infected: {
    en: 'We keep this document but do not hand it out, because it holds a virus. Please send a clean copy by mail, or call us.',
    es: 'Guardamos este documento pero no lo entregamos, porque tiene un virus. Envíe una copia limpia por correo o llámenos.',
  },
  'unscanned-too-large': {
    en: 'We have this document. It is too large for our check for viruses, so we do not hand it out here.',
    es: 'Tenemos este documento. Es demasiado grande para nuestra revisión de virus, así que aquí no lo entregamos.',
  },
};
/** Seconds: most documents are scanned sooner. */
const retryWhileWaiting = 5;

const params = { claimNumber: Type.String() };
const problems = {
  403: ProblemSchema,
  429: ProblemSchema,
  500: ProblemSchema,
  503: ProblemSchema,
};

/** `GET /api/claims/N/documents` and `GET /api/claims/N/documents/<id>`: what a claim has, for the browser that filed it. */
export async function claimUploadRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  api.get(
    '/claims/:claimNumber/documents',
    {
      schema: {
        summary: 'The documents of a claim that this browser filed',
        tags: ['claims'],
        headers: Type.Object(languageHeaders),
        params: Type.Object(params),
        response: { 200: ClaimDocumentsSchema, ...problems },
      },
      exposeHeadRoute: false,
    },
    async (request, reply): Promise<ClaimDocuments> => {
      answerInLanguage(request, reply);
      const { claimNumber } = request.params;
      if (!context.cookies.hasFiled(request, claimNumber))
        throw new ProblemError('not-your-claim', { detail: notHere });
      await enforceLimit(context, 'data-checks-address', request.ip);
      const rows = await storedDocuments(context, claimNumber)
        .orderBy('stored_at')
        .orderBy('claim_documents.name')
        .execute();
      return {
        documents: rows.map((row) => ({
          id: row.id,
          name: row.name,
          size: Number(row.size),
          type: row.type ?? '',
          sha256: row.sha256?.toString('hex') ?? '',
          ...(row.stored_sha256 === null ? {} : { storedSha256: row.stored_sha256.toString('hex') }),
          received: row.stored_at?.toISOString() ?? '',
          scan: row.scan === 'waiting' && !context.scans ? 'not-configured' : row.scan,
        })),
      };
    },
  );

  api.get(
    '/claims/:claimNumber/documents/:id',
    {
      schema: {
        summary: 'A document of a claim that this browser filed, to be saved',
        description: 'Only once it was found clean, where a virus scanner is configured; never when it holds a virus.',
        tags: ['claims'],
        headers: Type.Object(languageHeaders),
        params: Type.Object({ ...params, id: Type.String() }),
        response: {
          200: {
            description: 'The file as it is kept',
            content: Object.fromEntries(
              [...Object.values(mediaTypes), bytesType].map((type) => [
                type,
                { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) },
              ]),
            ),
          },
          ...problems,
          404: ProblemSchema,
          409: ProblemSchema,
        },
      },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      answerInLanguage(request, reply);
      const { claimNumber, id } = request.params;
      if (!context.cookies.hasFiled(request, claimNumber))
        throw new ProblemError('not-your-claim', { detail: notHere });
      await enforceLimit(context, 'download-address', request.ip);
      const row = isId.test(id)
        ? await storedDocuments(context, claimNumber).where('claim_documents.id', '=', id).executeTakeFirst()
        : undefined;
      if (!row || !(await context.store.has(row.storage_key))) throw new ProblemError('not-found');
      if (!mayBeHandedOut(row.scan, context)) {
        const detail = withheld[row.scan];
        throw new ProblemError(
          'document-withheld',
          detail ? { detail } : {},
          detail ? {} : { retryAfterSeconds: retryWhileWaiting },
        );
      }
      return sendDocument(reply, row, await context.store.read(row.storage_key));
    },
  );
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where no scanner is configured nothing is waited for; what one found earlier still holds. */
function mayBeHandedOut(scan: ScanStatus, { scans }: Pick<AppContext, 'scans'>): boolean {
  return scan === 'clean' || (scan === 'waiting' && !scans);
}

function storedDocuments({ database }: AppContext, claimNumber: string) {
  return database
    .selectFrom('claim_documents')
    .innerJoin('claims', 'claims.id', 'claim_documents.claim_id')
    .select(['claim_documents.id', 'claim_documents.name', 'type', 'size', 'sha256', 'stored_sha256', 'stored_at'])
    .select(['scan', 'storage_key'])
    .where('claims.number', '=', claimNumber)
    .where('claim_documents.status', '=', 'stored');
}

/** To be saved, never shown: it may be a page or a program, whatever it seems to be. The website's own headers (nosniff, CORP) stand besides. */
function sendDocument(
  reply: FastifyReply,
  { name, type, size }: { readonly name: string; readonly type: string | null; readonly size: string | null },
  bytes: Readable,
): FastifyReply {
  return reply
    .type(mediaTypes[type ?? ''] ?? bytesType)
    .header('content-length', size ?? '')
    .header('content-disposition', attachmentNamed(name))
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header('cross-origin-resource-policy', 'same-origin')
    .send(bytes);
}
