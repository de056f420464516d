import type { DataRules } from '@redress/datafiles/rules';

/** What data files of a form are checked against: a chunk of its own, which no page loads before a data file is chosen. */
export async function loadDataRules(formId: string): Promise<DataRules> {
  const { dataRules } = await import('@redress/content/data-rules');
  const rules = dataRules[formId];
  if (!rules) throw new Error(`content/data-rules.ts has no rules for the form "${formId}".`);
  return rules;
}
