import { parentPort } from 'node:worker_threads';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { storedFileSource } from '../storage/stored-files.ts';
import type { CheckMessage, CheckRequest } from './check-in-thread.ts';

const send = (message: CheckMessage) => parentPort?.postMessage(message);

async function run({ file, rules, chosen }: CheckRequest): Promise<void> {
  const checked = await checkDataFile(storedFileSource(file), {
    rules,
    ...(chosen && { chosen }),
    onProgress: () => send({ kind: 'progress' }),
  });
  send({ kind: 'checked', checked });
}

/** An error ends the thread, and `checkInThread` reports it. */
parentPort?.once('message', (request: CheckRequest) => void run(request));
