import { checkDataFile } from '@redress/datafiles/check-data-file';
import { serveTasks } from '../jobs/task-process.ts';
import { storedFileSource } from '../storage/disk.ts';
import type { CheckRequest } from './data-check-jobs.ts';

serveTasks({
  run: ({ file, rules, chosen }: CheckRequest) =>
    checkDataFile(storedFileSource(file), { rules, ...(chosen && { chosen }) }),
});
