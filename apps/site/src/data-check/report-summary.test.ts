import { noRows, purchaseTotals, reportWith } from '@redress/datafiles/fixtures/sample-report';
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
const purchases = purchaseTotals(1_000_000, '412500.7500');
const valid = reportWith({ tables: [table], purchases });
const report: DataReport = {
  ...valid,
  purchases: {
    ...purchases,
    counted: { rows: 999_988, amount: '412500.7500' },
    faulty: { rows: 12, amount: '100.0000' },
  },
  counts: [{ code: 'date-unreadable', severity: 'error', count: 12 }],
};
/** A missing column invalidates all rows. */
const none = { ...purchases, counted: noRows, faulty: { rows: 1_000_000, amount: '0.0000' } };

describe('the summary of a file', () => {
  test('gives the number of rows to fix and the total of the others', () => {
    expect(summarizeReport(report, english)).toEqual({
      tone: 'bad',
      sentences: ['12 of 1,000,000 rows need fixing.', 'The rest comes to $412,500.75.'],
    });
    expect(summarizeReport(report, spanish).sentences).toEqual([
      'Hay que corregir 12 de 1,000,000 filas.',
      'Las demás suman $412,500.75.',
    ]);
  });

  test('refers to the question about decimals', () => {
    const open = { mark: 'unknown', why: 'undecided', shown: 0, open: 12, example: '1.234' } as const;
    const { tone, sentences } = summarizeReport({ ...report, tables: [{ ...table, decimals: open }] }, english);
    expect([tone, sentences[1]]).toEqual([
      'bad',
      'Some numbers can be read in two ways. Choose below how they are written.',
    ]);
  });

  test('of valid rows gives their total', () => {
    expect(summarizeReport(valid, english)).toEqual({
      tone: 'good',
      sentences: ['All 1,000,000 rows can be counted.', 'The data comes to $412,500.75.'],
    });
  });

  test('counts warnings, which change its tone', () => {
    const counts = [{ code: 'duplicate', severity: 'warning', count: 3 }] as const;
    const { tone, sentences } = summarizeReport({ ...valid, counts }, english);
    expect([tone, sentences[2]]).toEqual(['warn', 'There are 3 things to look at below.']);
  });

  test('does not mention rows when a missing column invalidates all of them', () => {
    const counts = [{ code: 'column-missing', severity: 'error', count: 1 }] as const;
    expect(summarizeReport({ ...report, counts, purchases: none }, english)).toEqual({
      tone: 'bad',
      sentences: ['A column is missing, so we cannot count the rows yet.'],
    });
  });

  test('names missing columns', () => {
    const counts = [{ code: 'column-missing', severity: 'error', count: 2 }] as const;
    const missing = (column: 'amount' | 'date') =>
      ({ code: 'column-missing', severity: 'error', table: 0, column }) as const;
    const findings = [missing('date'), missing('amount')];
    expect(summarizeReport({ ...report, counts, findings, purchases: none }, english).sentences).toEqual([
      '2 columns are missing, so we cannot count the rows yet.',
      'They are: Fill or purchase date, Amount paid. If your file has them under other names, choose them below.',
    ]);
    expect(
      summarizeReport({ ...report, counts, findings: findings.slice(1), purchases: none }, spanish).sentences[1],
    ).toBe('Es: Cantidad pagada. Si su archivo la tiene con otro nombre, elíjala abajo.');
  });

  test('of membership data has rows and no amount', () => {
    const membership = { rows: 84, counted: 83, byYear: [], byState: [], plans: [] };
    const { purchases: _, ...others } = report;
    const ofMembers: DataReport = { ...others, tables: [{ ...table, kind: 'membership', rows: 84 }], membership };
    expect(summarizeReport(ofMembers, english).sentences).toEqual(['1 of 84 rows needs fixing.']);
  });
});

describe('the announcement of a check', () => {
  const at = (bytesRead: number) =>
    announceState(
      'a.txt',
      { name: 'checking', progress: { bytesRead, bytes: 100, rows: 1, rowsPerSecond: 1 } },
      english,
    );

  test('is each quarter of the progress, not each update', () => {
    const said = Array.from({ length: 101 }, (_, percent) => at(percent));
    expect([...new Set(said)]).toEqual(['', 'a.txt: 25% checked.', 'a.txt: 50% checked.', 'a.txt: 75% checked.']);
  });

  test('is the summary at the end', () => {
    const said = announceState('a.txt', { name: 'checked', result: { outcome: 'checked', report } }, english);
    expect(said).toBe('a.txt: 12 of 1,000,000 rows need fixing. The rest comes to $412,500.75.');
  });

  test('includes the reason for an unreadable file', () => {
    expect(
      announceState('a.xlsx', { name: 'checked', result: { outcome: 'unreadable', reason: 'encrypted' } }, english),
    ).toBe(
      'a.xlsx: We cannot read this file. This workbook has a password. Save it without the password, and send that file.',
    );
  });
});
