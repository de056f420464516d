import { checkDataFile } from '@redress/datafiles/check/check-data-file';
import type { RowSketch } from '@redress/datafiles/report';
import { serveTasks } from '../../platform/jobs/task-process.ts';
import { storedFileSource } from '../../platform/storage/stored-file.ts';
import type { CheckedUpload, CheckRequest } from './data-check-jobs.ts';

serveTasks({
  async run({ file, rules, chosen }: CheckRequest): Promise<CheckedUpload> {
    let sketch: RowSketch | undefined;
    const onSketch = (made: RowSketch) => {
      sketch = made;
    };
    const checked = await checkDataFile(storedFileSource(file), { rules, onSketch, ...(chosen && { chosen }) });
    return { checked, ...(sketch && { sketch }) };
  },
});
