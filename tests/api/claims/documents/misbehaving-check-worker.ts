import type { CheckedUpload, CheckRequest } from '@redress/server/claims/documents/data-check-jobs';
import { serveTasks } from '@redress/server/platform/jobs/task-process';
import { storedFileSource } from '@redress/server/platform/storage/stored-file';
import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A check worker that misbehaves as the first word of its file says. */
async function misbehave({ file }: CheckRequest): Promise<CheckedUpload> {
  const text = await buffer(storedFileSource(file).stream());
  const [word = '', detail = ''] = text.toString().trim().split(' ');
  if (word === 'throw') throw new Error('as requested');
  if (word === 'exit') process.exit(7);
  if (word === 'spin') for (;;);
  if (word === 'fill') {
    const held: unknown[] = [];
    for (;;) held.push(Array.from({ length: 1_000 }, () => ({})));
  }
  // Until this file exists; it never does where there is no name.
  while (word === 'wait-for' && !existsSync(detail)) await pause(20);
  return {
    checked: {
      outcome: 'no-data',
      format: { kind: 'delimited', delimiter: ',', encoding: 'utf-8' },
      // The database cannot store this as text.
      tables: [{ kind: 'none', headers: ['a\u0000b'], sample: ['cut \ud83d'], columns: [], rows: 0 }],
    },
  };
}

serveTasks({ run: misbehave });
