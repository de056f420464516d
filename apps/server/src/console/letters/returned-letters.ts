import { readTypedLetterId } from '@redress/contract/letter-id';
import {
  type ClaimAddressSource,
  type ListedLetter,
  type Returned,
  type ReturnReason,
} from '@redress/contract/console/letter-batches';
import { lockClaim } from '../../claims/history/claim-history.ts';
import {
  addClaimAddress,
  addressProblemMessages,
  cleanLine,
  findAddressProblems,
} from '../../claims/letters/claim-addresses.ts';
import { followNewAddresses, mailAgain, waitsForAddress } from '../../claims/letters/mail-again.ts';
import { recordReturned } from '../../claims/letters/record-mailing.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem, invalidField, ProblemError } from '../../platform/http/problem.ts';
import type { ConsoleContext } from '../context.ts';

type ReturnContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'publicUrl' | 'now'>;
const maxListed = 100;

/**
 * Finds a letter by the letter ID as typed or scanned. A purged claim has none.
 * @throws ProblemError `invalid-answers` with `letter-id-check` or `unknown-letter`
 */
export async function findTypedLetter(database: Database, typed: string, cases: readonly string[]) {
  const read = readTypedLetterId(typed);
  if ('message' in read) throw invalidField('id', 'letter-id-check', read.message);
  const letter = await database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .select(['letters.id', 'letters.code', 'letters.claim_id', 'letters.address', 'letters.status', 'letters.channel'])
    .select(['claims.number', 'letters.mailed_on', 'letters.content', 'letters.kind'])
    .where('letters.code', '=', read.code)
    .where('claims.case_id', 'in', [...cases])
    .where('claims.status', '=', 'filed')
    .executeTakeFirst();
  if (!letter) throw invalidField('id', 'unknown-letter', 'No letter of your cases has this ID.');
  return letter;
}

/**
 * Records that a letter came back. It is queued again if there is another address, or one on the
 * envelope. The second time, nothing is recorded.
 * @throws ProblemError
 */
export async function returnLetter(
  context: ReturnContext,
  by: string,
  {
    id: typed,
    reason,
    address,
  }: { readonly id: string; readonly reason: ReturnReason; readonly address?: readonly string[] },
  cases: readonly string[],
): Promise<Returned> {
  const letter = await findTypedLetter(context.database, typed, cases);
  if (letter.channel === 'email') throw invalidField('id', 'unknown-letter', 'This letter was sent by email.');
  const lines = reason === 'forwarding-address' ? [letter.address?.[0] ?? '', ...(address ?? [])] : undefined;
  const forwarding = lines && (await readLines(context.database, lines));
  const answer = { id: letter.code, claimNumber: letter.number, address: letter.address ?? [] };
  return context.database.transaction().execute(async (transaction) => {
    const at = context.now();
    const change = { at, by };
    if (!(await recordReturned(transaction, context, letter.id, { ...change, cause: reason }))) {
      await refuseUnmailed(transaction, letter.id);
      return { ...answer, outcome: 'returned-before' };
    }
    const claim = { id: letter.claim_id, number: letter.number };
    if (forwarding)
      await addClaimAddress(transaction, context, claim, {
        ...change,
        source: 'forwarding',
        letterId: letter.id,
        lines: forwarding,
      });
    const outcomes = forwarding
      ? await followNewAddresses(transaction, context, [letter.claim_id], change)
      : await mailAgain(transaction, context, [letter.id], change);
    return { ...answer, outcome: outcomes.get(letter.id) ?? 'not-needed' };
  });
}

/** @throws ProblemError unless the letter came back before */
async function refuseUnmailed(transaction: Database, id: string): Promise<void> {
  const { status } = await transaction
    .selectFrom('letters')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (status === 'in-batch')
    throw consoleProblem(
      'conflict',
      'The day of this letter’s mailing isn’t confirmed yet. Ask a supervisor to confirm its batch.',
    );
  if (status === 'queued' || status === 'cancelled')
    throw consoleProblem('conflict', 'This letter wasn’t mailed. Check the ID.');
}

/**
 * Adds an address to the claim of a letter, and queues its letters that waited for one.
 * @param source `none`: there is no other address, so a letter that came back is undeliverable
 * @throws ProblemError
 */
export async function addLetterAddress(
  context: ReturnContext,
  by: string,
  {
    id,
    source,
    lines: typed,
  }: { readonly id: string; readonly source: ClaimAddressSource | 'none'; readonly lines: readonly string[] },
  cases: readonly string[],
): Promise<Returned> {
  const letter = await findTypedLetter(context.database, id, cases);
  const lines = source === 'none' ? (letter.address ?? []) : await readLines(context.database, typed);
  const claim = { id: letter.claim_id, number: letter.number };
  return context.database.transaction().execute(async (transaction) => {
    const at = context.now();
    if ((await lockClaim(transaction, claim)) === 'purged') throw new ProblemError('not-found');
    if (source !== 'none')
      await addClaimAddress(transaction, context, claim, { at, by, source, letterId: letter.id, lines });
    const outcomes =
      source === 'none'
        ? await mailAgain(transaction, context, [letter.id], { at, by, isLastAddress: true })
        : await followNewAddresses(transaction, context, [claim.id], { at, by, letterId: letter.id });
    return {
      id: letter.code,
      claimNumber: letter.number,
      address: lines,
      outcome: outcomes.get(letter.id) ?? 'not-needed',
    };
  });
}

/** @throws ProblemError `invalid-answers`, with `address-incomplete` */
async function readLines(database: Database, typed: readonly string[]): Promise<string[]> {
  const lines = typed.map(cleanLine).filter((line) => line !== '');
  if (lines.length < 2) throw invalidField('address', 'address-incomplete', 'Enter the lines of the address.');
  const [problem] = await findAddressProblems(database, [lines]);
  if (problem) throw invalidField('address', 'address-incomplete', addressProblemMessages[problem]);
  return lines;
}

/** Letters that came back and wait for another address. */
export async function readWaitingReturns(
  { database }: Pick<ConsoleContext, 'database'>,
  cases: readonly string[],
): Promise<(ListedLetter & { readonly reason: string | null; readonly mailedOn: string | null })[]> {
  return database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .select(['letters.code as id', 'claims.number as claimNumber', 'claims.case_id as caseId', 'letters.kind'])
    .select(['letters.returned_reason as reason', 'letters.mailed_on as mailedOn'])
    .where(waitsForAddress)
    .where('claims.case_id', 'in', [...cases])
    .orderBy('letters.mailed_on')
    .orderBy('letters.code')
    .limit(maxListed)
    .execute();
}
