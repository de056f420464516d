import { Type } from 'typebox';
import type { FileResult } from '@redress/contract/claims';
import { SubmittedDocumentsSchema } from '@redress/contract/claims';
import type { ProblemCode } from '@redress/contract/problem';
import { ProblemSchema } from '@redress/contract/problem';
import type { ClaimForm, DocumentsItem } from '@redress/forms/definition';
import { addressSubject } from '../limits/limits.ts';
import { storeDocument } from '../uploads/store-document.ts';
import { ProblemError } from './problem.ts';
import type { Api, Room } from './room.ts';
import { keepWithinLimits } from './room.ts';

/** More parts than this in one request are no form's. */
const mostParts = 60;

/** `POST /api/<resource>/SubmitDocuments?claimnumber=N`: documents of a claim, for the browser that filed it. */
export function addDocuments(api: Api, room: Room, versions: readonly [ClaimForm, ...ClaimForm[]]): void {
  const { id: formId, resource } = versions[0];
  api.post(
    `/${resource}/SubmitDocuments`,
    {
      schema: {
        summary: 'Add documents to a claim that this browser filed',
        description: 'Multipart form data with repeated parts named `files`.',
        tags: ['claims'],
        consumes: ['multipart/form-data'],
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
    async (request) => {
      const claimNumber = request.query.claimnumber ?? '';
      if (!room.cookies.hasFiled(request, claimNumber)) throw new ProblemError('not-your-claim');
      if (!request.isMultipart())
        throw new ProblemError('unsupported-type', { detail: 'Documents are sent as multipart form data.' });
      await keepWithinLimits(room, [{ limit: 'documents-address', subject: addressSubject(request.ip) }]);
      const claim = await room.database
        .selectFrom('claims')
        .select(['id', 'number', 'form_version'])
        .where('number', '=', claimNumber)
        .where('form_id', '=', formId)
        .executeTakeFirst();
      const item = documentsItemOf(versions.find((form) => form.version === claim?.form_version));
      if (!claim || !item) throw new ProblemError('not-your-claim');

      const files: FileResult[] = [];
      try {
        // One byte more than allowed is let through, so that the limit is seen to be passed.
        for await (const part of request.parts({
          limits: { fileSize: item.maxBytes + 1, files: mostParts, parts: mostParts },
        })) {
          if (part.type === 'file') files.push(await storeDocument(room, claim, item, part.file, part.filename));
        }
      } catch (error) {
        if (!isBrokenOff(error)) throw error;
        throw new ProblemError(
          'bad-request',
          { detail: 'The upload broke off before its end. Please send the documents again.' },
          { cause: error },
        );
      }
      if (files.some((file) => file.stored)) return { files };
      throw new ProblemError(refusalCode(files), {
        ...(files.length > 0 ? { detail: 'None of the documents could be taken. Your claim itself is safe.' } : {}),
        files: files.flatMap((file) =>
          file.stored ? [] : [{ name: file.name, reason: file.reason, message: file.message }],
        ),
      });
    },
  );
}

function documentsItemOf(form: ClaimForm | undefined): DocumentsItem | undefined {
  return form?.sections.flatMap((section) => section.items).find((item) => item.kind === 'documents');
}

function refusalCode(files: readonly FileResult[]): ProblemCode {
  const reasons = new Set(files.flatMap((file) => (file.stored ? [] : [file.reason])));
  if (reasons.has('too-large') || reasons.has('too-many')) return 'too-large';
  if (reasons.has('type')) return 'unsupported-type';
  return 'no-documents';
}

/** How the multipart reader and Node's streams say that a body ended in the middle or makes no sense. */
function isBrokenOff(error: unknown): boolean {
  const messages =
    /unexpected end of (form|file|multipart)|part terminated early|malformed part header|premature close|aborted|went away/i;
  if (!(error instanceof Error)) return false;
  return messages.test(error.message) || (error.cause !== undefined && isBrokenOff(error.cause));
}
