import { settlement } from '@redress/content/settlement';
import { checkDataFile } from '@redress/datafiles/check/check-data-file';
import type { RowSketch } from '@redress/datafiles/report';
import { dataCheckJobs } from '@redress/server/claims/documents/data-check-jobs';
import { storedFileSource } from '@redress/server/platform/storage/stored-file';
import { randomUUID } from 'node:crypto';
import { keys, type TestServer } from './test-server.ts';

/** Checks all waiting data files, as the server's job does, but not in a process for each. */
export async function checkDataFiles({ database, store, now }: TestServer): Promise<void> {
  const jobs = dataCheckJobs({
    database,
    keys,
    settlement,
    store,
    now: () => now,
    async check({ file, rules }) {
      let sketch: RowSketch | undefined;
      const onSketch = (made: RowSketch) => {
        sketch = made;
      };
      const checked = await checkDataFile(storedFileSource(file), { rules, onSketch });
      return { checked, ...(sketch && { sketch }) };
    },
  });
  for (;;) {
    const holder = randomUUID();
    const leased = await jobs.leases.leaseNext({ holder, until: new Date(now.getTime() + 60_000) }, now);
    if (!leased) return;
    await jobs.run(leased.id, holder, new AbortController().signal);
  }
}
