import { readTypedLetterId } from '@redress/contract/letter-id';
import type { Confirmed } from '@redress/contract/console/letter-batches';
import { isDay, unmask } from '@redress/forms/numbers-and-days';
import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { lockClaims } from '../../claims/history/claim-history.ts';
import { recordMailed } from '../../claims/letters/record-mailing.ts';
import type { Database } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { ConsoleContext } from '../context.ts';
import { LineErrors, readCsvTable } from './csv-table.ts';

type ConfirmContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now'>;

/** Letters whose histories are changed in one statement. */
const lettersPerTurn = 500;

interface ConfirmedLetter {
  readonly id: string;
  readonly claim_id: string;
  readonly batch_id: string;
  readonly mailedOn: string;
}

/**
 * Records the days on which the mail house mailed letters, in one transaction. The earliest day of
 * a letter counts; a file that is sent again changes nothing.
 * @returns how many letters changed, and who had confirmed the others
 * @throws ProblemError `invalid-answers` with the bad lines
 */
export async function confirmByFile(
  context: ConfirmContext,
  by: string,
  csv: string,
  cases: readonly string[],
): Promise<Confirmed> {
  const errors = new LineErrors();
  const rows = await readCsvTable(csv, ['letter', 'mailed_on'], errors);
  const read = rows.flatMap(({ line, textOf }) => {
    const letter = readTypedLetterId(textOf('letter'));
    // Spreadsheets write a day as 11/30/2026 when they save the file.
    const mailedOn = unmask('date', textOf('mailed_on'));
    if ('message' in letter) errors.add(line, 'letter-id-check', letter.message);
    else if (!isDay(mailedOn)) errors.add(line, 'mailed-on', 'The day isn’t a date such as 2026-11-30.');
    else return [{ line, code: letter.code, mailedOn }];
    return [];
  });
  const { rows: letters } = await sql<Omit<ConfirmedLetter, 'mailedOn'> & { code: string; made_at: Date }>`
    select letter.id, letter.code, letter.claim_id, letter.batch_id, batch.made_at
    from letters letter join claims claim on claim.id = letter.claim_id
      left join letter_batches batch on batch.id = letter.batch_id
    where letter.code = any(${read.map(({ code }) => code)}::text[]) and claim.case_id = any(${cases}::text[])`.execute(
    context.database,
  );
  const byCode = new Map(letters.map((letter) => [letter.code, letter]));
  const { timeZone } = context.settlement.site;
  const today = dayIn(timeZone, context.now());
  const confirmed = read.flatMap(({ line, code, mailedOn }) => {
    const letter = byCode.get(code);
    if (!letter || letter.batch_id === null)
      errors.add(line, 'unknown-letter', letter ? `${code} is in no batch.` : `There is no letter ${code}.`);
    else if (mailedOn < dayIn(timeZone, letter.made_at))
      errors.add(line, 'mailed-before-queued', `The batch of ${code} was created on a later day than ${mailedOn}.`);
    else if (mailedOn > today) errors.add(line, 'mailed-later', `${mailedOn} is in the future.`);
    else return [{ id: letter.id, claim_id: letter.claim_id, batch_id: letter.batch_id, mailedOn }];
    return [];
  });
  errors.throwIfAny();
  return context.database.transaction().execute((transaction) => confirm(transaction, context, by, confirmed));
}

/**
 * Records by hand that the letters of a batch were mailed on one day.
 * @returns how many letters changed, and who had confirmed the others; a reason if the day is impossible
 */
export async function confirmBatch(
  context: ConfirmContext,
  by: string,
  { id: batchId, madeAt }: { readonly id: string; readonly madeAt: string },
  mailedOn: string,
): Promise<Confirmed | 'mailed-before-queued' | 'mailed-later'> {
  const { timeZone } = context.settlement.site;
  if (mailedOn > dayIn(timeZone, context.now())) return 'mailed-later';
  if (mailedOn < dayIn(timeZone, new Date(madeAt))) return 'mailed-before-queued';
  return context.database.transaction().execute(async (transaction) => {
    const letters = await transaction
      .selectFrom('letters')
      .select(['id', 'claim_id'])
      .where('batch_id', '=', batchId)
      .where('status', 'in', ['in-batch', 'mailed'])
      .execute();
    const confirmed = letters.map(({ id, claim_id }) => ({ id, claim_id, batch_id: batchId, mailedOn }));
    return confirm(transaction, context, by, confirmed);
  });
}

async function confirm(
  transaction: Database,
  context: ConfirmContext,
  by: string,
  letters: readonly ConfirmedLetter[],
): Promise<Confirmed> {
  const at = context.now();
  // Transactions lock claims in one order: a colleague may be confirming the same letters.
  const claimIds = letters.map((letter) => letter.claim_id);
  await lockClaims(transaction, claimIds);
  let changed = 0;
  // A file can have a letter twice: the later day changes nothing then.
  const byDay = letters.toSorted((one, other) => (one.mailedOn < other.mailedOn ? -1 : 1));
  for (const [mailedOn, ofDay] of Map.groupBy(byDay, (letter) => letter.mailedOn))
    for (let from = 0; from < ofDay.length; from += lettersPerTurn)
      changed += await recordMailed(
        transaction,
        context,
        ofDay.slice(from, from + lettersPerTurn).map(({ id }) => id),
        { mailedOn, at, by },
      );
  const unchanged = new Set(letters.map(({ id }) => id)).size - changed;
  const before = unchanged > 0 ? await findLastConfirmation(transaction, letters) : undefined;
  if (changed > 0) {
    const byBatch = Map.groupBy(letters, (letter) => letter.batch_id);
    const { rows } = await sql<{ id: string; from: string; to: string }>`
      select batch_id as id, min(mailed_on) as "from", max(mailed_on) as "to"
      from letters where batch_id = any(${[...byBatch.keys()]}::uuid[]) and mailed_on is not null
      group by batch_id order by batch_id`.execute(transaction);
    for (const { id, ...days } of rows)
      await addRecordEntry(transaction, { kind: 'letter-batch', id }, at, {
        kind: 'letter-batch-confirmed',
        details: { by, letters: byBatch.get(id)?.length ?? 0, ...days },
      });
  }
  return { confirmed: changed, before: before ? { letters: unchanged, ...before } : null };
}

/** Reads who confirmed letters of these batches last, and when. */
async function findLastConfirmation(transaction: Database, letters: readonly ConfirmedLetter[]) {
  const { rows } = await sql<{ by: string; at: Date }>`
    select staff.name as by, entry.at from record_history entry
    join staff on staff.id = (entry.details->>'by')::uuid
    where record_kind = 'letter-batch' and entry.kind = 'letter-batch-confirmed'
      and record_id = any(${[...new Set(letters.map((letter) => letter.batch_id))]}::text[])
    order by entry.at desc limit 1`.execute(transaction);
  return rows[0] && { by: rows[0].by, at: rows[0].at.toISOString() };
}
