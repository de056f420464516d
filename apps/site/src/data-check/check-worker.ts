// Data files are checked beside the page, so that the form answers every key meanwhile.
import { blobSource } from '@redress/datafiles/byte-source';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { makeFindingsWorkbook } from '@redress/datafiles/findings-workbook';
import type { CheckedFile, FaultyRow } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { dataMessages } from '@redress/datafiles/messages/by-language';
import type { FromWorker, ToWorker } from './worker-messages.ts';

let checked: { readonly result: CheckedFile; readonly rules: DataRules } | undefined;
let faultyRows: FaultyRow[] = [];

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'check') void check(data);
  else void makeWorkbook(data);
};

async function check({ file, rules, chosen }: Extract<ToWorker, { type: 'check' }>) {
  faultyRows = [];
  try {
    const result = await checkDataFile(blobSource(file, file.name), {
      rules,
      ...(chosen ? { chosen } : {}),
      onProgress: (progress) => say({ type: 'progress', progress }),
      onFaultyRow: (row) => faultyRows.push(row),
    });
    checked = { result, rules };
    say({ type: 'result', result });
  } catch (error) {
    say({ type: 'failed' });
    // For the browser's console; the page says that the server checks the file after filing.
    throw error;
  }
}

async function makeWorkbook({ language }: Extract<ToWorker, { type: 'make-workbook' }>) {
  if (!checked) return say({ type: 'workbook' });
  try {
    const made = await makeFindingsWorkbook(checked.result, faultyRows, dataMessages[language], checked.rules);
    say({ type: 'workbook', bytes: new Uint8Array(made) });
  } catch (error) {
    say({ type: 'workbook' });
    throw error;
  }
}

function say(message: FromWorker) {
  postMessage(message);
}
