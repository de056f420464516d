import { createLetter } from '@redress/documents/letter';
import { createReceipt } from '@redress/documents/receipt';
import { serveTasks } from '../platform/jobs/task-process.ts';
import type { PdfTask } from './pdf-renderer.ts';

serveTasks({
  run: (task: PdfTask) => ('receipt' in task ? createReceipt(task.receipt) : createLetter(task.letter)),
});
