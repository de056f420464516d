import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAnswers } from '@redress/forms/parse-answers';
import { describe, expect, test } from 'vitest';
import { facts } from '../facts.ts';
import { consumerV1 } from '../forms/consumer.v1.ts';
import { loginV1 } from '../forms/login.v1.ts';
import { states } from '../../shared/lists/states.ts';

const columns = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';

const file = readFileSync(join(import.meta.dirname, 'class-members.csv'), 'utf8');
const [header, ...lines] = file.trimEnd().split('\n');
// No cell holds a comma or a quote (tested below), so that a line is its cells.
const rows = lines.map((line) => {
  const [
    notice_id = '',
    unique_id = '',
    first_name = '',
    last_name = '',
    street = '',
    city = '',
    state = '',
    zip = '',
    caseId = '',
  ] = line.split(',');
  return { notice_id, unique_id, first_name, last_name, street, city, state, zip, caseId };
});

/** The first three digits of the ZIP codes of each state (US Postal Service, L002). */
const zipPrefixes: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  Alabama: [[350, 369]],
  Alaska: [[995, 999]],
  Arizona: [[850, 865]],
  Arkansas: [[716, 729]],
  California: [[900, 961]],
  Colorado: [[800, 816]],
  Connecticut: [[60, 69]],
  Delaware: [[197, 199]],
  Florida: [[320, 349]],
  Georgia: [
    [300, 319],
    [398, 399],
  ],
  Hawaii: [[967, 968]],
  Idaho: [[832, 838]],
  Illinois: [[600, 629]],
  Indiana: [[460, 479]],
  Iowa: [[500, 528]],
  Kansas: [[660, 679]],
  Kentucky: [[400, 427]],
  Louisiana: [[700, 714]],
  Maine: [[39, 49]],
  Maryland: [[206, 219]],
  Massachusetts: [[10, 27]],
  Michigan: [[480, 499]],
  Minnesota: [[550, 567]],
  Mississippi: [[386, 397]],
  Missouri: [[630, 658]],
  Montana: [[590, 599]],
  Nebraska: [[680, 693]],
  Nevada: [[889, 898]],
  'New Hampshire': [[30, 38]],
  'New Jersey': [[70, 89]],
  'New Mexico': [[870, 884]],
  'New York': [[100, 149]],
  'North Carolina': [[270, 289]],
  'North Dakota': [[580, 588]],
  Ohio: [[430, 459]],
  Oklahoma: [[730, 749]],
  Oregon: [[970, 979]],
  Pennsylvania: [[150, 196]],
  'Rhode Island': [[28, 29]],
  'South Carolina': [[290, 299]],
  'South Dakota': [[570, 577]],
  Tennessee: [[370, 385]],
  Texas: [
    [750, 799],
    [885, 885],
  ],
  Utah: [[840, 847]],
  Vermont: [[50, 59]],
  Virginia: [[220, 246]],
  Washington: [[980, 994]],
  'West Virginia': [[247, 268]],
  Wisconsin: [[530, 549]],
  Wyoming: [[820, 831]],
};

describe('the demonstration class members', () => {
  test('are a plain table of at least 240 people with the agreed columns', () => {
    expect(header).toBe(columns);
    expect(rows.length).toBeGreaterThanOrEqual(240);
    expect(lines.filter((line) => line.split(',').length !== 9 || line.includes('"'))).toEqual([]);
    expect(file.normalize('NFC')).toBe(file);
    expect(file.endsWith('\n')).toBe(true);
  });

  test('begin with the IDs that the server prints when it starts', () => {
    expect(rows[0]).toMatchObject({ notice_id: '100000001', unique_id: 'DEMO0001' });
  });

  test('have unique IDs that, after the first ten, cannot be guessed from each other', () => {
    expect(new Set(rows.map((row) => row.notice_id)).size).toBe(rows.length);
    expect(new Set(rows.map((row) => row.unique_id)).size).toBe(rows.length);
    const others = rows.slice(10);
    expect(others.filter((row) => !/^[A-HJ-NP-Z2-9]{8}$/.test(row.unique_id))).toEqual([]);
    const numbers = others.map((row) => Number(row.notice_id));
    expect(numbers.filter((number) => numbers.includes(number + 1))).toEqual([]);
  });

  test('can all log in and file a claim under their name and address', () => {
    for (const row of rows) {
      const login = { noticeId: row.notice_id, uniqueId: row.unique_id };
      expect(parseAnswers(loginV1, login, {})).toEqual({ ok: true, answers: login });
      const name = `${row.first_name} ${row.last_name}`;
      const claim = {
        name1: name,
        street1: row.street,
        city: row.city,
        state: row.state,
        zip: row.zip,
        classMemberConfirmation: true,
        repealerStateTotalAmountPaid: '100',
        totalNumOfPrescriptions: '2',
        insuranceQuestion: 'No',
        signature: name,
      };
      expect(parseAnswers(consumerV1, claim, {})).toEqual({ ok: true, answers: claim });
      expect(row.caseId).toBe(consumerV1.caseId);
    }
  });

  test('live in all 50 states, most of them in the class states, with ZIP codes of their state', () => {
    expect(Object.keys(zipPrefixes)).toHaveLength(50);
    expect(Object.keys(zipPrefixes).filter((state) => !states.some((name) => name === state))).toEqual([]);
    expect(new Set(rows.map((row) => row.state))).toEqual(new Set(Object.keys(zipPrefixes)));
    const inClass = rows.filter((row) => facts.brandDrug.states.some((state) => state === row.state));
    expect(inClass.length).toBeGreaterThan(rows.length / 2);
    const misplaced = rows.filter((row) => {
      const prefix = Number(row.zip.slice(0, 3));
      return !zipPrefixes[row.state]?.some(([from, to]) => from <= prefix && prefix <= to);
    });
    expect(misplaced).toEqual([]);
  });

  test('have realistic names: with accents, apostrophes and hyphens', () => {
    const names = rows.map((row) => `${row.first_name} ${row.last_name}`);
    for (const sign of [/[À-ž]/, /'/, /-/, / .* /])
      expect(names.filter((name) => sign.test(name)).length).toBeGreaterThan(3);
    expect(new Set(names).size).toBe(rows.length);
  });
});
