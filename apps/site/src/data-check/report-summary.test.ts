import type { DataReport } from '@redress/datafiles/report';
import { dataMessagesEn } from '@redress/datafiles/messages/messages-en';
import { dataMessagesEs } from '@redress/datafiles/messages/messages-es';
import { describe, expect, test } from 'vitest';
import { dataCheckEn } from '../messages/data-check-en.ts';
import { dataCheckEs } from '../messages/data-check-es.ts';
import { announceState, summarizeReport } from './report-summary.ts';

const english = { messages: dataCheckEn, dataMessages: dataMessagesEn };
const spanish = { messages: dataCheckEs, dataMessages: dataMessagesEs };

const table = { kind: 'purchases', headers: [], sample: [], columns: [], rows: 1_000_000 } as const;
const nothing = { rows: 0, amount: '0.0000' };
const purchases = {
  rows: 1_000_000,
  counted: { rows: 999_988, amount: '412500.7500' },
  faulty: { rows: 12, amount: '100.0000' },
  reversals: nothing,
  duplicates: { ...nothing, estimated: false },
  byState: [],
  byYear: [],
  byDrug: [],
  byPlan: [],
  withoutPlan: 0,
};
const report: DataReport = {
  format: { kind: 'delimited', delimiter: '|', encoding: 'utf-8' },
  tables: [table],
  purchases,
  counts: [{ code: 'date-unreadable', severity: 'error', count: 12 }],
  findings: [],
};
const sound: DataReport = {
  ...report,
  counts: [],
  purchases: { ...purchases, counted: { rows: 1_000_000, amount: '412500.7500' }, faulty: nothing },
};

describe('the verdict on a file', () => {
  test('says how many of its rows need mending and what the rest comes to', () => {
    expect(summarizeReport(report, english)).toEqual({
      tone: 'bad',
      sentences: ['12 of 1,000,000 rows need mending.', 'The rest comes to $412,500.75.'],
    });
    expect(summarizeReport(report, spanish).sentences).toEqual([
      'Hay que corregir 12 de 1,000,000 filas.',
      'Las demás suman $412,500.75.',
    ]);
  });

  test('points to the question of how numbers are written', () => {
    const open = { mark: 'unknown', why: 'undecided', shown: 0, open: 12, example: '1.234' } as const;
    const { tone, sentences } = summarizeReport({ ...report, tables: [{ ...table, decimals: open }] }, english);
    expect([tone, sentences[1]]).toEqual([
      'bad',
      'Some numbers can be read in two ways. Choose below how they are written.',
    ]);
  });

  test('of sound rows says that they count', () => {
    expect(summarizeReport(sound, english)).toEqual({
      tone: 'good',
      sentences: ['All 1,000,000 rows can be counted.', 'The data comes to $412,500.75.'],
    });
  });

  test('counts warnings, and is no good news with them', () => {
    const counts = [{ code: 'duplicate', severity: 'warning', count: 3 }] as const;
    const { tone, sentences } = summarizeReport({ ...sound, counts }, english);
    expect([tone, sentences[2]]).toEqual(['warn', 'There are 3 things to look at below.']);
  });

  test('does not speak of single rows where a column is missing and none can be counted', () => {
    const counts = [{ code: 'column-missing', severity: 'error', count: 1 }] as const;
    const none = { ...purchases, counted: nothing, faulty: { rows: 1_000_000, amount: '0.0000' } };
    expect(summarizeReport({ ...report, counts, purchases: none }, english)).toEqual({
      tone: 'bad',
      sentences: ['A column is missing, so we cannot count the rows yet.'],
    });
  });

  test('names the columns that are missing', () => {
    const counts = [{ code: 'column-missing', severity: 'error', count: 2 }] as const;
    const missing = (column: 'amount' | 'date') =>
      ({ code: 'column-missing', severity: 'error', table: 0, column }) as const;
    const findings = [missing('date'), missing('amount')];
    const none = { ...purchases, counted: nothing, faulty: { rows: 1_000_000, amount: '0.0000' } };
    expect(summarizeReport({ ...report, counts, findings, purchases: none }, english).sentences).toEqual([
      '2 columns are missing, so we cannot count the rows yet.',
      'They are: Fill or purchase date, Amount paid. If your file has them under other names, choose them below.',
    ]);
    expect(
      summarizeReport({ ...report, counts, findings: findings.slice(1), purchases: none }, spanish).sentences[1],
    ).toBe('Es: Cantidad pagada. Si su archivo la tiene con otro nombre, elíjala abajo.');
  });

  test('of membership data tells rows and no amount', () => {
    const membership = { rows: 84, counted: 83, byYear: [], byState: [], plans: [] };
    const { purchases: _, ...others } = report;
    const ofMembers: DataReport = { ...others, tables: [{ ...table, kind: 'membership', rows: 84 }], membership };
    expect(summarizeReport(ofMembers, english).sentences).toEqual(['1 of 84 rows needs mending.']);
  });
});

describe('what is announced of a check', () => {
  const at = (bytesRead: number) =>
    announceState(
      'a.txt',
      { name: 'checking', progress: { bytesRead, bytes: 100, rows: 1, rowsPerSecond: 1 } },
      english,
    );

  test('is each quarter of the way, not each tick', () => {
    const said = Array.from({ length: 101 }, (_, percent) => at(percent));
    expect([...new Set(said)]).toEqual(['', 'a.txt: 25% checked.', 'a.txt: 50% checked.', 'a.txt: 75% checked.']);
  });

  test('is the verdict in the end', () => {
    const said = announceState('a.txt', { name: 'checked', result: { outcome: 'checked', report } }, english);
    expect(said).toBe('a.txt: 12 of 1,000,000 rows need mending. The rest comes to $412,500.75.');
  });

  test('is the reason too where a file cannot be read', () => {
    expect(
      announceState('a.xlsx', { name: 'checked', result: { outcome: 'unreadable', reason: 'encrypted' } }, english),
    ).toBe(
      'a.xlsx: We cannot read this file. This workbook has a password. Save it without the password, and send that file.',
    );
  });
});
