import { Readable } from 'node:stream';
import { StartError } from '../errors/start-error.ts';
import { readMembers } from './read-members.ts';

/**
 * Bytes from the start of a file that have its first line, whatever columns it has besides ours.
 */
export const csvSampleBytes = 64 * 1024;

const starts = {
  // Zip: also Excel workbooks and Numbers documents.
  zip: Buffer.from('PK\u0003\u0004'),
  oldExcel: Buffer.of(0xd0, 0xcf, 0x11, 0xe0),
  utf16: [Buffer.of(0xff, 0xfe), Buffer.of(0xfe, 0xff)],
};

/** Why a file that starts with these bytes cannot be imported, for people; undefined if it may. */
export async function findCsvFileProblem(start: Buffer, cases: ReadonlySet<string>): Promise<string | undefined> {
  const begins = (bytes: Buffer) => start.subarray(0, bytes.length).equals(bytes);
  if (begins(starts.zip) || begins(starts.oldExcel))
    return 'This is a workbook or an archive, not a CSV file. In your spreadsheet program, save the list as “CSV UTF-8”.';
  if (starts.utf16.some(begins) || start.includes(0))
    return 'This file is not UTF-8 text. In your spreadsheet program, save the list as “CSV UTF-8”.';
  const rows = readMembers(Readable.from([start.subarray(0, csvSampleBytes)]), cases);
  try {
    await rows.next();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  } finally {
    await rows.return(undefined);
  }
  return undefined;
}
