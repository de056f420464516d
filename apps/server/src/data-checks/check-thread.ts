import { parentPort } from 'node:worker_threads';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { storedFileSource } from '../storage/stored-files.ts';
import type { CheckRequest } from './check-in-thread.ts';

/** An error ends the thread, and `checkInThread` reports it. */
parentPort?.once('message', async ({ file, rules, chosen }: CheckRequest) => {
  parentPort?.postMessage(await checkDataFile(storedFileSource(file), { rules, ...(chosen && { chosen }) }));
});
