// npm run forms:tables: writes what each question of the settlement's forms accepts and rejects.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { currentForms, generateRuleTables } from './rule-tables.ts';
import { formatRuleTables, rulesFile } from './rule-tables-markdown.ts';

for (const form of currentForms) {
  const { tables, lacking } = generateRuleTables(form);
  writeFileSync(rulesFile(form), formatRuleTables(form, tables));
  console.log(
    `${relative(process.cwd(), rulesFile(form))}: written. Read it, and correct the definition where it is wrong.`,
  );
  for (const sentence of lacking) console.error(sentence);
  if (lacking.length > 0) process.exitCode = 1;
}
