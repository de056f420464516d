import { createReceipt } from '@redress/documents/receipt';
import { serveTasks } from '../../platform/jobs/task-process.ts';

serveTasks({ run: createReceipt });
