import { createJoinedLetters } from '@redress/documents/joined-letters';
import { createLetter } from '@redress/documents/letter';
import { createReceipt } from '@redress/documents/receipt';
import { serveTasks } from '../platform/jobs/task-process.ts';
import type { PdfTask } from './pdf-renderer.ts';

serveTasks({
  run(task: PdfTask) {
    if ('receipt' in task) return createReceipt(task.receipt);
    return 'letter' in task ? createLetter(task.letter) : createJoinedLetters(task.letters);
  },
});
