import type { MultipartFile } from '@fastify/multipart';
import {
  type ClaimAction,
  disputeItem,
  maxStatementLength,
  parseClaimAction,
  statusFields,
} from '@redress/contract/status-page';
import type { DocumentsItem } from '@redress/forms/definition';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { isClientAbort } from '../../platform/http/malformed-requests.ts';
import { toProblemError, type ProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { countUpload } from '../../platform/metrics/event-metrics.ts';
import { cleanFileName } from '../../claims/documents/file-name.ts';
import { drain, readMultipart } from '../no-script/read-form.ts';
import type { NoScriptContext } from '../no-script/rendered-responses.ts';
import { type ReceivedUpload, type RefusedUpload, receiveUpload } from '../uploads/receive-upload.ts';
import { assignStagedUploads } from '../uploads/staged-uploads.ts';
import { canDispute, type Claim, findOpenDeficiency, readStatusRecords, type StatusRecords } from './status-records.ts';
import { stagingKeys } from './unsent-files.ts';

/** A form of the page of a claim, as sent. */
export interface SentForm {
  readonly action: ClaimAction | undefined;
  readonly fields: ReadonlyMap<string, string>;
  /** The decision that it is about. */
  readonly decision: string;
  /** Files that were not taken, by the ID of a reason, or `dispute`. */
  readonly refused: ReadonlyMap<string, readonly RefusedUpload[]>;
  /** Files came after their part was sent, for example from another device. They were not taken. */
  readonly isLate: boolean;
  readonly problem: ProblemError | undefined;
}

/** An answer has at most this many reasons, files and other fields. */
const limits = { fields: 200, files: 60, parts: 260, fieldNameSize: 200, fieldSize: 100_000 };
const maxFieldBytes = 200_000;
/** Each answer is about a few reasons. */
const maxItems = 40;

/**
 * Reads a form of the page of a claim, and stages its files.
 * @param item absent if the claim takes no documents
 */
export async function readSentForm(
  context: NoScriptContext,
  request: FastifyRequest,
  claim: Claim,
  item: DocumentsItem | undefined,
  problemBefore: ProblemError | undefined,
): Promise<SentForm> {
  const received = new Map<string, ReceivedUpload[]>();
  const refused = new Map<string, RefusedUpload[]>();
  let problem = problemBefore;
  const add = <T>(map: Map<string, T[]>, name: string, value: T) => map.set(name, [...(map.get(name) ?? []), value]);
  const readFile = async (part: MultipartFile) => {
    const name = part.fieldname.slice(statusFields.files.length);
    // A file input without a file sends an empty name.
    const isUpload = Boolean(part.filename) && part.fieldname.startsWith(statusFields.files);
    if (!item || !isUpload || problem || received.size > maxItems) {
      if (isUpload) add(refused, name, { name: cleanFileName(part.filename), reason: 'incomplete' as const });
      return drain(part);
    }
    try {
      await enforceLimit(context, 'staged-document-address', request.ip);
      const result = await receiveUpload(context, undefined, item, part.file, part.filename);
      countUpload('reason' in result ? result.reason : 'stored');
      if ('reason' in result) add(refused, name, result);
      else add(received, name, result);
    } catch (error) {
      if (isClientAbort(error)) throw error;
      problem = toProblemError(error);
      add(refused, name, { name: cleanFileName(part.filename), reason: 'incomplete' as const });
      await drain(part);
    }
  };
  const fileSize = (item?.maxBytes ?? 0) + 1;
  const fields = await readMultipart(request, { limits: { ...limits, fileSize }, maxFieldBytes }, readFile);
  const decision = fields.get(statusFields.decision) ?? '';
  const action = parseClaimAction(fields.get(statusFields.form));
  const isSent = action?.name === 'answer' || action?.name === 'dispute';
  let isLate = false;
  for (const [name, uploads] of item ? received : []) {
    const [key] = stagingKeys(context.keys, decision, name);
    const isOpen = async (transaction: Database) => {
      const places = findPlaces(await readStatusRecords(transaction, claim.id), decision);
      if (places.includes(name)) return true;
      // A form that is sent again is told so.
      isLate ||= !isSent || places.length > 0;
      return false;
    };
    for (const upload of item ? await assignStagedUploads(context, key, item, uploads, isOpen) : [])
      add(refused, name, upload);
  }
  return { action, fields, decision, refused, isLate, problem };
}

/** Reads a form of the page of a claim that is not known any more. Files are not taken. */
export const readUnknownForm = (request: FastifyRequest): Promise<ReadonlyMap<string, string>> =>
  readMultipart(request, { limits: { ...limits, fileSize: 1 }, maxFieldBytes }, drain);

/** Files can wait for the open parts of a deficiency, or for the dispute of a decision in force. */
function findPlaces(records: StatusRecords, decisionId: string): readonly string[] {
  const open = findOpenDeficiency(records);
  if (open?.decisionId === decisionId) return open.items.map(({ reason }) => reason);
  return canDispute(records, decisionId) ? [disputeItem] : [];
}

/** The statements in a form, by the ID of a reason, or `dispute`. */
export function statementsIn(fields: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...fields].flatMap(([name, typed]) =>
      name.startsWith(statusFields.statement)
        ? [[name.slice(statusFields.statement.length), stripNulAndSurrogates(typed).replaceAll('\r\n', '\n')] as const]
        : [],
    ),
  );
}

export const isTooLong = (statement: string): boolean => statement.length > maxStatementLength;
