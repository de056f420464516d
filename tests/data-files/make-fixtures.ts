import { writeXlsx } from 'hucre/xlsx';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { spreadsheetDocument } from './spreadsheet-document.ts';
import { type SpreadsheetFixture, spreadsheetFixtures } from './spreadsheet-fixtures.ts';

// node tests/data-files/make-fixtures.ts: regenerates the fixtures that programs write. Run by hand, because it
// needs LibreOffice (`soffice`). The others are text files, written by hand.

const fixtures = join(import.meta.dirname, 'fixtures');
const work = mkdtempSync(join(tmpdir(), 'redress-fixtures-'));

function save({ file, sheets, saveAs, firstDay }: SpreadsheetFixture): void {
  const name = file.slice(0, -extname(file).length);
  writeFileSync(join(work, `${name}.fods`), spreadsheetDocument(sheets, firstDay));
  const profile = `-env:UserInstallation=file://${join(work, 'profile')}`;
  execFileSync(
    'soffice',
    [profile, '--headless', '--convert-to', saveAs, '--outdir', work, join(work, `${name}.fods`)],
    {
      stdio: 'ignore',
    },
  );
  renameSync(join(work, `${name}.${saveAs.split(':')[0]}`), join(fixtures, file));
}

try {
  for (const fixture of spreadsheetFixtures) save(fixture);
  // LibreOffice asks for a password only in a window.
  const encrypted = await writeXlsx({
    sheets: [{ name: 'Purchases', rows: [['TPP Name'], ['Example Health Plan']] }],
    encryption: { password: 'not a secret' },
  });
  writeFileSync(join(fixtures, 'with-a-password.xlsx'), encrypted);
  const whole = readFileSync(join(fixtures, 'template-filled-in.xlsx'));
  writeFileSync(join(fixtures, 'cut-off.xlsx'), whole.subarray(0, Math.floor(whole.length / 2)));
} finally {
  rmSync(work, { recursive: true, force: true });
}
