import {
  decisionLabels,
  describeChannel,
  letterLabels,
  letterStatusLabels,
} from '@redress/contract/console/claim-labels';
import { correctionSourceLabels } from '@redress/contract/console/corrections';
import type { ClaimLetter } from '@redress/contract/console/letters';
import { formatLetterId } from '@redress/contract/letters';
import { findForm } from '@redress/contract/settlement';
import { createHash } from 'node:crypto';
import { readReceipt, type Receipt } from '../../claims/receipts/read-receipt.ts';
import { renderStoredLetter } from '../../claims/letters/print-letter.ts';
import { inCents } from '../../claims/status/claim-status.ts';
import { requireReleased } from '../../claims/documents/send-document.ts';
import { formatProof, proveClaim } from '../../claims/history/prove-claim.ts';
import { byteOrderMark, formatCsvLine } from '../../platform/csv/csv-text.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { type ZippedFile, writeZip } from '../../platform/storage/write-zip.ts';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import { readClaimCorrections } from '../claim-details/read-claim-corrections.ts';
import type { ConsoleContext } from '../context.ts';
import { readHiddenReason } from '../sign-in/blind-reviews.ts';
import { fileNameOfLetter } from './letter-batch-jobs.ts';
import { readAnswersOf, readDisputesOf } from './read-answers.ts';
import { readLettersOf } from './read-letters.ts';

type BundledClaim = Pick<FoundClaim, 'id' | 'number' | 'case_id' | 'form_id' | 'form_version'>;

/** The largest ZIP has 4 GB, with a few megabytes of other files than documents. */
const maxDocumentBytes = 4_000_000_000;

/**
 * The bytes of a ZIP with everything that a court needs to decide about a dispute. It names no
 * staff, and tax IDs stay masked. If a file cannot be read, the ZIP breaks off without its
 * directory, so that no program opens it.
 * @param staffId the person who asks
 * @throws ProblemError `conflict` before a dispute of the claim was decided, to people who may not
 *   see the claim's scores, and for too many documents; `not-found` after a purge
 */
export async function bundleDispute(
  context: ConsoleContext,
  claim: BundledClaim,
  staffId: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const disputes = await readDisputesOf(context.database, context.settlement, claim.id, true);
  if (!disputes.some(({ outcome }) => outcome === 'upheld' || outcome === 'changed'))
    throw consoleProblem('conflict', 'The bundle is available once a dispute about the claim has been decided.');
  // Its history has the scores, and cannot be proven without them.
  if ((await readHiddenReason(context.database, claim.id, staffId)) !== null)
    throw consoleProblem('conflict', 'This would show the claim’s scores. Its finding has to be recorded first.');
  const receipt = await readReceipt(context, claim.number, context.now());
  if (!receipt) throw new ProblemError('not-found');
  const documents = await readStored(context, claim.id);
  if (documents.reduce((sum, { size }) => sum + Number(size), 0) > maxDocumentBytes)
    throw consoleProblem('conflict', 'The documents are larger than a ZIP file can be. Download them one by one.');
  return writeZip(listFiles(context, claim, { receipt, disputes, documents }));
}

interface Contents {
  readonly receipt: Receipt;
  readonly disputes: Awaited<ReturnType<typeof readDisputesOf>>;
  readonly documents: Awaited<ReturnType<typeof readStored>>;
}

/** The files, and at last a manifest with their hashes, which are known once they were read. */
async function* listFiles(
  context: ConsoleContext,
  claim: BundledClaim,
  { receipt, disputes, documents }: Contents,
): AsyncGenerator<ZippedFile> {
  const { database, settlement, pdfRenderer } = context;
  const files: { readonly name: string; readonly bytes: number; readonly sha256: string }[] = [];
  /** Hashes a file while it is written, because a document can be larger than the memory. */
  const hashed = (name: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ZippedFile => ({
    name,
    bytes: (async function* () {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
      files.push({ name, bytes, sha256: hash.digest('hex') });
    })(),
  });

  yield hashed('answers.pdf', [await pdfRenderer.renderReceipt(receipt.content)]);
  yield hashed('corrections.csv', [await writeCorrections(context, claim)]);
  const names = new Map<string, string>();
  const withheld: { readonly name: string; readonly reason: string }[] = [];
  for (const [index, document] of documents.entries()) {
    const name = `documents/${index + 1}-${document.name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-')}`;
    names.set(document.id, name);
    try {
      await requireReleased(context, document);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      withheld.push({ name, reason: error.code });
      continue;
    }
    yield hashed(name, context.store.read(document.storage_key));
  }
  const letters = (await readLettersOf(database, claim.id)).toReversed();
  for (const { id, code } of letters) {
    const pdf = await renderStoredLetter(context, id, { withAddress: true });
    if (pdf) yield hashed(`letters/${fileNameOfLetter(code)}`, [pdf]);
  }
  yield hashed('letters.csv', [writeLetters(letters)]);
  const answers = await readAnswersOf(database, settlement, claim.id, true);
  const written = [
    ...answers.flatMap(({ at, late, items }) =>
      items.map((item) => ({ title: 'Answer to a deficiency', at, late, ...item })),
    ),
    ...disputes.map(({ filedAt: at, grounds, channel, ...dispute }) => ({
      ...dispute,
      title: channel === 'online' ? 'Dispute' : `Dispute ${describeChannel(channel)}, as staff recorded it`,
      at,
      reason: grounds.join('; '),
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  const parts = written.map(({ title, at, late, reason, statement, documents: ids }) =>
    [
      `${title}, ${at}${late ? ', late' : ''}`,
      `About: ${reason}`,
      // Indented, so that it cannot look like another answer or dispute.
      (statement ?? 'No statement.').replaceAll(
        /^|\r\n|[\n\v\f\r\u0085\u2028\u2029]/g,
        (lineEnd) => `${lineEnd && '\n'}    `,
      ),
      ...ids.map((id) => `Document: ${names.get(id) ?? id}`),
    ].join('\n'),
  );
  yield hashed('claimant.txt', [Buffer.from(`${parts.join('\n\n')}\n`)]);
  yield hashed('decisions.csv', [await writeDecisions(context, claim.id)]);
  const proof = await proveClaim(context, claim.number);
  if (proof) yield hashed('history.json', [Buffer.from(`${formatProof(proof)}\n`)]);
  const manifest = {
    format: 'redress-bundle/1',
    claim: claim.number,
    caseId: claim.case_id,
    madeAt: context.now().toISOString(),
    seal: proof?.head && { position: proof.head.position, root: proof.head.root.toString('hex') },
    files,
    withheld,
  };
  yield { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`) };
}

const writeCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(byteOrderMark + rows.map(formatCsvLine).join(''));

async function writeCorrections(context: ConsoleContext, claim: BundledClaim): Promise<Buffer> {
  const form = findForm(context.settlement, claim.form_id, claim.form_version);
  const corrections = await readClaimCorrections(context, claim.id, form);
  return writeCsv([
    ['Corrected at (UTC)', 'Answer', 'Corrected value', 'Evidence', 'Note', 'State'],
    ...corrections.map(({ at, label, value, source, note, state }) => [
      at,
      label,
      value,
      correctionSourceLabels[source],
      note ?? '',
      state,
    ]),
  ]);
}

/** What became of each letter, with the days from which the claimant's time counts. */
const writeLetters = (letters: readonly ClaimLetter[]): Buffer =>
  writeCsv([
    ['Letter ID', 'Letter', 'By', 'Status', 'Queued at (UTC)', 'Mailed on', 'Reason for return', 'Answer by'],
    ...letters.map(({ code, kind, channel, status, queuedAt, mailedOn, returnedReason, dueOn }) => [
      formatLetterId(code),
      letterLabels[kind],
      channel === 'email' ? 'Email' : 'Post',
      letterStatusLabels[status],
      queuedAt,
      mailedOn ?? '',
      returnedReason?.replaceAll('-', ' ') ?? '',
      dueOn ?? '',
    ]),
  ]);

/**
 * People have numbers, so that it shows that someone else decided after a dispute. The second
 * person and what became of each decision are in the history.
 */
async function writeDecisions({ database, settlement }: ConsoleContext, claimId: string): Promise<Buffer> {
  const decisions = await database
    .selectFrom('claim_decisions')
    .select(['id', 'at', 'staff_id', 'outcome', 'reasons', 'recognized_amount'])
    .where('claim_id', '=', claimId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const people = [...new Set(decisions.flatMap(({ staff_id: person }) => person ?? []))];
  const labels = new Map(settlement.review.reasons.map(({ id, label }) => [id, label]));
  return writeCsv([
    ['Decided at (UTC)', 'Decided by', 'Decision', 'Outcome', 'Reasons', 'Recognized amount'],
    ...decisions.map(({ id, at, staff_id: person, outcome, reasons, recognized_amount: amount }) => [
      at.toISOString(),
      person === null ? 'The time to answer ended' : `Person ${people.indexOf(person) + 1}`,
      id,
      decisionLabels.decided[outcome],
      reasons.map((reason) => labels.get(reason) ?? reason).join('; '),
      amount === null ? '' : inCents(amount),
    ]),
  ]);
}

const readStored = ({ database }: ConsoleContext, claimId: string) =>
  database
    .selectFrom('claim_documents')
    .select(['id', 'name', 'type', 'size', 'scan', 'storage_key'])
    .where('claim_id', '=', claimId)
    .where('status', '=', 'stored')
    .orderBy('stored_at')
    .orderBy('id')
    .execute();
