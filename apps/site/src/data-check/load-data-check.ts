import type { Language } from '@redress/contract/language';
import type { DataRoom } from './data-check-context.ts';

/** Loads what checks data files of a form; rejects when the line does not allow it. */
export async function loadDataRoom(language: Language, formId: string): Promise<DataRoom> {
  const { createDataRoom } = await import('./create-data-check-panel.tsx');
  return createDataRoom(language, formId);
}
