import type { Demonstration, InventedClaim, InventedIdRequest, InventedMember } from '@redress/contract/demonstration';
import { idRequestFormIn } from '@redress/contract/translations';
import { createTypewrittenPdf } from '@redress/documents/typewritten';
import { parseAnswers } from '@redress/forms/parse-answers';
import type pg from 'pg';
import { Readable } from 'node:stream';
import { defaultDifficulty, proofOfWork } from '../../site/captcha/proof-of-work.ts';
import { createClaimNumberSource } from '../../claims/filing/claim-number.ts';
import { claimInserter, type InsertClaim } from '../../claims/filing/claim-inserter.ts';
import type { ClaimRow } from '../../claims/filing/insert-claims.ts';
import { importMembers } from '../../console/members/import-members.ts';
import { type CheckRequest, dataCheckJobs } from '../../claims/documents/data-check-jobs.ts';
import { storeIdRequest } from '../../site/lost-ids/id-requests.ts';
import { createTaskProcess } from '../../platform/jobs/task-process.ts';
import { sealHistory } from '../../platform/history/start-sealing.ts';
import { type DemonstrationContext, fileInventedClaim, holdMilliseconds, openCaptcha } from './file-invented-claim.ts';

interface FileDemonstrationOptions extends Pick<
  DemonstrationContext,
  'settlement' | 'database' | 'keys' | 'store' | 'publicUrl' | 'mailer' | 'from' | 'log' | 'readPhoto'
> {
  readonly demonstration: Demonstration;
  readonly connectionString: string;
  readonly pool: pg.Pool;
  /** A virus scanner is configured. */
  readonly isScanned: boolean;
  readonly onProgress: (step: string) => void;
  /** Stops after the claims that are being filed. */
  readonly signal: AbortSignal;
}

/** The history is sealed after this many claims. */
const claimsPerSeal = 500;
/** This many claims wait for the database, disk or renderer at a time. */
const concurrency = 16;
/** Rendering a receipt for each claim would take most of the time. */
const receiptLines = [
  'Receipt of an invented claim',
  '',
  'This page is attached to the receipts of all invented claims, to save time.',
  'The website renders the receipt of each claim on request.',
];

/**
 * Imports the members and files the claims of a demonstration, oldest first, and seals their
 * histories. It can be interrupted at any moment: the same demonstration continues where it
 * stopped.
 */
export async function fileDemonstration(options: FileDemonstrationOptions) {
  const { demonstration, settlement, connectionString, database, keys, signal, onProgress } = options;
  onProgress('class members');
  const { imported } = await importMembers({
    connectionString,
    keys,
    cases: new Set(settlement.claimForms.map((form) => form.caseId)),
    csv: Readable.from(memberLines(demonstration.members)),
    // An interrupted run may have imported some members.
    skipBad: true,
  });
  for (const request of demonstration.idRequests) await fileIdRequest(options, request);

  const attachment = await createTypewrittenPdf('Receipt', receiptLines);
  const checks = createTaskProcess<CheckRequest, Awaited<ReturnType<CheckDataFile>>>(
    new URL('../../claims/documents/check-process.ts', import.meta.url),
  );
  const context = createDemonstrationContext(options, attachment, checks.run);
  const counts = { members: imported, idRequests: demonstration.idRequests.length, claims: 0, claimsBefore: 0 };
  const fileSome = async (claims: Iterator<InventedClaim>) => {
    for (let next = claims.next(); !next.done && !signal.aborted; next = claims.next()) {
      const outcome = await fileInventedClaim(context, next.value);
      if (outcome === 'filed') counts.claims += 1;
      else counts.claimsBefore += 1;
      onProgress(`${counts.claims + counts.claimsBefore} claims`);
    }
  };
  try {
    for (let filed = 0; filed < demonstration.claims.length && !signal.aborted; filed += claimsPerSeal) {
      const batch = demonstration.claims.slice(filed, filed + claimsPerSeal).values();
      const ended = await Promise.allSettled(Array.from({ length: concurrency }, () => fileSome(batch)));
      await sealHistory({ database, keys, now: () => new Date() });
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
    }
    return counts;
  } finally {
    await checks.close();
  }
}

type CheckDataFile = NonNullable<Parameters<typeof dataCheckJobs>[0]['check']>;

function createDemonstrationContext(
  options: FileDemonstrationOptions,
  attachment: Buffer,
  check: CheckDataFile,
): DemonstrationContext {
  const { database, pool, keys, settlement, store } = options;
  const insert = claimInserter(pool);
  const render = () => Promise.resolve(attachment);
  return {
    ...options,
    captcha: openCaptcha(proofOfWork(keys, defaultDifficulty)),
    nextClaimNumber: createClaimNumberSource(database, keys['claim-numbers']),
    insertClaim: options.isScanned ? insert : holdReceipts(insert),
    leavesJobs: options.isScanned,
    checksAt: (now) => dataCheckJobs({ database, keys, now, store, settlement, check }),
    pdfRenderer: {
      renderReceipt: render,
      renderLetter: render,
      renderLetters: render,
      close: () => Promise.resolve(),
    },
  };
}

/** A server beside this process would send the receipts at once, by its own clock. */
function holdReceipts(insert: InsertClaim): InsertClaim {
  const hold = (row: ClaimRow) => {
    const columns: unknown = JSON.parse(row.json);
    if (typeof columns !== 'object' || columns === null || !('receipt_due_at' in columns))
      throw new TypeError(row.number);
    if (columns.receipt_due_at !== null) columns.receipt_due_at = new Date(Date.now() + holdMilliseconds);
    return { ...row, json: JSON.stringify(columns) };
  };
  return (row) => insert(hold(row));
}

function* memberLines(members: readonly InventedMember[]): Generator<string> {
  yield 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case\n';
  for (const { noticeId, uniqueId, firstName, lastName, street, city, state, zip, caseId } of members)
    yield `${[noticeId, uniqueId, firstName, lastName, street, city, state, zip, caseId].join(',')}\n`;
}

async function fileIdRequest(
  { settlement, database }: FileDemonstrationOptions,
  { answers, formKey, language, requestedAt }: InventedIdRequest,
): Promise<void> {
  const form = idRequestFormIn(settlement, language);
  const caseId = settlement.idRequest?.caseId;
  if (!form || caseId === undefined) return;
  const parsed = parseAnswers(form, answers, {});
  if (!parsed.ok) throw new Error(`The invented request for IDs is refused: ${parsed.errors[0]?.field}`);
  await storeIdRequest(database, {
    caseId,
    language,
    requestedAt,
    formKey,
    suspectedMachine: false,
    answers: parsed.answers,
  });
}
