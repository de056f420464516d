import { blobSource } from '@redress/datafiles/byte-source';
import { checkDataFile, type CheckProgress } from '@redress/datafiles/check/check-data-file';
import { makeFindingsWorkbook } from '@redress/datafiles/check/findings-workbook';
import type { CheckedFile, ChosenTable, FaultyRow } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { dataMessagesEn } from '@redress/datafiles/messages/messages-en';
import { dataMessagesEs } from '@redress/datafiles/messages/messages-es';
import type { Language } from '@redress/contract/language';

/** Messages to the worker, which checks one file so that the page stays responsive. */
export type ToWorker =
  | {
      readonly type: 'check';
      readonly file: File;
      readonly rules: DataRules;
      readonly chosen: readonly ChosenTable[] | undefined;
    }
  /** Asks for the workbook of the last result. */
  | { readonly type: 'make-workbook'; readonly language: Language };

/** The worker keeps the rows to fix, which may hold tax IDs: only the workbook needs them. */
export type FromWorker =
  | { readonly type: 'progress'; readonly progress: CheckProgress }
  | { readonly type: 'result'; readonly result: CheckedFile }
  | { readonly type: 'failed' }
  /** Has no bytes if the workbook could not be created. */
  | { readonly type: 'workbook'; readonly bytes?: Uint8Array<ArrayBuffer> };

const send = (message: FromWorker) => postMessage(message);

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
      onProgress: (progress) => send({ type: 'progress', progress }),
      onFaultyRow: (row) => faultyRows.push(row),
    });
    checked = { result, rules };
    send({ type: 'result', result });
  } catch (error) {
    send({ type: 'failed' });
    // Logged for debugging: the page says that the server checks the file after filing.
    throw error;
  }
}

async function makeWorkbook({ language }: Extract<ToWorker, { type: 'make-workbook' }>) {
  if (!checked) return send({ type: 'workbook' });
  try {
    const messages = HAS_SPANISH && language === 'es' ? dataMessagesEs : dataMessagesEn;
    const workbook = await makeFindingsWorkbook(checked.result, faultyRows, messages, checked.rules);
    send({ type: 'workbook', bytes: new Uint8Array(workbook) });
  } catch (error) {
    send({ type: 'workbook' });
    throw error;
  }
}
