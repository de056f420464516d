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
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { isClientAbort } from '../../platform/http/malformed-requests.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { toProblemError, type ProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { keyedHashText, type Keys } from '../../platform/keys/keys.ts';
import { countUpload } from '../../platform/metrics/event-metrics.ts';
import { cleanFileName } from '../../claims/documents/file-name.ts';
import { drain, readMultipart } from '../no-script/read-form.ts';
import type { NoScriptContext } from '../no-script/rendered-responses.ts';
import { type ReceivedUpload, type RefusedUpload, receiveUpload } from '../uploads/receive-upload.ts';
import { assignStagedUploads } from '../uploads/staged-uploads.ts';
import type { Claim } from './status-records.ts';

/** A form of the page of a claim, as sent. */
export interface SentForm {
  readonly action: ClaimAction | undefined;
  readonly fields: ReadonlyMap<string, string>;
  /** The decision that it is about. */
  readonly decision: string;
  /** Files that were not taken, by the ID of a reason, or `dispute`. */
  readonly refused: ReadonlyMap<string, readonly RefusedUpload[]>;
  readonly problem: ProblemError | undefined;
}

/**
 * The key under which files wait until the answer is sent: every device finds them, and nobody can
 * guess it.
 */
export const stagingKey = (keys: Keys, decisionId: string, item: string): string =>
  keyedHashText(keys['completion-codes'], `answer ${decisionId} ${item}`, 'base64url');

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
  const places = item ? await findPlaces(context, claim, decision) : [];
  for (const [name, uploads] of received)
    if (item && places.includes(name))
      for (const upload of await assignStagedUploads(context, stagingKey(context.keys, decision, name), item, uploads))
        add(refused, name, upload);
  return { action: parseClaimAction(fields.get(statusFields.form)), fields, decision, refused, problem };
}

/** Files can wait for the reasons of a decision about this claim, and for a dispute of it. */
async function findPlaces({ database }: NoScriptContext, claim: Claim, decisionId: string): Promise<string[]> {
  const decision = isUuid(decisionId)
    ? await database
        .selectFrom('claim_decisions')
        .select('reasons')
        .where('id', '=', decisionId)
        .where('claim_id', '=', claim.id)
        .executeTakeFirst()
    : undefined;
  return decision ? [...decision.reasons, disputeItem] : [];
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
