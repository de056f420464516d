import type { FastifyRequest } from 'fastify';
import type { FormAction } from '@redress/contract/no-script-form';
import { noScriptFields, parseAction, parseStagedUpload } from '@redress/contract/no-script-form';
import type { StagedUpload } from '@redress/contract/page-renderer';
import type { ClaimForm, DocumentsItem, Form } from '@redress/forms/definition';
import { maxValueCount } from '@redress/forms/definition';
import { findDocumentsItem } from '../uploads/upload-limits.ts';
import type { ReceivedUpload, RefusedUpload } from '../uploads/receive-upload.ts';
import { cleanFileName } from '../uploads/file-name.ts';
import { stageUpload } from '../uploads/staged-uploads.ts';
import { isBrokenOff } from '../http/client-aborted.ts';
import { readFormKey } from '../static-site/form-key.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import type { NoScriptContext } from './no-script-context.ts';
import type { PartLimits, PostedFile } from './read-multipart.ts';
import { readParts } from './read-multipart.ts';
import type { Refusal } from './refusal.ts';
import { refusalOf } from './refusal.ts';

/** A form as a browser posted it. */
export interface FormPost {
  readonly formKey: string;
  readonly version: number;
  readonly action: FormAction;
  readonly fields: ReadonlyMap<string, string>;
  /** Something stood in a field that no person sees. */
  readonly suspectedMachine: boolean;
  /** Documents that arrived with it, not yet under its key. */
  readonly arrived: readonly ReceivedUpload[];
  readonly refused: readonly RefusedUpload[];
  /** Documents that the page showed as kept. */
  readonly listed: readonly StagedUpload[];
  /** Why documents could not be taken though nothing is wrong with them. */
  readonly refusal?: Refusal;
}

/** Fields beside those of the form: the key, the version, the button, the login, a honeypot, what extensions of browsers add. */
const fieldsBeside = 50;
/** Files beyond what a form takes are told one by one, up to so many. */
const filesBeyond = 20;

/**
 * Reads the post of a claim form; its documents go into the store while they arrive. With `refusal` nothing is to be carried out: the
 * documents are then let through, and told as such that did not arrive. Throws `too-large` when it is more than the form takes.
 */
export async function readFormPost(
  context: NoScriptContext,
  request: FastifyRequest,
  form: ClaimForm,
  refusal: Refusal | undefined,
): Promise<FormPost> {
  const item = findDocumentsItem(form);
  const arrived: ReceivedUpload[] = [];
  const refused: RefusedUpload[] = [];
  let trouble = refusal;
  const takeFile = async (file: PostedFile) => {
    // No name: a file input in which nothing was chosen.
    const isDocument = file.name !== '' && file.field === item?.name;
    if (!item || !isDocument || trouble) {
      if (isDocument) refused.push({ name: cleanFileName(file.name), reason: 'incomplete' });
      return drain(file);
    }
    try {
      await enforceLimit(context, 'staged-document-address', request.ip);
      const received = await stageUpload(context, item, file.bytes, file.name);
      if (received.outcome === 'received') arrived.push(received.upload);
      else refused.push(received);
    } catch (error) {
      if (isBrokenOff(error)) throw error;
      trouble = refusalOf(error, request);
      refused.push({ name: cleanFileName(file.name), reason: 'incomplete' });
      await drain(file);
    }
  };
  const fields = await readParts(request, limitsBeside(form, refusal), takeFile);
  const version = Number(fields.get(noScriptFields.version));
  return {
    formKey: readFormKey(fields.get(noScriptFields.key)),
    version,
    action: parseAction(fields.get(noScriptFields.action)),
    fields,
    suspectedMachine: honeypotsOf(form).some((name) => (fields.get(name) ?? '') !== ''),
    arrived,
    refused,
    listed: item ? listedIn(fields, item) : [],
    ...(trouble && { refusal: trouble }),
  };
}

/** As much as the largest form that can be filled in, and not much more. */
export function limitsOf(form: Form & { readonly maxBodyBytes?: number }): PartLimits {
  const item = findDocumentsItem(form);
  return {
    fields: maxValueCount(form) + fieldsBeside + (item?.maxFiles ?? 0),
    fieldBytes: form.maxBodyBytes ?? smallForm,
    files: item ? item.maxFiles + filesBeyond : 1,
    fileBytes: item?.maxBytes ?? 0,
  };
}
const smallForm = 100_000;

/**
 * Rendering a large form again is the dearest thing that the server does for a post: not for an address that posts too often, nor for another
 * website. With the database away it is done, because then people come who did nothing wrong.
 */
function limitsBeside(form: ClaimForm, refusal: Refusal | undefined): PartLimits {
  const limits = limitsOf(form);
  const isSparing = refusal?.notice.name === 'too-many' || refusal?.notice.name === 'not-ours';
  return isSparing ? { ...limits, fieldBytes: Math.min(limits.fieldBytes, smallForm) } : limits;
}

function honeypotsOf(form: ClaimForm): string[] {
  const own = form.sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'honeypot' ? item.name : [])),
  );
  return [noScriptFields.honeypot, ...own];
}

function listedIn(fields: ReadonlyMap<string, string>, { maxFiles }: DocumentsItem): StagedUpload[] {
  const listed = [...fields].flatMap(([name, value]) => parseStagedUpload(name, value) ?? []);
  return listed.slice(0, maxFiles).map((document) => ({ ...document, name: cleanFileName(document.name) }));
}

async function drain({ bytes }: PostedFile): Promise<void> {
  for await (const _ of bytes);
}
