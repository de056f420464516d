import { Type } from 'typebox';
import type { FileResult } from '@redress/contract/claims';
import { SubmittedDocumentsSchema } from '@redress/contract/claims';
import type { ProblemCode } from '@redress/contract/problem';
import { ProblemSchema } from '@redress/contract/problem';
import type { Language } from '@redress/contract/language';
import type { DocumentsItem } from '@redress/forms/definition';
import { documentsItemOfClaim } from './upload-item.ts';
import { cleanFileName } from './file-name.ts';
import { refusalMessage } from './refusals.ts';
import { storeDocument } from './store-upload.ts';
import { isBrokenOff } from '../http/client-aborted.ts';
import { countBytes, retryWhenDiskFull } from './upload-bytes.ts';
import { logFailure, ProblemError, toProblemError } from '../http/problem.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { enforceLimit } from '../http/rate-limits.ts';

const notMultipart = {
  en: 'Documents are sent as multipart form data.',
  es: 'Los documentos se envían como multipart/form-data.',
};
const brokenOff = {
  en: 'The upload broke off before its end. Please send the documents again.',
  es: 'El envío se cortó antes de terminar. Envíe los documentos otra vez.',
};
const notListed = {
  en: 'We could not read all that you sent. Files that are not listed here were not taken. Please send them again, a few at a time.',
  es: 'No pudimos leer todo lo que envió. Los archivos que no están en esta lista no se recibieron. Envíelos otra vez, unos pocos a la vez.',
};
const noneTaken = {
  en: 'None of the documents could be taken. Your claim itself is safe.',
  es: 'No se pudo recibir ninguno de los documentos. Su reclamo está a salvo.',
};

/** Of a request that does not say how long it is, in bytes: as if all its documents were as large as they may be. */
const untoldBytes = 500 * 1024 ** 2;
/** More parts than this in one request are no form's. */
const mostParts = 60;

/** `POST /api/<resource>/SubmitDocuments?claimnumber=N`: documents of a claim, for the browser that filed it. */
export async function wholeUploadRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  const forms = new Map(context.settlement.claimForms.map(({ resource, id }) => [resource, id]));
  for (const [resource, formId] of forms) addSubmitDocuments(api, context, resource, formId);
}

function addSubmitDocuments(api: Api, context: AppContext, resource: string, formId: string): void {
  api.post(
    `/${resource}/SubmitDocuments`,
    {
      schema: {
        summary: 'Add documents to a claim that this browser filed',
        description:
          'Multipart form data with repeated parts named `files`: up to sixty in a request. Once one of them is stored the answer is 200 and tells of each.',
        tags: ['claims'],
        consumes: ['multipart/form-data'],
        headers: Type.Object(languageHeaders),
        querystring: Type.Object({ claimnumber: Type.Optional(Type.String()) }),
        response: {
          200: SubmittedDocumentsSchema,
          400: ProblemSchema,
          403: ProblemSchema,
          413: ProblemSchema,
          415: ProblemSchema,
          422: ProblemSchema,
          429: ProblemSchema,
          500: ProblemSchema,
          503: ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      const language = answerInLanguage(request, reply);
      const claimNumber = request.query.claimnumber ?? '';
      if (!context.cookies.hasFiled(request, claimNumber)) throw new ProblemError('not-your-claim');
      if (!request.isMultipart()) throw new ProblemError('unsupported-type', { detail: notMultipart });
      await enforceLimit(context, 'documents-address', request.ip);
      await countBytes(context, request.ip, Number(request.headers['content-length'] ?? untoldBytes));
      const claim = await context.database
        .selectFrom('claims')
        .select(['id', 'number', 'form_id', 'form_version'])
        .where('number', '=', claimNumber)
        .where('form_id', '=', formId)
        .where('status', '=', 'filed')
        .executeTakeFirst();
      const item = claim && documentsItemOfClaim(context.settlement.claimForms, claim);
      if (!claim || !item) throw new ProblemError('not-your-claim');

      const files: FileResult[] = [];
      let arriving: string | undefined;
      let end: ProblemError | undefined;
      try {
        // One byte more than allowed is let through, so that the limit is seen to be passed.
        for await (const part of request.parts({
          limits: { fileSize: item.maxBytes + 1, files: mostParts, parts: mostParts },
        })) {
          if (part.type !== 'file') continue;
          arriving = part.filename ?? '';
          files.push(await storeDocument(context, claim, item, part.file, arriving, language));
          arriving = undefined;
        }
      } catch (error) {
        end = isBrokenOff(error)
          ? new ProblemError('bad-request', { detail: brokenOff }, { cause: error })
          : toProblemError(error);
      }
      if (files.some((file) => file.stored)) {
        context.scans?.wake();
        if (!end) return { files };
        // A refusal would keep from its sender that these documents are safe.
        logFailure(end, request);
        if (arriving !== undefined) files.push(cutOff(arriving, item, language));
        return { files, incomplete: { code: end.code, detail: notListed[language] } };
      }
      if (end) throw end;
      const code = refusalCode(files);
      throw new ProblemError(
        code,
        {
          ...(files.length > 0 ? { detail: noneTaken } : {}),
          files: files.flatMap((file) =>
            file.stored ? [] : [{ name: file.name, reason: file.reason, message: file.message }],
          ),
        },
        code === 'unavailable' ? { retryAfterSeconds: retryWhenDiskFull } : {},
      );
    },
  );
}

/** Of the file in whose middle the request ended. */
function cutOff(givenName: string, item: DocumentsItem, language: Language): FileResult {
  const reason = 'incomplete';
  return { name: cleanFileName(givenName), stored: false, reason, message: refusalMessage(reason, item, language) };
}

function refusalCode(files: readonly FileResult[]): ProblemCode {
  const reasons = new Set(files.flatMap((file) => (file.stored ? [] : [file.reason])));
  if (reasons.has('no-room')) return 'unavailable';
  if (reasons.has('too-large') || reasons.has('too-many') || reasons.has('claim-full')) return 'too-large';
  if (reasons.has('type') || reasons.has('macros') || reasons.has('too-much-inside')) return 'unsupported-type';
  return 'no-documents';
}
