import type { InventedClaim, InventedUpload, InventedFile } from '@redress/contract/demonstration';
import type { Settlement } from '@redress/contract/settlement';
import { observationsField } from '@redress/contract/observations';
import { claimFormIn } from '@redress/contract/translations';
import type { FastifyBaseLogger } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Captcha } from '../../site/captcha/proof-of-work.ts';
import { findCaptcha, readClaimRequest } from '../../claims/filing/claim-request.ts';
import { fileClaim } from '../../claims/filing/file-claim.ts';
import type { InsertClaim } from '../../claims/filing/claim-inserter.ts';
import type { JobSource } from '../../platform/jobs/job-runner.ts';
import type { ConsoleContext } from '../../console/context.ts';
import { browserCookieName } from '../../platform/http/csrf.ts';
import { observeRequest } from '../../claims/observations/observe-request.ts';
import { sendReceipt, type ReceiptContext } from '../../claims/receipts/send-receipt.ts';
import { addUploadToClaim } from '../../site/uploads/add-upload-to-claim.ts';
import { findClaimDocumentsItem } from '../../site/uploads/authorize-upload.ts';
import { type ClaimRow, discardUploads, receiveUpload } from '../../site/uploads/receive-upload.ts';
import { createTypewrittenPdf } from '@redress/documents/typewritten';
import { createWorkbook } from '@redress/documents/workbook';
import { crc32 } from 'node:zlib';

export interface DemonstrationContext
  extends
    Pick<ConsoleContext, 'database' | 'keys' | 'store' | 'nextClaimNumber'>,
    Omit<ReceiptContext, 'now' | 'isScanned'> {
  readonly settlement: Settlement;
  readonly log: FastifyBaseLogger;
  /** This also holds the receipt for the demonstration. */
  readonly insertClaim: InsertClaim;
  readonly captcha: Captcha;
  /** Returns the job that checks data files, with this clock. */
  readonly checksAt: (now: () => Date) => Pick<JobSource, 'run'>;
  readonly readPhoto: (name: string) => Promise<Buffer>;
  /**
   * Leaves checks and receipts to a server: a virus scanner is configured, which must see the
   * uploads first.
   */
  readonly leavesJobs: boolean;
}

/** Files that come later are not in the receipt, which does not wait for them. */
const receiptSeconds = 10 * 60;
const usualSeconds = 12;
const checkSeconds = 3;
const captchaSeconds = 20 * 60;
/** A server beside this process leaves a held job alone for this time. */
export const holdMilliseconds = 2 * 60 * 1_000;

/**
 * Files an invented claim with its uploads through the functions that a request runs. Checks of
 * data files and the receipt follow at once, by the clock of the claim, so that its history reads
 * as if a server had worked then.
 */
export async function fileInventedClaim(
  context: DemonstrationContext,
  invented: InventedClaim,
): Promise<'filed' | 'filed-before'> {
  const { settlement, database } = context;
  let time = invented.filedAt;
  const now = () => time;
  const moveTo = (seconds: number) => {
    time = new Date(Math.max(time.getTime(), invented.filedAt.getTime() + seconds * 1_000));
  };
  const clocked = { ...context, now, isScanned: false, limits: 'off' } as const;
  const request = readInventedClaim(settlement, invented);
  const { loginNoticeId, idempotencyKey, withoutScript } = invented;
  const login = loginNoticeId === undefined ? undefined : { noticeId: loginNoticeId, caseId: request.form.caseId };
  const { address } = invented.visit;
  const observed = observeVisit(context, invented);
  const result = await fileClaim(clocked, request, { login, idempotencyKey, withoutScript, address, observed });
  if (result.outcome === 'filed-before') return result.outcome;
  if (result.outcome !== 'filed')
    throw new Error(`The invented claim ${idempotencyKey} is refused: ${describe(result)}`);

  const claim = await database
    .selectFrom('claims')
    .select(['id', 'number', 'form_id', 'form_version'])
    .where('number', '=', result.claim.claimNumber)
    .executeTakeFirstOrThrow();
  const upload = async (file: InventedUpload) => {
    moveTo(file.seconds);
    await addInventedUpload(clocked, claim, file, () =>
      moveTo((time.getTime() - invented.filedAt.getTime()) / 1_000 + checkSeconds),
    );
  };
  for (const file of invented.uploads) if (file.seconds < receiptSeconds) await upload(file);
  if (!context.leavesJobs) {
    moveTo((time.getTime() - invented.filedAt.getTime()) / 1_000 + usualSeconds);
    await sendInventedReceipt(clocked, claim, () => moveTo(receiptSeconds + usualSeconds));
  }
  for (const file of invented.uploads) if (file.seconds >= receiptSeconds) await upload(file);
  return 'filed';
}

/** Reads the claim as a request of a browser, in its language and with a captcha's solution. */
function readInventedClaim(
  settlement: Settlement,
  { formId, language, answers, documentsToFollow, idempotencyKey, visit }: InventedClaim,
) {
  const versions = settlement.claimForms
    .filter(({ id }) => id === formId)
    .toSorted((a, b) => a.version - b.version)
    .map((form) => claimFormIn(settlement, form, language));
  const captcha = versions.map((form) => findCaptcha(form)?.name).findLast((name) => name !== undefined);
  return readClaimRequest(versions, {
    ...answers,
    documentsToFollow,
    [observationsField]: visit.measured,
    ...(captcha !== undefined && { [captcha]: idempotencyKey }),
  });
}

/** Observes the claim's invented request as if it had come over https. */
export function observeVisit(
  { keys }: Pick<DemonstrationContext, 'keys'>,
  { visit, filedAt }: Pick<InventedClaim, 'visit' | 'filedAt'>,
) {
  const { address, browser, userAgent, clientHints, network } = visit;
  const date = filedAt.toISOString().slice(0, 10);
  return observeRequest(
    { keys, networkLists: { find: () => ({ kind: network, date }) }, publicUrl: inventedUrl },
    {
      ip: address,
      headers: { 'user-agent': userAgent, ...(clientHints !== undefined && { 'sec-ch-ua': clientHints }) },
      cookies: { [browserCookieName(true)]: browser },
    },
  );
}
const inventedUrl = new URL('https://demonstration.example.com');

/** Takes each token once, as if its challenge had been solved. */
export function openCaptcha(captcha: Captcha): Captcha {
  return {
    ...captcha,
    verify: (token) => ({
      nonce: createHash('sha256').update(token).digest().subarray(0, 16),
      expiresAt: new Date(Date.now() + captchaSeconds * 1_000),
    }),
  };
}

type Clocked = DemonstrationContext & ReceiptContext;

async function addInventedUpload(
  context: Clocked,
  claim: ClaimRow & { readonly form_id: string; readonly form_version: number },
  { name, file }: InventedUpload,
  beforeCheck: () => void,
): Promise<void> {
  const item = findClaimDocumentsItem(context.settlement.claimForms, claim);
  if (!item) throw new Error(`The form ${claim.form_id} takes no documents`);
  const bytes = await renderInventedFile(file, context.readPhoto);
  // A server's cleanup removes uploads that have been arriving for hours, so this part keeps the
  // real time.
  const receiving = { ...context, now: () => new Date() };
  const received = await receiveUpload(receiving, claim, item, Readable.from([bytes]), name);
  if ('reason' in received) throw new Error(`The invented file ${name} is refused: ${received.reason}`);
  const holder = randomUUID();
  const check = await context.database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('claim_documents')
      .set({ created_at: context.now() })
      .where('id', '=', received.id)
      .execute();
    const obstacle = await addUploadToClaim(transaction, context, claim, item, received);
    if (obstacle !== undefined) return obstacle;
    return transaction
      .updateTable('data_checks')
      .set({ leased_by: holder, leased_until: new Date(Date.now() + holdMilliseconds), attempts: 1 })
      .where('document_id', '=', received.id)
      .$if(context.leavesJobs, (query) => query.where('document_id', 'is', null))
      .returning('document_id')
      .executeTakeFirst();
  });
  // A claim may send the same photo twice.
  if (typeof check === 'string') return discardUploads(context, 'claim_documents', [received]);
  if (!check) return;
  beforeCheck();
  await context.checksAt(context.now).run(received.id, holder, new AbortController().signal);
}

/** @param wait moves the clock to a time at which a receipt no longer waits for files */
async function sendInventedReceipt(context: Clocked, claim: { readonly id: string }, wait: () => void): Promise<void> {
  const receipt = await context.database
    .updateTable('receipt_outbox')
    .set({ attempts: 1 })
    .where('claim_id', '=', claim.id)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!receipt || (await sendReceipt(context, receipt.id)) === 'done') return;
  wait();
  await sendReceipt(context, receipt.id);
}

function describe(result: Awaited<ReturnType<typeof fileClaim>>): string {
  if (result.outcome !== 'invalid') return result.outcome;
  return result.errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
}

/** In characters. */
const columnWidth = 24;

/** The bytes of a file that an invented claimant sends. */
async function renderInventedFile(file: InventedFile, readPhoto: (name: string) => Promise<Buffer>): Promise<Buffer> {
  if (file.kind === 'photo') return labelPicture(await readPhoto(file.photo), file.label);
  if (file.kind === 'printout') return createTypewrittenPdf(file.title, file.lines);
  const rows = file.rows();
  switch (file.format) {
    case 'workbook':
      return renderWorkbook(rows);
    case 'comma-delimited':
      return Buffer.from(rows.map((row) => `${row.map(quote).join(',')}\r\n`).join(''));
    case 'pipe-delimited':
      return Buffer.from(rows.map((row) => `${row.join('|')}\n`).join(''));
  }
}

async function renderWorkbook([header = [], ...rows]: readonly (readonly string[])[]): Promise<Buffer> {
  const columns = header.map((name) => ({ header: name, width: columnWidth, format: 'text' }) as const);
  return Buffer.from(await createWorkbook({ kind: 'workbook', sheets: [{ name: 'Data', columns, rows }] }, 'Data'));
}

const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The offsets of the first segment of a JPEG, and of the second chunk of a PNG. */
const begin = { jpeg: 2, png: 33 };

/**
 * Adds a comment to a JPEG or PNG, as a camera does, because equal files would link their claims.
 */
function labelPicture(picture: Buffer, label: string): Buffer {
  const text = Buffer.from(label, 'latin1');
  const insert = (at: number, ...parts: readonly Buffer[]) =>
    Buffer.concat([picture.subarray(0, at), ...parts, picture.subarray(at)]);
  if (picture.readUInt16BE(0) === 0xffd8) {
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    // The length counts itself.
    head.writeUInt16BE(text.length + 2, 2);
    return insert(begin.jpeg, head, text);
  }
  const chunk = Buffer.concat([Buffer.from('tEXtComment\0', 'latin1'), text]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  checksum.writeUInt32BE(crc32(chunk));
  return insert(begin.png, length, chunk, checksum);
}
