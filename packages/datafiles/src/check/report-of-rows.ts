import { openedText, type Rows, sampleRules } from '../../fixtures/sample-rules.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { DataReport } from '../report.ts';
import { checkOpenedFile, type OpenedCheckOptions } from './check-file.ts';

/** For tests: the report of a file that can be checked; rows are those of a text file. */
export async function reportOf(
  rows: Rows | OpenedFile,
  options: Partial<OpenedCheckOptions> = {},
): Promise<DataReport> {
  const opened = 'readable' in rows ? rows : openedText(rows);
  const checked = await checkOpenedFile(opened, { rules: sampleRules, ...options });
  if (checked.outcome !== 'checked') throw new Error(`The file was ${checked.outcome}.`);
  return checked.report;
}
