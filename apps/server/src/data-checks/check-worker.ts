import { parentPort } from 'node:worker_threads';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import type { CheckOrder, FromThread } from './check-in-worker.ts';
import { storedFileSource } from '../storage/stored-files.ts';

const send = (message: FromThread) => parentPort?.postMessage(message);

async function carryOut({ file, rules, chosen }: CheckOrder): Promise<void> {
  const checked = await checkDataFile(storedFileSource(file), {
    rules,
    ...(chosen === undefined ? {} : { chosen }),
    onProgress: () => send({ kind: 'progress' }),
  });
  send({ kind: 'checked', checked });
}

/** The thread of `checkInThread`: a failure that nobody catches here ends it, and is told there. */
parentPort?.once('message', (order: CheckOrder) => void carryOut(order));
