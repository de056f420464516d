import { createReceipt } from '@redress/documents/receipt';
import { serveTasks } from '../jobs/worker-thread.ts';

serveTasks({ run: createReceipt });
