import { type AddDocument, AddDocumentSchema } from '@redress/contract/console/claim-details';
import { dayIn } from '@redress/forms/court-day';
import type { FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { uploadProblems } from '../../claims/documents/upload-messages.ts';
import { addUploadToClaim } from '../../site/uploads/add-upload-to-claim.ts';
import { findClaimDocumentsItem } from '../../site/uploads/authorize-upload.ts';
import { discardUploads, receiveUpload } from '../../site/uploads/receive-upload.ts';
import { refusalProblem, refusedResult, uploadResult } from '../../site/uploads/upload-results.ts';
import type { ConsoleContext } from '../context.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import type { FoundClaim } from './find-claim.ts';

/**
 * Adds a document that was received by mail or email, with the same checks, limits, scan and
 * history as an upload. A repeated request changes nothing.
 * @throws ProblemError that says what is wrong with the file or its fields
 */
export async function addDocument(context: ConsoleContext, request: FastifyRequest, claim: FoundClaim): Promise<void> {
  const item = findClaimDocumentsItem(context.settlement.claimForms, claim);
  if (!item || claim.status !== 'filed') throw consoleProblem('conflict', 'This claim doesn’t accept documents.');
  if (!request.isMultipart()) throw new ProblemError('unsupported-type', { detail: uploadProblems.notMultipart });
  const fields: Record<string, unknown> = {};
  const limits = { fileSize: item.maxBytes + 1, files: 1, parts: 5 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    const { source, receivedOn, reason } = readFields(context, fields);
    const added = {
      added_by: staffOf(request).id,
      source,
      received_on: receivedOn,
      added_reason: reason,
    };
    const received = await receiveUpload(context, claim, item, part.file, part.filename);
    if ('reason' in received) throw refusalOf(refusedResult(received, item, 'en'));
    // Claimants whose claim has as many files as its form allows are told to mail the others.
    const unlimited = { ...item, maxFiles: Infinity };
    const obstacle = await context.database
      .transaction()
      .execute((transaction) => addUploadToClaim(transaction, context, claim, unlimited, { ...received, added }));
    if (obstacle !== undefined) await discardUploads(context, 'claim_documents', [received]);
    const result = uploadResult(received, obstacle, item, 'en');
    if (!result.stored) throw refusalOf(result);
    if (result.duplicate) throw consoleProblem('conflict', 'The claim already has this document.');
    context.scans?.wake();
    return;
  }
  throw consoleProblem('bad-request', 'Choose a file.');
}

/** The problem says what is wrong with the one file; a claimant's names each of several. */
function refusalOf(result: Parameters<typeof refusalProblem>[0][number]): ProblemError {
  const { code, retryAfterSeconds } = refusalProblem([result]);
  return consoleProblem(code, result.message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

function readFields({ settlement, now }: ConsoleContext, fields: Readonly<Record<string, unknown>>): AddDocument {
  const text = typeof fields['reason'] === 'string' ? stripNulAndSurrogates(fields['reason']).trim() : '';
  const given = { ...fields, reason: text };
  if (!Check(AddDocumentSchema, given))
    throw consoleProblem('bad-request', 'Say how and when the document arrived, and why you are adding it.');
  if (given.receivedOn > dayIn(settlement.site.timeZone, now()))
    throw consoleProblem('bad-request', 'The date received is in the future.');
  return given;
}
