import { idempotencyKeyPattern } from '@redress/contract/http-headers';
import { type FormAction, noScriptFields, parseAction, parseStagedUpload } from '@redress/contract/no-script-form';
import type { StagedUpload } from '@redress/contract/uploads';
import type { AnyAnswer, AnyAnswers, RowAnswers } from '@redress/forms/answers';
import {
  type ClaimForm,
  type DocumentsItem,
  type Field,
  type Form,
  isField,
  maxValueCount,
  type RowsField,
} from '@redress/forms/definition';
import { tidyAnswer } from '@redress/forms/clean-typed-answers';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '../../platform/errors/error-code.ts';
import { isClientAbort } from '../../platform/http/malformed-requests.ts';
import { ProblemError, toProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { countUpload } from '../../platform/metrics/event-metrics.ts';
import { createFormKey } from '../static-site/send-page.ts';
import { cleanFileName } from '../../claims/documents/file-name.ts';
import { type ReceivedUpload, type RefusedUpload, receiveUpload } from '../uploads/receive-upload.ts';
import { findDocumentsItem } from '../uploads/authorize-upload.ts';
import type { NoScriptContext } from './rendered-responses.ts';

/** A claim form as a browser submits it without JavaScript. */
export interface FormSubmission {
  readonly formKey: string;
  readonly version: number;
  readonly action: FormAction;
  readonly fields: ReadonlyMap<string, string>;
  /** A honeypot field has a value. */
  readonly suspectedMachine: boolean;
  /** Uploads that are stored, but not yet assigned to the form's key. */
  readonly received: readonly ReceivedUpload[];
  readonly refused: readonly RefusedUpload[];
  /** The staged uploads that the page listed. */
  readonly listed: readonly StagedUpload[];
  /** The reason why the submission is not processed, though its answers may be correct. */
  readonly problem: ProblemError | undefined;
}

export interface ReadSubmission extends FormSubmission {
  readonly answers: AnyAnswers;
}

/**
 * Reads a submitted claim form and stores its uploads as they arrive. After a problem, uploads are
 * read but not stored, and reported as incomplete.
 * @throws ProblemError `too-large` if it is larger than the form can be
 */
export async function readForm(
  context: NoScriptContext,
  request: FastifyRequest,
  form: ClaimForm,
  problemBefore: ProblemError | undefined,
): Promise<FormSubmission> {
  const item = findDocumentsItem(form);
  const received: ReceivedUpload[] = [];
  const refused: RefusedUpload[] = [];
  let problem = problemBefore;
  const readFile = async (part: MultipartFile) => {
    // A file input without a file sends an empty name; some parts have none.
    const isUpload = Boolean(part.filename) && part.fieldname === item?.name;
    if (!item || !isUpload || problem) {
      if (isUpload) refused.push({ name: cleanFileName(part.filename), reason: 'incomplete' });
      return drain(part);
    }
    try {
      await enforceLimit(context, 'staged-document-address', request.ip);
      const result = await receiveUpload(context, undefined, item, part.file, part.filename);
      countUpload('reason' in result ? result.reason : 'stored');
      if ('reason' in result) refused.push(result);
      else received.push(result);
    } catch (error) {
      if (isClientAbort(error)) throw error;
      problem = toProblemError(error);
      refused.push({ name: cleanFileName(part.filename), reason: 'incomplete' });
      await drain(part);
    }
  };
  const fields = await readMultipart(request, limitsOf(form, problemBefore), readFile);
  const formKey = fields.get(noScriptFields.key);
  return {
    formKey: formKey !== undefined && idempotencyKeyPattern.test(formKey) ? formKey : createFormKey(),
    version: Number(fields.get(noScriptFields.version)),
    action: parseAction(fields.get(noScriptFields.action)),
    fields,
    suspectedMachine: honeypotsOf(form).some((name) => (fields.get(name) ?? '') !== ''),
    received,
    refused,
    listed: item ? listedUploads(fields, item) : [],
    problem,
  };
}

/** Reads the fields of a form that takes no uploads. */
export function readFields(request: FastifyRequest, form: Form): Promise<ReadonlyMap<string, string>> {
  return readMultipart(request, limitsOf(form), drain);
}

function honeypotsOf(form: ClaimForm): string[] {
  const own = form.sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'honeypot' ? item.name : [])),
  );
  return [noScriptFields.honeypot, ...own];
}

function listedUploads(fields: ReadonlyMap<string, string>, { maxFiles }: DocumentsItem): StagedUpload[] {
  const listed = [...fields].flatMap(([name, value]) => parseStagedUpload(name, value) ?? []);
  return listed.slice(0, maxFiles).map((upload) => ({ ...upload, name: cleanFileName(upload.name) }));
}

/**
 * The answers in the submitted fields, tidied as scripts tidy them when a field is left, so that a
 * form that comes back shows the answers as read. Adds or removes a row if that button was pressed,
 * and closes gaps between row numbers.
 */
export function answersFromFields(form: Form, fields: ReadonlyMap<string, string>, action: FormAction): AnyAnswers {
  const answers: Record<string, AnyAnswer> = {};
  for (const field of form.sections.flatMap(({ items }) => items.filter(isField))) {
    const answer = field.kind === 'rows' ? rowsFrom(field, fields, action) : answerFrom(field, fields.get(field.name));
    if (answer !== undefined) answers[field.name] = tidyAnswer(field, answer);
  }
  return answers;
}

/** The IDs of a login within another form, tidied, and empty where none was typed. */
export function loginFromFields(form: Form | undefined, fields: ReadonlyMap<string, string>) {
  const typed = Object.entries(noScriptFields.login).map(([name, field]) => [name, fields.get(field) ?? ''] as const);
  return form ? answersFromFields(form, new Map(typed), { name: 'submit' }) : {};
}

/** A checked checkbox sends some value; an unchecked one sends none. */
function answerFrom(field: Field, typed: string | undefined): AnyAnswer | undefined {
  if (field.kind === 'checkbox') return typed === undefined || typed === '' ? undefined : true;
  return typed;
}

function rowsFrom(
  field: RowsField,
  fields: ReadonlyMap<string, string>,
  action: FormAction,
): readonly RowAnswers[] | undefined {
  const cells = new Set(field.of.map((cell) => cell.name));
  const byNumber = new Map<number, Record<string, string>>();
  for (const [name, typed] of fields) {
    const [, number = '', cell = ''] = name.startsWith(`${field.name}.`)
      ? (/^\.(\d{1,9})\.(.+)$/.exec(name.slice(field.name.length)) ?? [])
      : [];
    if (!cells.has(cell)) continue;
    const row = byNumber.get(Number(number)) ?? {};
    row[cell] = typed;
    byNumber.set(Number(number), row);
  }
  if (action.name === 'remove-row' && action.field === field.name) byNumber.delete(action.row);
  const rows: RowAnswers[] = [...byNumber].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  if (action.name === 'add-row' && action.field === field.name && rows.length < field.atMost.rows)
    rows.push(Object.fromEntries(field.of.map((cell) => [cell.name, ''])));
  return rows.length === 0 ? undefined : rows;
}

/** Key, version, button, login, honeypot and browser extensions also send fields. */
const extraFields = 50;
/** This many files beyond a form's limit are reported one by one. */
const extraFiles = 20;
const defaultFieldBytes = 100_000;
const partLimits = { fieldNameSize: 200, fieldSize: 100_000 };

/**
 * The size of the largest form that can be filled in. Rendering a large form again is the most
 * expensive response, so addresses over their limit and other websites get it for small forms only.
 */
function limitsOf(form: Form & { readonly maxBodyBytes?: number }, problem?: ProblemError) {
  const item = findDocumentsItem(form);
  const maxBytes = form.maxBodyBytes ?? defaultFieldBytes;
  const isUntrusted = problem?.code === 'too-many-requests' || problem?.code === 'bad-token';
  const fields = maxValueCount(form) + extraFields + (item?.maxFiles ?? 0);
  const files = item ? item.maxFiles + extraFiles : 1;
  return {
    /** The limit of all names and values together. */
    maxFieldBytes: isUntrusted ? Math.min(maxBytes, defaultFieldBytes) : maxBytes,
    // One byte more shows that a file is too large, because the parser truncates silently.
    limits: { fields, files, parts: fields + files, fileSize: (item?.maxBytes ?? 0) + 1, ...partLimits },
  };
}

/** Reads a file to its end without storing it. */
export async function drain({ file }: MultipartFile): Promise<void> {
  for await (const _ of file);
}

/**
 * Streams `multipart/form-data`: collects the fields, the first of each name, and passes each file
 * to `readFile`, which has to read it to its end.
 * @throws ProblemError `too-large` over the limits, `bad-request` if the client aborts
 */
export async function readMultipart(
  request: FastifyRequest,
  { limits, maxFieldBytes }: ReturnType<typeof limitsOf>,
  readFile: (part: MultipartFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>();
  let bytes = 0;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        await readFile(part);
        continue;
      }
      if (part.valueTruncated) throw new ProblemError('too-large');
      // The parser's types are wrong: the name of a part without one is undefined.
      const hasName = typeof (part.fieldname as unknown) === 'string';
      if (!hasName || typeof part.value !== 'string') continue;
      bytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(part.value);
      if (bytes > maxFieldBytes) throw new ProblemError('too-large');
      if (!fields.has(part.fieldname)) fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    // The parser reports names such as `__proto__` after the last part. No form has such fields.
    if (errorCode(error) === 'FST_PROTO_VIOLATION') return fields;
    // Browsers show a response only after they have sent everything, so the rest is discarded.
    await setImmediate();
    request.raw.unpipe();
    request.raw.resume();
    throw isClientAbort(error) ? new ProblemError('bad-request', {}, { cause: error }) : error;
  }
  return fields;
}
