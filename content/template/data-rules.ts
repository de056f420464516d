// The rules for checking payors' data files. The drugs are in lists/drug-codes.ts, the columns in
// lists/data-columns.ts. docs/new-case.md explains data files.
import type { DataRules, Region } from '@redress/datafiles/rules';
import { stateCodes } from '@redress/datafiles/us-states';
import { states } from '../shared/lists/states.ts';
import { facts } from './facts.ts';
import { dataColumns, instructionsSheet } from './lists/data-columns.ts';
import { drugNames, drugs } from './lists/drug-codes.ts';

/** Purchases count in every state. Write a condition in place of `true` if only some states do. */
const regions: readonly Region[] = states.map((name) => ({ name, code: stateCodes[name], counts: true }));

export const dataRules: Readonly<Record<string, DataRules>> = {
  payor: {
    period: facts.period,
    regions,
    drugs,
    drugNames,
    templateSheets: [instructionsSheet],
    tables: dataColumns,
  },
};
