import { parentPort } from 'node:worker_threads';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { storedFileSource } from '../storage/stored-files.ts';
import type { CheckRequest } from './check-in-thread.ts';

async function check({ file, rules, chosen }: CheckRequest): Promise<void> {
  parentPort?.postMessage(await checkDataFile(storedFileSource(file), { rules, ...(chosen && { chosen }) }));
}

/** An error ends the thread, and `checkInThread` reports it. */
parentPort?.once('message', (request: CheckRequest) => void check(request));
