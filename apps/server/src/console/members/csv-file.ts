import type { MemberMapping } from '@redress/contract/console/member-imports';
import { detectFormat } from '@redress/datafiles/read/detect-format';
import { Readable } from 'node:stream';
import { StartError } from '../../platform/errors/start-error.ts';
import { readMembers } from './read-member-rows.ts';

/** A sample of this size has a file's whole first line, even with many extra columns. */
export const csvSampleBytes = 64 * 1024;

/** Says why a file that starts with these bytes cannot be imported; undefined if it can. */
export async function findCsvFileProblem(
  start: Buffer,
  cases: ReadonlySet<string>,
  mapping?: MemberMapping,
): Promise<string | undefined> {
  const format = detectFormat(start);
  if (format === 'zip' || format === 'ole')
    return 'This is a workbook or an archive, not a CSV file. In your spreadsheet program, save the list as “CSV UTF-8”.';
  if (format !== 'text' || start.includes(0))
    return 'This file is not UTF-8 text. In your spreadsheet program, save the list as “CSV UTF-8”.';
  const rows = readMembers(Readable.from([start.subarray(0, csvSampleBytes)]), cases, mapping);
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
