import { readTypedLetterId } from '@redress/contract/letter-id';
import { maxAddressLines } from '@redress/contract/console/letter-batches';
import { cellText } from '@redress/datafiles/check/cell-text';
import { sql } from 'kysely';
import { lockClaims } from '../../claims/history/claim-history.ts';
import {
  addClaimAddress,
  addressProblemMessages,
  cleanLine,
  findAddressProblems,
} from '../../claims/letters/claim-addresses.ts';
import { followNewAddresses, waitsForAddress } from '../../claims/letters/mail-again.ts';
import { byteOrderMark, formatCsvLine } from '../../platform/csv/csv-text.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { ConsoleContext } from '../context.ts';
import { LineErrors, readCsvTable } from './csv-table.ts';

type AddressContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'publicUrl' | 'now'>;

const lineColumns = Array.from({ length: maxAddressLines }, (_, line) => `address${line + 1}`);
const columns = ['letter', 'name', ...lineColumns];
const claimsPerTurn = 500;

/** SQL: the letters of a case whose addresses a service may update, before or after their mailing. */
const selectUpdatable = (database: ConsoleContext['database'], cases: readonly string[]) =>
  database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .select(['letters.id', 'letters.code', 'letters.claim_id', 'letters.address', 'claims.number', 'claims.case_id'])
    .where('claims.case_id', 'in', [...cases])
    .where('letters.address', 'is not', null)
    // Found by the index of letters by status: most were mailed.
    .where('letters.status', 'in', ['queued', 'returned', 'bounced'])
    .where(sql<boolean>`(letters.status = 'queued' and letters.channel = 'post' or ${waitsForAddress})`);

/** The addresses of a case's queued letters, and of those that wait for one, by letter ID. */
export async function exportLetterAddresses(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  by: string,
  caseId: string,
): Promise<{ readonly csv: string; readonly claimNumbers: readonly string[] }> {
  const letters = await selectUpdatable(database, [caseId]).orderBy('letters.code').execute();
  await database.transaction().execute((transaction) =>
    addRecordEntry(transaction, { kind: 'letter-addresses', id: caseId }, now(), {
      kind: 'letter-addresses-exported',
      details: { by, letters: letters.length },
    }),
  );
  const lines = letters.map(({ code, address }) => {
    const [name = '', ...below] = address ?? [];
    return formatCsvLine([code, name, ...lineColumns.map((_, line) => below[line] ?? '')]);
  });
  return {
    csv: [byteOrderMark, formatCsvLine(columns), ...lines].join(''),
    claimNumbers: letters.map(({ number }) => number),
  };
}

/** A line of an address as it is read from a file; none if nothing is left of it. */
function readExported(line: string): string[] {
  const text = cleanLine(cellText(line));
  return text === '' ? [] : [text];
}

/**
 * Adds the addresses that a service found, in one transaction. Lines that it left as they were add
 * nothing.
 * @returns the number of new addresses
 * @throws ProblemError `invalid-answers` with the bad lines
 */
export async function importLetterAddresses(
  context: AddressContext,
  by: string,
  { source, csv }: { readonly source: 'ncoa' | 'skip-trace'; readonly csv: string },
  cases: readonly string[],
): Promise<number> {
  const errors = new LineErrors();
  const rows = await readCsvTable(csv, columns, errors);
  const read = rows.flatMap(({ line, textOf }) => {
    const letter = readTypedLetterId(textOf('letter'));
    const [name = [], ...below] = columns.slice(1).map((column) => readExported(textOf(column)));
    if ('message' in letter) errors.add(line, 'letter-id-check', letter.message);
    // The service found nothing.
    else if (below.some((texts) => texts.length > 0))
      return [{ line, code: letter.code, lines: [name, below].flat(2) }];
    return [];
  });
  const letters = await context.database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .select(['letters.id', 'letters.code', 'letters.claim_id', 'letters.address', 'claims.number', 'claims.case_id'])
    .where('letters.code', '=', sql<string>`any(${read.map(({ code }) => code)}::text[])`)
    .where('claims.case_id', 'in', [...cases])
    .where('claims.status', '=', 'filed')
    .execute();
  const byCode = new Map(letters.map((letter) => [letter.code, letter]));
  const found: ((typeof letters)[number] & { readonly lines: readonly string[] })[] = [];
  const addresses = read.map(({ lines }) => lines);
  const problems = await findAddressProblems(context.database, addresses);
  const addressOf = new Map<string, string>();
  for (const [index, { line, code, lines }] of read.entries()) {
    const letter = byCode.get(code);
    const problem = problems[index];
    const text = lines.join('\n');
    if (!letter) errors.add(line, 'unknown-letter', `There is no letter ${code}.`);
    // An address to which nothing can be mailed may come back as it was exported.
    else if (text === letter.address?.flatMap(readExported).join('\n')) continue;
    else if (problem) errors.add(line, 'address-incomplete', addressProblemMessages[problem]);
    else if ((addressOf.get(letter.claim_id) ?? text) !== text)
      errors.add(line, 'two-addresses', `Another line has another address for the claim of ${code}.`);
    else {
      addressOf.set(letter.claim_id, text);
      found.push({ ...letter, lines });
    }
  }
  errors.throwIfAny();
  return context.database.transaction().execute(async (transaction) => {
    const at = context.now();
    const claimIds = [...new Set(found.map((letter) => letter.claim_id))].toSorted(
      (one, other) => Number(one) - Number(other),
    );
    await lockClaims(transaction, claimIds);
    const newest = await transaction
      .selectFrom('claim_addresses')
      .distinctOn('claim_id')
      .select(['claim_id', 'lines'])
      .where('claim_id', '=', sql<string>`any(${claimIds}::bigint[])`)
      .orderBy('claim_id')
      .orderBy('at', 'desc')
      .execute();
    const known = new Map(newest.map(({ claim_id: id, lines }) => [id, lines?.join('\n')]));
    let added = 0;
    for (const { id, claim_id: claimId, number, lines } of found) {
      // The file was imported before, or has two letters of one claim.
      if (known.get(claimId) === lines.join('\n')) continue;
      known.set(claimId, lines.join('\n'));
      await addClaimAddress(transaction, context, { id: claimId, number }, { at, by, source, letterId: id, lines });
      added += 1;
    }
    for (let from = 0; from < claimIds.length; from += claimsPerTurn)
      await followNewAddresses(transaction, context, claimIds.slice(from, from + claimsPerTurn), { at, by });
    for (const [caseId, ofCase] of Map.groupBy(found, (letter) => letter.case_id))
      await addRecordEntry(transaction, { kind: 'letter-addresses', id: caseId }, at, {
        kind: 'letter-addresses-imported',
        details: { by, source, addresses: ofCase.length },
      });
    return added;
  });
}
