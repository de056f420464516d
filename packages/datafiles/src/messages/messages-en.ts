import type { ColumnKey } from '../rules.ts';
import { counterIn, createDataMessages, listNames } from './data-messages.ts';
import { type FindingFacts, formatAmount, templateDate } from './message-values.ts';

const locale = 'en-US';
const counted = counterIn(locale);
const quoted = ({ value }: FindingFacts) => (value === undefined ? 'This value' : `“${value}”`);
const rowOrLine = ({ isSheet }: FindingFacts) => (isSheet ? 'row' : 'line');
const named = ({ header }: FindingFacts) => (header === '' ? 'this column' : `the column “${header}”`);
const hiddenRows = counted('row', 'rows');
const cells = ({ detail }: FindingFacts) => counted('cell', 'cells')(Number(detail));
const otherColumn = ({ detail }: FindingFacts) => (detail === '' ? 'another column' : `“${detail}”`);
const because = ({ detail }: FindingFacts) =>
  Number(detail) > 0
    ? `${Number(detail).toLocaleString(locale)} of them can be read only this way`
    : 'the rest of the file is written that way';

/** These names occur within a sentence. */
const theColumn: Readonly<Record<ColumnKey, string>> = {
  payor: 'the TPP name',
  drug: 'the NDC or drug name',
  date: 'the fill or purchase date',
  stateOfPurchase: 'the state of purchase',
  stateOfInsured: 'the state of the insured',
  amount: 'the amount paid',
  planName: 'the name of the plan or group',
  planFein: 'the FEIN of the plan or group',
  year: 'the year',
  state: 'the state',
  members: 'the number of members',
};
const the = ({ column }: FindingFacts) => (column === undefined ? 'the value' : theColumn[column]);
const capitalized = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

const writeState = ({ state }: FindingFacts) =>
  `Write the state’s full name or its two letters, such as ${state.name} or ${state.code}.`;

export const dataMessagesEn = createDataMessages({
  locale,
  titles: {
    'column-missing': 'Missing column',
    'no-rows': 'No rows',
    'no-header': 'No header line',
    'column-twice': 'Column that appears twice',
    'column-unknown': 'Column that we do not ask for',
    'sheet-not-read': 'Sheet that was not read',
    'dates-undecided': 'Dates that can be read in two ways',
    'dates-day-first': 'Dates read with the day first',
    'decimals-comma': 'Numbers read with a decimal comma',
    'repeated-header': 'Repeated header line',
    'totals-row': 'Row of totals',
    'page-text': 'Title or footer of a page',
    'hidden-rows': 'Hidden rows',
    'line-too-long': 'Line too long',
    'cells-missing': 'Row with too few cells',
    'cells-too-many': 'Row with too many cells',
    'stray-quote': 'Stray quotation mark',
    'nul-bytes': 'Characters without meaning',
    'characters-broken': 'Broken letters',
    'letters-doubtful': 'Letters that look wrong',
    'merged-cells': 'Merged cells',
    'formula-cells': 'Formulas',
    'value-missing': 'Missing value',
    'date-unreadable': 'Not a date',
    'date-outside-period': 'Date outside the class period',
    'date-day-first': 'Date with the day first',
    'date-month-first': 'Date with the month first',
    'date-restored': 'Date that a spreadsheet changed',
    'state-unknown': 'Not a state',
    'state-outside-class': 'State that does not count',
    'ndc-not-listed': 'NDC not on the list',
    'ndc-shortened': 'NDC that a spreadsheet shortened',
    'ndc-ambiguous': 'NDC that fits more than one drug',
    'ndc-completed': 'NDC with zeros left out',
    'drug-unknown': 'Unknown drug name',
    'amount-unreadable': 'Not an amount',
    'amount-too-large': 'Amount too large',
    'number-ambiguous': 'Number that can be read in two ways',
    'amount-rounded': 'Amount with more than 4 decimals',
    'amount-symbols': 'Amount with dollar signs or commas',
    'amount-zero': 'Amount of zero',
    reversal: 'Reversal',
    'year-outside-period': 'Year outside the class period',
    'members-unreadable': 'Not a number of members',
    'fein-unreadable': 'Not a FEIN',
    'plan-missing': 'Missing plan or group',
    'value-too-long': 'Value too long',
    duplicate: 'Repeated row',
  },
  columns: {
    payor: 'TPP name',
    drug: 'NDC or drug name',
    date: 'Fill or purchase date',
    stateOfPurchase: 'State of purchase',
    stateOfInsured: 'State of the insured',
    amount: 'Amount paid',
    planName: 'Plan or group name',
    planFein: 'Plan or group FEIN',
    year: 'Year',
    state: 'State',
    members: 'Members',
  },
  explanations: {
    'column-missing': (facts) => `We did not find ${named(facts)}. We need it to count your rows.`,
    'no-rows': 'There is no data below the headers.',
    'no-header': 'There is no header line. We took the columns in the order of our template.',
    'column-twice': (facts) => `${quoted(facts)} could be ${named(facts)} too. We read ${otherColumn(facts)}.`,
    'column-unknown': ({ value }) =>
      value === undefined
        ? 'We do not ask for this column. We did not read it.'
        : `We do not ask for the column “${value}”. We did not read it.`,
    'sheet-not-read': ({ sheet }) =>
      `The sheet${sheet === '' ? '' : ` “${sheet}”`} does not look like data. We did not read it.`,
    'dates-undecided': (facts) =>
      `Nothing in this column shows if the day or the month comes first${facts.value === undefined ? '' : `, as in ${quoted(facts)}`}. We read the month first.`,
    'dates-day-first': (facts) => `We read these dates with the day first, because ${because(facts)}.`,
    'decimals-comma': (facts) => `We read these numbers with a comma before the decimals, because ${because(facts)}.`,
    'repeated-header': 'The headers appear here again. We skipped them.',
    'totals-row': 'This looks like a total of other rows. We did not count it.',
    'page-text': 'This looks like the title or footer of a printed page. We skipped it.',
    'hidden-rows': (facts) => `The workbook hides ${hiddenRows(Number(facts.detail))}. We counted all rows.`,
    'line-too-long': 'This line is longer than any row of data. We skipped it.',
    'cells-missing': (facts) =>
      facts.detail === ''
        ? 'This row ends too soon: it has fewer cells than the header.'
        : `This row ends too soon: it has ${cells(facts)}, and the header has more.`,
    'cells-too-many': (facts) =>
      facts.detail === ''
        ? 'This row has more cells than the header.'
        : `This row has ${cells(facts)}, more than the header.`,
    'stray-quote': 'A quotation mark here has no closing one. We read it as part of the value.',
    'nul-bytes': 'The file has characters without meaning (NUL). We left them out.',
    'characters-broken': 'We could not read some letters here.',
    'letters-doubtful': (facts) => `Some letters of ${quoted(facts)} look wrong.`,
    'merged-cells': 'Some cells are merged. Only the first one has a value.',
    'formula-cells': 'Some cells contain formulas. We read their saved results.',
    'value-missing': (facts) => `${capitalized(the(facts))} is missing.`,
    'date-unreadable': (facts) => `${quoted(facts)} is not a date.`,
    'date-outside-period': (facts) =>
      `${quoted(facts)} is outside the class period, ${facts.period.from} to ${facts.period.to}.`,
    'date-day-first': (facts) => `${quoted(facts)} has the day first. We read it as ${templateDate(facts.detail)}.`,
    'date-month-first': (facts) => `${quoted(facts)} has the month first. We read it as ${templateDate(facts.detail)}.`,
    'date-restored': (facts) =>
      `A spreadsheet changed this date to ${quoted(facts)}. We read it as ${templateDate(facts.detail)}.`,
    'state-unknown': (facts) => `${quoted(facts)} is not a state or territory.`,
    'state-outside-class': (facts) =>
      `Purchases in ${facts.detail || quoted(facts)} do not count. Only those in the ${facts.states} class states do.`,
    'ndc-not-listed': (facts) => `${quoted(facts)} is not on the list of drug codes.`,
    'ndc-shortened': (facts) =>
      `A spreadsheet shortened the drug code to ${quoted(facts)}, so its last digits are missing.`,
    'ndc-ambiguous': (facts) => `${quoted(facts)} has 10 digits, and could be more than one code on the list.`,
    'ndc-completed': (facts) => `${quoted(facts)} has zeros left out. We read it as ${facts.detail}.`,
    'drug-unknown': (facts) => `${quoted(facts)} is not a drug name that we know.`,
    'amount-unreadable': (facts) => `${quoted(facts)} is not an amount.`,
    'amount-too-large': (facts) => `${quoted(facts)} is more than a row can hold.`,
    'number-ambiguous': (facts) =>
      `${quoted(facts)} can be ${facts.readings.join(' or ')}. Nothing in the file shows which, so we do not count this row yet.`,
    'amount-rounded': (facts) => `${quoted(facts)} has more than 4 decimals. We count ${formatAmount(facts.detail)}.`,
    'amount-symbols': (facts) => `We read ${quoted(facts)} as ${formatAmount(facts.detail)}.`,
    'amount-zero': 'The amount is zero.',
    reversal: (facts) => `${quoted(facts)} is a reversal. We subtract it from the total.`,
    'year-outside-period': (facts) =>
      `${quoted(facts)} is not a year of the class period, ${facts.years.from} to ${facts.years.to}.`,
    'members-unreadable': (facts) => `${quoted(facts)} is not a whole number of members.`,
    'fein-unreadable': (facts) => `${quoted(facts)} is not a FEIN. A FEIN has 9 digits.`,
    'plan-missing': (facts) =>
      `This row does not give ${facts.column === 'planFein' ? theColumn.planFein : theColumn.planName}.`,
    'value-too-long': (facts) =>
      facts.length === undefined
        ? `${quoted(facts)} is too long.`
        : `${quoted(facts)} has more than ${facts.length} characters.`,
    duplicate: (facts) =>
      facts.detail === ''
        ? 'This row repeats an earlier one.'
        : `This row repeats ${rowOrLine(facts)} ${facts.detail}.`,
  },
  fixes: {
    'column-missing': ({ header }) =>
      header === ''
        ? 'Add the columns. If you have them under other names, use the headers of our template.'
        : `Add a column with the header “${header}”, or give your own column this header.`,
    'no-rows': 'Add your rows below the headers, and send that file.',
    'no-header': 'Check that the columns are in the order of our template, or add a header line.',
    'column-twice': 'Remove the wrong column, or give it another header.',
    'sheet-not-read': 'No action needed, unless it has data for your claim.',
    'dates-undecided': ({ isFiled }) =>
      isFiled
        ? 'Write dates as MM/DD/YYYY.'
        : 'If the day comes first, choose that on the claim form, with the columns of this file. Or write dates as MM/DD/YYYY.',
    'dates-day-first': 'No action needed, unless the month comes first in your file.',
    'decimals-comma': 'No action needed, unless a comma separates the thousands in your file.',
    'hidden-rows': 'Show all rows in your workbook, and delete those that are not part of your claim.',
    'line-too-long': 'Check that each row of your data is on its own line.',
    'cells-missing': 'Check that no line break splits the row, and fill in the cells that are missing.',
    'cells-too-many': 'Check whether a name contains the character that separates your columns, and remove it.',
    'stray-quote': 'Remove the quotation mark from the value.',
    'nul-bytes': 'Save the file again as plain text (UTF-8).',
    'characters-broken': 'Save the file again as plain text (UTF-8), and check the names.',
    'letters-doubtful': 'Save the file again as plain text (UTF-8), and check the names.',
    'merged-cells': 'Split the merged cells, and fill in each of them.',
    'date-outside-period': 'Correct the date, or leave the row out.',
    'state-outside-class': 'Leave the row out, or correct the state.',
    'ndc-not-listed': 'Compare the code with our list of drug codes. Leave out drugs that are not on it.',
    'ndc-shortened':
      'Open your original file and format the column of drug codes as text. Check that all 11 digits show, then save the file again.',
    'ndc-ambiguous': ({ ndc }) => `Write 11 digits, such as ${ndc.digits}, or hyphens, such as ${ndc.hyphenated}.`,
    'drug-unknown': ({ ndc, drugName }) => `Give the NDC, such as ${ndc.digits}, or a name such as “${drugName}”.`,
    'amount-too-large': 'Check the amount. If it is right, split it into two rows.',
    'number-ambiguous':
      'On the claim form, choose how the numbers of this file are written. Or write them with two decimals after a period, such as 1234.50.',
    'amount-rounded': 'Give at most 4 decimals.',
    'amount-zero': 'Correct the amount, or leave the row out.',
    'year-outside-period': ({ years }) => `Write a year from ${years.from} to ${years.to}, or leave the row out.`,
    'value-too-long': ({ length }) => (length === undefined ? 'Shorten it.' : `Shorten it to ${length} characters.`),
    duplicate: 'If it is the same purchase, leave one of the rows out. If both are right, keep them.',
  },
  fillIn: {
    cell: 'Fill in the cell.',
    payor: 'Give the TPP’s name in each row, as on the claim form.',
    drug: ({ ndc: { digits } }) => `Give the NDC with all 11 digits, such as ${digits}, or the drug’s name.`,
    date: ({ dateExample }) => `Write the date as MM/DD/YYYY, such as ${dateExample}.`,
    stateOfPurchase: writeState,
    stateOfInsured: writeState,
    amount: 'Write digits, with a period before the cents, such as 1234.50.',
    planName: 'Give the name of the plan or group in each row.',
    planFein: 'Give all 9 digits of the FEIN, such as 12-3456789.',
    year: ({ years }) => `Write a year from ${years.from} to ${years.to}.`,
    state: writeState,
    members: 'Write a whole number, such as 1250.',
  },
  nothingToDo: 'No action needed.',
  severities: {
    error: counted('error', 'errors'),
    warning: counted('warning', 'warnings'),
    note: counted('note', 'notes'),
  },
  unreadable: {
    empty: 'This file is empty. Save your data again, and send that file.',
    'not-a-table':
      'We found no rows and columns in this file. Save your data as Excel (.xlsx) or as text (.csv, .txt).',
    encrypted: 'This workbook has a password. Save it without the password, and send that file.',
    macros: 'This workbook contains macros, which are small programs. Save it as a workbook without macros (.xlsx).',
    'old-excel': 'This is an Excel format that we cannot read. Open the file in Excel and save it as .xlsx.',
    'too-much-inside': 'This workbook unpacks to more than we can read. Save the data as text (.csv or .txt).',
    damaged: 'This file is damaged. Open it in the program that made it, save it again, and send that file.',
    'endless-line': 'One line of this text file is too long to read. Put each row of your data on its own line.',
  },
  review: (finding) => {
    switch (finding.code) {
      case 'membership-due':
        return 'Everyone must send membership data, and no file has it yet. It shows how many members you had in each state and year.';
      case 'purchases-due':
        return 'For the amount that you claim, you must send data on each purchase. No file has it yet.';
      case 'amount-differs':
        return `You claim ${formatAmount(finding.claimed)}, and the rows that count come to ${formatAmount(finding.data)}. Check which of the two is right.`;
      case 'plans-missing':
        return `${counted('row does', 'rows do')(finding.rows)} not name a plan or group. As an agent of several class members, name it in each row.`;
      case 'members-without-membership':
        return `No file has membership data for ${listNames(finding, 'and', counted('other', 'others'))}. Add it, or check how the names are spelled.`;
    }
  },
  dateOrders: { 'month-first': 'Month first (MM/DD/YYYY).', 'day-first': 'Day first (DD/MM/YYYY).' },
  decimalMarks: {
    point: 'Period before the decimals (1,234.56).',
    comma: 'Comma before the decimals (1.234,56).',
    unknown: 'We do not know which mark comes before the decimals.',
  },
  reasons: {
    chosen: 'You chose this.',
    proven: (shown) => `${counted('value', 'values')(shown)} can be read only this way.`,
    'other-table': 'Another sheet of the file shows it.',
    mixed: 'Some values show this, and some show the opposite.',
    undecided: 'Nothing in the file shows it.',
  },
  kinds: { purchases: 'Purchases', membership: 'Membership data', none: 'Not read as data' },
  workbook: {
    rowsToFix: 'Rows to fix',
    findings: 'Findings',
    line: 'Line',
    whatToFix: 'What to fix',
    severity: 'Severity',
    severities: { error: 'Error', warning: 'Warning', note: 'Note' },
    kind: 'Kind',
    table: 'Table',
    column: 'Column',
    value: 'Value',
    whatIsWrong: 'What is wrong',
    howToFix: 'How to fix it',
  },
  formats: {
    workbook: 'Excel workbook',
    'fixed-width': 'Fixed-width text',
    '|': 'Text with pipes between the columns',
    '\t': 'Text with tabs between the columns',
    ',': 'Text with commas between the columns',
    ';': 'Text with semicolons between the columns',
  },
});
