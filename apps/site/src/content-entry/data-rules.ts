import type { DataRules } from '@redress/datafiles/rules';

/** Loads the rules for a form’s data files, in a chunk that loads with the first data file. */
export async function loadDataRules(formId: string): Promise<DataRules> {
  const { dataRules } = await import('@redress/content/data-rules');
  const rules = dataRules[formId];
  if (!rules) throw new Error(`data-rules.ts has no rules for the form "${formId}".`);
  return rules;
}
