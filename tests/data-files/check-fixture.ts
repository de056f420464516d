import { blobSource } from '@redress/datafiles/byte-source';
import { checkDataFile } from '@redress/datafiles/check/check-data-file';
import type { CheckedFile, DataReport, FindingCode } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Checks a file of `fixtures/`. */
export function checkFixture(file: string, rules: DataRules): Promise<CheckedFile> {
  return checkBytes(readFileSync(join(import.meta.dirname, 'fixtures', file)), rules, file);
}

export function checkBytes(bytes: Uint8Array<ArrayBuffer>, rules: DataRules, name = 'data'): Promise<CheckedFile> {
  return checkDataFile(blobSource(new Blob([bytes]), name), { rules });
}

export function reportOf(checked: CheckedFile): DataReport {
  if (checked.outcome !== 'checked') throw new Error(`Not checked: ${JSON.stringify(checked)}`);
  return checked.report;
}

/** The number of findings by code. */
export function countsOf({ counts }: DataReport): Partial<Record<FindingCode, number>> {
  return Object.fromEntries(counts.filter(({ count }) => count > 0).map(({ code, count }) => [code, count]));
}
