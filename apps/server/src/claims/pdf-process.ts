import { createLetter } from '@redress/documents/letter';
import { createReceipt } from '@redress/documents/receipt';
import { serveTasks } from '../platform/jobs/task-process.ts';
import type { PdfTask } from './pdf-renderer.ts';

serveTasks({
  async run(task: PdfTask) {
    if ('receipt' in task) return createReceipt(task.receipt);
    if ('letter' in task) return createLetter(task.letter);
    // Processes that never join letters save the memory.
    const { createJoinedLetters } = await import('@redress/documents/joined-letters');
    return createJoinedLetters(task.letters);
  },
});
