import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { type FileResult, SubmittedDocumentsSchema } from '@redress/contract/uploads';
import type { Language } from '@redress/contract/language';
import type { DocumentsItem } from '@redress/forms/definition';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { isClientAbort } from '../../platform/http/malformed-requests.ts';
import { logFailure, ProblemError, toProblemError, problemResponses } from '../../platform/http/problem.ts';
import { answerInLanguage, languageHeaders } from '../../platform/http/request-language.ts';
import { countUploadResult } from '../../platform/metrics/event-metrics.ts';
import { uploadProblems } from '../../claims/documents/upload-messages.ts';
import { cleanFileName } from '../../claims/documents/file-name.ts';
import { type ClaimRow, type UploadContext, discardUploads, receiveUpload } from './receive-upload.ts';
import { addUploadToClaim } from './add-upload-to-claim.ts';
import { authorizeUpload } from './authorize-upload.ts';
import { refusalProblem, refusedResult, uploadResult } from './upload-results.ts';

/** A request without a Content-Length counts as the most that it could send. */
const maxRequestBytes = 500 * 1024 ** 2;
/** No form accepts this many parts. */
const maxParts = 60;

/** `POST /api/<resource>/SubmitDocuments?claimnumber=N`: for the browser that filed the claim. */
export async function wholeUploadRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  const forms = new Map(context.settlement.claimForms.map(({ resource, id }) => [resource, id]));
  for (const [resource, formId] of forms) {
    api.post(
      `/${resource}/SubmitDocuments`,
      {
        schema: {
          summary: 'Add documents to a claim that this browser filed',
          description:
            'Multipart form data with up to sixty parts named `files`. If at least one file is stored, the answer is 200 and has the result of each.',
          tags: ['claims'],
          consumes: ['multipart/form-data'],
          headers: Type.Object(languageHeaders),
          querystring: Type.Object({ claimnumber: Type.Optional(Type.String()) }),
          response: { 200: SubmittedDocumentsSchema, ...problemResponses(400, 403, 413, 415, 422, 429, 500, 503) },
        },
      },
      async (request, reply) => {
        const language = answerInLanguage(request, reply);
        const claimNumber = request.query.claimnumber ?? '';
        if (!context.cookies.hasFiled(request, claimNumber, context.now())) throw new ProblemError('not-your-claim');
        if (!request.isMultipart()) throw new ProblemError('unsupported-type', { detail: uploadProblems.notMultipart });
        const bytes = Number(request.headers['content-length'] ?? maxRequestBytes);
        const { claim, item } = await authorizeUpload(context, request, claimNumber, bytes);
        if (claim.form_id !== formId) throw new ProblemError('not-your-claim');

        const files: FileResult[] = [];
        let arrivingName: string | undefined;
        let problem: ProblemError | undefined;
        try {
          // One byte over the limit passes and shows that a file is too large.
          const limits = { fileSize: item.maxBytes + 1, files: maxParts, parts: maxParts };
          for await (const part of request.parts({ limits })) {
            if (part.type !== 'file') continue;
            arrivingName = part.filename ?? '';
            const result = await storeUpload(context, claim, item, part.file, arrivingName, language);
            countUploadResult(result);
            files.push(result);
            arrivingName = undefined;
          }
        } catch (error) {
          // Browsers show an answer only after they have sent everything.
          request.raw.unpipe();
          request.raw.resume();
          problem = isClientAbort(error)
            ? new ProblemError('bad-request', { detail: uploadProblems.requestIncomplete }, { cause: error })
            : toProblemError(error);
        }
        if (!files.some((file) => file.stored))
          throw problem ?? refusalProblem(files.flatMap((file) => (file.stored ? [] : file)));
        context.scans?.wake();
        if (!problem) return { files };
        // An answer with a problem would hide that some files are stored.
        logFailure(problem, request);
        if (arrivingName !== undefined)
          files.push(refusedResult({ name: cleanFileName(arrivingName), reason: 'incomplete' }, item, language));
        return { files, incomplete: { code: problem.code, detail: uploadProblems.someNotStored[language] } };
      },
    );
  }
}

/**
 * Receives one file and adds it to its claim. Its row is `arriving` before its first byte and
 * `stored` once its bytes are safe. Cleanup removes rows that a crash or a lost answer to the
 * commit leaves `arriving`.
 */
async function storeUpload(
  context: UploadContext & Pick<SiteContext, 'log'>,
  claim: ClaimRow,
  item: DocumentsItem,
  file: Readable,
  givenName: string,
  language: Language,
): Promise<FileResult> {
  const received = await receiveUpload(context, claim, item, file, givenName);
  if ('reason' in received) return refusedResult(received, item, language);
  const obstacle = await context.database
    .transaction()
    .execute((transaction) => addUploadToClaim(transaction, context, claim, item, received));
  if (obstacle !== undefined) await discardUploads(context, 'claim_documents', [received]);
  return uploadResult(received, obstacle, item, language);
}
