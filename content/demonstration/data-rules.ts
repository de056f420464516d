import type { ColumnKey, ColumnRules, DataRules, DrugName, ListedDrug, Region } from '@redress/datafiles/rules';
import { membershipColumns as membershipKeys, purchaseColumns as purchaseKeys } from '@redress/datafiles/rules';
import { facts } from './facts.ts';
import { membershipSpellings, purchaseSpellings } from '../shared/lists/column-spellings.ts';
import { drugCodes, elevenDigits } from './lists/drug-codes.ts';
import { stateCodes } from '@redress/datafiles/us-states';
import { states } from '../shared/lists/states.ts';
import type { DataColumn } from './lists/tpp-data-columns.ts';
import { instructionsSheet, membershipColumns, purchaseColumns } from './lists/tpp-data-columns.ts';

const { classPeriod, states: classStates, strengthsInMilligrams } = facts.brandDrug;

const regions: readonly Region[] = states.map((name) => ({
  name,
  code: stateCodes[name],
  counts: classStates.some((state) => state === name),
}));

const drugs: readonly ListedDrug[] = drugCodes.map(({ ndc, product, milligrams, packaging, capsules }) => ({
  ndc,
  digits: elevenDigits(ndc),
  label: `${product}, ${milligrams} mg, ${packaging.toLowerCase()} of ${capsules}`,
}));

/** Names of products in files without drug codes. */
const shortNames = {
  Brand: ['brand', 'brand drug', 'brand name', 'brand name drug', 'branded', 'branded drug'],
  Generic: ['generic', 'generic drug', 'generic equivalent', 'AB-rated generic', 'AB-rated generic drug', 'AB generic'],
} as const;
const forms = ['', 'ER', 'XR', 'capsules', 'caps', 'capsule', 'ER capsules', 'ER caps', 'ER capsule', 'XR capsules'];
const longForms = ['extended release', 'extended-release capsules', 'extended-release capsule'];

/**
 * Spellings of a product: its name, alone or with each strength before or after the kind of
 * capsule.
 */
const drugNames: readonly DrugName[] = (['Brand', 'Generic'] as const).flatMap((kind) => {
  const product = drugCodes.find((code) => code.kind === kind)?.product ?? kind;
  const names = shortNames[kind].flatMap((name) => [...forms, ...longForms].map((form) => [name, form] as const));
  return [
    { label: product, spellings: names.map((parts) => parts.join(' ').trim()) },
    ...strengthsInMilligrams.map((milligrams) => ({
      label: `${product}, ${milligrams} mg`,
      spellings: [
        ...new Set(
          names.flatMap(([name, form]) => [
            `${name} ${form} ${milligrams} mg`.replace('  ', ' '),
            `${name} ${milligrams} mg ${form}`.trim(),
          ]),
        ),
      ],
    })),
  ];
});

/** Columns of the template in order, with other headers that payors use. */
function columnRules<Key extends ColumnKey>(
  keys: readonly Key[],
  columns: Readonly<Record<Key, DataColumn>>,
  spellings: Readonly<Record<Key, readonly string[]>>,
): ColumnRules<Key>[] {
  return keys.map((key) => {
    const { header, from, length } = columns[key];
    return { key, header, spellings: spellings[key], from, length };
  });
}

/** Rules for data files, by form id. */
export const dataRules: Readonly<Record<string, DataRules>> = {
  tpp: {
    period: classPeriod,
    regions,
    drugs,
    drugNames,
    // Programs that show hidden sheets show the lists behind the drop-downs.
    templateSheets: [instructionsSheet, 'Lists'],
    tables: {
      purchases: columnRules(purchaseKeys, purchaseColumns, purchaseSpellings),
      membership: columnRules(membershipKeys, membershipColumns, membershipSpellings),
    },
  },
};
