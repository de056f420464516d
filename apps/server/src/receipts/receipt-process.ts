import { createReceipt } from '@redress/documents/receipt';
import { serveTasks } from '../jobs/task-process.ts';

serveTasks({ run: createReceipt });
