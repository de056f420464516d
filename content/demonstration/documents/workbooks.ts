import type { PublishedDocument, Column, Sheet } from '@redress/contract/published-documents';
import { facts } from '../facts.ts';
import { dollars, longDate } from '../../shared/formats.ts';
import { drugCodes, elevenDigits, labeler } from '../lists/drug-codes.ts';
import { states } from '../../shared/lists/states.ts';
import type { DataColumn } from '../lists/tpp-data-columns.ts';
import { fixedWidthStarts, instructionsSheet, membershipColumns, purchaseColumns } from '../lists/tpp-data-columns.ts';

const { brandDrug } = facts;
const { classPeriod } = brandDrug;
const firstYear = Number(classPeriod.from.slice(0, 4));
const lastYear = Number(classPeriod.to.slice(0, 4));
const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => String(firstYear + index));
const period = `${longDate(classPeriod.from)} to ${longDate(classPeriod.to)}`;
const transactionDataFrom = dollars(brandDrug.tppTransactionDataFrom);
const preparedRows = { purchases: 5000, membership: 1000 } as const;

/** Text with the maximum length of fixed-width files. */
const text = ({ header, explanation, length }: DataColumn, width: number): Column => ({
  header,
  width,
  format: 'text',
  hint: explanation,
  check: { kind: 'length', atMost: length, message: `Use at most ${length} characters.` },
});
const anyState = ({ header, explanation }: DataColumn): Column => ({
  header,
  width: 28,
  format: 'text',
  hint: explanation,
  check: {
    kind: 'choices',
    choices: states,
    message: 'Choose a state or territory from the list, or type its full name.',
  },
});

const purchases: Sheet = {
  name: 'Data',
  columns: [
    text(purchaseColumns.payor, 32),
    text(purchaseColumns.drug, 20),
    {
      header: purchaseColumns.date.header,
      width: 16,
      format: 'date',
      hint: purchaseColumns.date.explanation,
      check: {
        kind: 'days',
        ...classPeriod,
        message: `Enter a day from ${period}. Only purchases on these days count: leave the others out.`,
      },
    },
    {
      header: purchaseColumns.stateOfPurchase.header,
      width: 20,
      format: 'text',
      hint: purchaseColumns.stateOfPurchase.explanation,
      check: {
        kind: 'choices',
        choices: brandDrug.states,
        message: `Choose one of the ${brandDrug.states.length} class states from the list. Purchases in other states do not count: leave them out.`,
      },
    },
    anyState(purchaseColumns.stateOfInsured),
    {
      header: purchaseColumns.amount.header,
      width: 30,
      format: 'amount',
      hint: purchaseColumns.amount.explanation,
      check: { kind: 'amounts', message: `Enter a number without words, such as ${purchaseColumns.amount.example}.` },
    },
    text(purchaseColumns.planName, 32),
    text(purchaseColumns.planFein, 16),
  ],
  blankRows: preparedRows.purchases,
};

const membership: Sheet = {
  name: 'Membership',
  columns: [
    text(membershipColumns.payor, 32),
    {
      header: membershipColumns.year.header,
      width: 10,
      format: 'text',
      hint: membershipColumns.year.explanation,
      check: { kind: 'choices', choices: years, message: `Choose a year from ${firstYear} to ${lastYear}.` },
    },
    anyState(membershipColumns.state),
    {
      header: membershipColumns.members.header,
      width: 14,
      format: 'count',
      hint: membershipColumns.members.explanation,
      check: { kind: 'counts', message: 'Enter a whole number, 0 or more.' },
    },
    text(membershipColumns.planName, 32),
    text(membershipColumns.planFein, 16),
  ],
  blankRows: preparedRows.membership,
};

/** A row of the table of columns: position, instruction, and place in a fixed-width file. */
function explainColumns(sheet: string, columns: readonly DataColumn[]): (string | number)[][] {
  const starts = fixedWidthStarts(columns);
  return columns.map(({ header, from, explanation, example, length }, index) => [
    sheet,
    index + 1,
    header,
    from === 'everyone' ? 'Everyone' : 'Agents',
    explanation,
    example,
    starts[index] ?? 0,
    length,
  ]);
}
const lineLength = (columns: readonly DataColumn[]) => columns.reduce((sum, { length }) => sum + length, 0);
const allPurchaseColumns = Object.values(purchaseColumns);
const allMembershipColumns = Object.values(membershipColumns);

const instructions: Sheet = {
  name: instructionsSheet,
  intro: [
    'How to fill in the TPP filing template',
    'This template is part of a demonstration: its companies, addresses and drug codes are invented.',
    { heading: 'What you must send' },
    'Everyone sends membership data, in the sheet “Membership”: how many members you had in each state and year, one row each.',
    `Data on each purchase, in the sheet “Data”, is required if you claim ${transactionDataFrom} or more. For less, we may still ask you for it.`,
    `Give one row for each purchase from ${period}, in one of the ${brandDrug.states.length} class states. Purchases on other days or in other states do not count. Leave them out.`,
    'Amounts are what you paid yourself, net of co-pays, deductibles and co-insurance. Leave out what your members paid. Enter a reversal as a negative amount.',
    'If you are an agent of several class members, fill in both last columns too, in each row: the name and the FEIN of the plan or group.',
    { heading: 'How to fill it in' },
    'Keep the header row, and the order of the columns. Do not add columns, formulas or totals.',
    'The cells for drug codes and FEINs keep what you type, with all zeros. Do not change their format.',
    `The first ${preparedRows.purchases.toLocaleString('en-US')} rows of “Data” are prepared. For more rows, copy a prepared row down first, or send a text file.`,
    'If you paste, choose “paste values”. Otherwise the drop-down lists, the checks and the text format of the cells are lost.',
    { heading: 'Other formats' },
    'Instead of Excel you may send text (.txt or .csv): pipe-, tab- or comma-delimited, or fixed-width, encoded as UTF-8. Send purchases and membership as two files, with the columns in the order below.',
    'Delimited files begin with a header line. Separate the values with a pipe (|), a tab or a comma. Pipes and tabs need no quotation marks. With commas, put a value that holds a comma between quotation marks.',
    `Fixed-width files have no header line. Begin each value at the position below, and pad it with spaces. A line has ${lineLength(allPurchaseColumns)} characters for a purchase and ${lineLength(allMembershipColumns)} for membership. If you are not an agent, leave the last two columns blank.`,
    'In text files, write dates as MM/DD/YYYY, and amounts without dollar signs or commas.',
    { heading: 'Where to send it' },
    `Online: add your files in Section D of the third-party payor claim form. A data file may have up to 2 GB. The deadline for claims is ${longDate(brandDrug.claimDeadline)}.`,
    'The website checks each file while you wait. It shows the totals and which rows to fix, and gives you these rows as a spreadsheet. You may always send what you have.',
    `By mail: put your files on a disc or a USB stick, and send it with your claim form to ${facts.mailingAddress.join(', ')}.`,
    `Questions? Call ${facts.phone}. Do not send your data by email.`,
    { heading: 'The columns' },
  ],
  columns: [
    { header: 'Sheet', width: 12, format: 'text' },
    { header: 'Column', width: 8, format: 'count' },
    { header: 'Name', width: 26, format: 'text' },
    { header: 'Filled in by', width: 12, format: 'text' },
    { header: 'What goes in', width: 40, format: 'text' },
    { header: 'Example', width: 20, format: 'text' },
    { header: 'Fixed width: starts at', width: 12, format: 'count' },
    { header: 'Fixed width: length', width: 12, format: 'count' },
  ],
  rows: [...explainColumns('Data', allPurchaseColumns), ...explainColumns('Membership', allMembershipColumns)],
};

const codes: Sheet = {
  name: 'Drug codes',
  columns: [
    { header: 'NDC with hyphens', width: 18, format: 'text' },
    { header: 'NDC, 11 digits', width: 16, format: 'text' },
    { header: 'Product', width: 44, format: 'text' },
    { header: 'Strength', width: 12, format: 'text' },
    { header: 'Capsules in package', width: 13, format: 'count' },
    { header: 'Package', width: 14, format: 'text' },
    { header: 'Brand or generic', width: 13, format: 'text' },
    { header: 'First date on market', width: 15, format: 'date' },
    { header: 'Last date on market', width: 15, format: 'date' },
  ],
  rows: drugCodes.map(({ ndc, product, milligrams, capsules, packaging, kind, marketed }) => [
    ndc,
    elevenDigits(ndc),
    product,
    `${milligrams} mg`,
    capsules,
    packaging,
    kind,
    marketed.from,
    marketed.to,
  ]),
};

const aboutCodes: Sheet = {
  name: 'About this list',
  intro: [
    'Drug codes (NDC) of the settlement',
    `This list is part of a demonstration. The codes are invented: no company has the labeler number ${labeler}.`,
    'It names each package of the brand drug and of its AB-rated generic that counts in the settlement.',
    'NDC is the National Drug Code, the number on the package. Its parts are the labeler, the product and the package.',
    'Data files often have it in 11 digits: 5 for the labeler, 4 for the product and 2 for the package, without hyphens.',
    'If your program drops leading zeros, change the cells to text before you paste.',
    `A purchase counts if it was made from ${period} in one of the ${brandDrug.states.length} class states.`,
    `Questions? Call ${facts.phone}.`,
  ],
  columns: [],
};

/** The spreadsheets for third-party payors. */
export const workbooks: readonly PublishedDocument[] = [
  {
    id: 'tpp-filing-template',
    title: 'TPP filing template',
    language: 'en',
    source: { kind: 'workbook', sheets: [purchases, membership, instructions], opensOn: instructionsSheet },
  },
  {
    id: 'drug-codes',
    title: 'Drug codes (NDC)',
    language: 'en',
    source: { kind: 'workbook', sheets: [codes, aboutCodes] },
  },
];
