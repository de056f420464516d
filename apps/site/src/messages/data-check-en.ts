import { localeOf } from '@redress/contract/language';

const numbers = new Intl.NumberFormat(localeOf.en);
const shares = new Intl.NumberFormat(localeOf.en, { style: 'percent' });
const write = (count: number) => numbers.format(count);
const rows = (count: number) => (count === 1 ? '1 row' : `${write(count)} rows`);

/** Messages about the check of data files. `packages/datafiles` has the messages of findings. */
export const dataCheckEn = {
  write,
  share: (of: number) => shares.format(of),
  /** Names the results of one file. */
  panel: (file: string) => `Check of ${file}`,
  checking: {
    waiting: 'We will check this file after the one before it.',
    working: 'We are checking this file on your device. Nothing is sent yet.',
    bar: (file: string) => `Checking ${file}`,
    speed: (count: number, perSecond: number) => `${rows(count)} so far, ${write(perSecond)} rows per second`,
    announcement: (file: string, share: string) => `${file}: ${share} checked.`,
    stop: 'Stop the check',
  },
  stopped: {
    text: 'You stopped the check of this file. You can still file it, and we will check it afterward.',
    start: 'Check this file',
  },
  failed: {
    text: 'We could not check this file on your device. You can still file it, and we will check it afterward.',
    start: 'Try again',
  },
  unreadable: {
    heading: 'We cannot read this file.',
    remove: 'Remove this file',
  },
  noData: {
    heading: 'We treat this file as a document.',
    text: 'We found no purchases and no membership data in it. If it is data, tell us which column holds what.',
    isData: 'This file is data',
  },
  summary: {
    columnsMissing: (count: number) =>
      count === 1
        ? 'A column is missing, so we cannot count the rows yet.'
        : `${write(count)} columns are missing, so we cannot count the rows yet.`,
    missing: (count: number, names: string) =>
      count === 1
        ? `It is: ${names}. If your file has it under another name, choose it below.`
        : `They are: ${names}. If your file has them under other names, choose them below.`,
    noRows: 'We found no rows of data in this file.',
    allCounted: (count: number) =>
      count === 1 ? 'The 1 row can be counted.' : `All ${write(count)} rows can be counted.`,
    toFix: (faulty: number, all: number) =>
      `${write(faulty)} of ${rows(all)} ${faulty === 1 ? 'needs' : 'need'} fixing.`,
    comesTo: (amount: string) => `The data comes to ${amount}.`,
    restComesTo: (amount: string) => `The rest comes to ${amount}.`,
    ask: 'Some numbers can be read in two ways. Choose below how they are written.',
    noneCount: 'No row can be counted yet.',
    toReview: (count: number) =>
      count === 1 ? 'There is 1 thing to look at below.' : `There are ${write(count)} things to look at below.`,
    fileAnyway: 'You can fix the file and choose it again, or file it as it is.',
  },
  detectedFormat: {
    heading: 'How we read this file',
    format: 'Format',
    table: 'Content',
    sheet: (name: string) => `Sheet “${name}”`,
    rows,
    dates: 'Dates',
    decimals: 'Numbers',
  },
  decimals: {
    heading: (example: string) => `What is “${example}” in this file?`,
    hint: 'The file does not show which, so these rows do not count yet. Choose one, and we will check the file again.',
    thousands: (example: string, reading: string) => `“${example}” is a thousand or more: ${reading}`,
    decimals: (example: string, reading: string, whole: number) =>
      `“${example}” is between ${whole} and ${whole + 1}: ${reading}`,
  },
  totals: {
    heading: 'Totals',
    counted: 'Rows that count',
    faulty: 'Rows to fix, as far as we could read them',
    reversals: 'Reversals, subtracted',
    duplicates: 'Rows that repeat another row, counted',
    estimated: '(estimated)',
    byState: 'By state of purchase',
    byYear: 'By year',
    byDrug: 'By drug',
    byPlan: 'By plan or payor',
    membersByState: 'Members by state, in the latest year',
    membersByYear: 'Members by year',
    state: 'State',
    year: 'Year',
    drug: 'Drug',
    plan: 'Plan or payor',
    rowsColumn: 'Rows',
    amountColumn: 'Amount',
    membersColumn: 'Members',
    others: 'All others',
    more: (shown: number, all: number) => `${write(shown)} of ${write(all)} are shown.`,
    showMore: 'Show more',
    showMoreOf: (heading: string) => `Show more: ${heading}`,
  },
  findings: {
    heading: 'What we found',
    kinds: 'Types of findings',
    notes: (kinds: number) => (kinds === 1 ? '1 note, no action needed' : `${write(kinds)} notes, no action needed`),
    show: 'Show places',
    showNamed: (title: string) => `Show places: ${title}`,
    places: 'Places',
    severity: 'How serious',
    kind: 'What it is',
    column: 'Column',
    all: 'All',
    severities: { error: 'Errors', warning: 'Warnings', note: 'Notes' },
    severityOf: { error: 'Error', warning: 'Warning', note: 'Note' },
    where: 'Where',
    line: 'Line',
    sheetRow: (sheet: string, row: number) => `${sheet}, row ${write(row)}`,
    wholeFile: 'Whole file',
    wholeSheet: (sheet: string) => `Sheet ${sheet}`,
    value: 'Value',
    wrong: 'What is wrong',
    range: (from: number, to: number, all: number) =>
      all === 0 ? 'No places match these filters.' : `Places ${write(from)} to ${write(to)} of ${write(all)}`,
    kept: (kept: number, all: number) => `We list ${write(kept)} of ${write(all)} places, errors first.`,
    previous: 'Previous places',
    next: 'Next places',
    download: 'Download what to fix (Excel)',
    downloading: 'Making the spreadsheet…',
    downloaded: 'The spreadsheet is ready.',
    downloadFailed: 'The spreadsheet could not be made. Choose the file again and try once more.',
    downloadHint:
      'It lists the rows with errors and how to fix each one. You can fix them there and add that file here too.',
    downloadHintSome:
      'It lists some of these rows and how to fix each one. There are too many to list them all. Fix your own file and choose it again.',
    downloadName: (file: string) => `to fix - ${file}.xlsx`,
  },
  columns: {
    heading: 'These columns were read as',
    hint: 'Is one of them wrong? Choose the right one, then check the file again.',
    kind: 'What is in it',
    kindOf: (sheet: string) => `What is in sheet “${sheet}”`,
    none: 'Not in this file',
    column: (place: number) => `Column ${place}`,
    such: (name: string, sample: string) => `${name} (such as ${sample})`,
    dates: 'How dates are written',
    dateOrders: { 'month-first': 'Month first, such as 04/25/2010', 'day-first': 'Day first, such as 25/04/2010' },
    decimals: 'How numbers are written',
    decimalMarks: { point: '1,234.56', comma: '1.234,56' },
    found: 'As in the file',
    again: 'Check again with these columns',
    back: 'Go back to the first reading',
    corrected: 'You chose these columns. We send your choice with the file.',
    changed: 'You changed the columns. The results above are from before.',
  },
  review: {
    heading: 'All data files together',
    claimed: 'Amount on this form',
    claimedNone: 'Not filled in yet',
    data: 'Total of your files',
    use: 'Use this amount',
    used: (amount: string) => `The amount on this form is now ${amount}.`,
    same: 'The amount on this form matches your files.',
    notChecked: (count: number) =>
      count === 1
        ? '1 file is not checked, so it is not counted here.'
        : `${write(count)} files are not checked, so they are not counted here.`,
  },
};
export type DataCheckMessages = typeof dataCheckEn;
