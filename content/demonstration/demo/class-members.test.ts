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

  // apps/server/src/console/integrity/us-places.test.ts checks their ZIP codes.
  test('live in all 50 states, most of them in the class states', () => {
    expect(new Set(rows.map((row) => row.state)).size).toBe(50);
    expect(rows.filter((row) => !states.some((name) => name === row.state))).toEqual([]);
    const inClass = rows.filter((row) => facts.brandDrug.states.some((state) => state === row.state));
    expect(inClass.length).toBeGreaterThan(rows.length / 2);
  });

  test('have realistic names: with accents, apostrophes and hyphens', () => {
    const names = rows.map((row) => `${row.first_name} ${row.last_name}`);
    for (const sign of [/[À-ž]/, /'/, /-/, / .* /])
      expect(names.filter((name) => sign.test(name)).length).toBeGreaterThan(3);
    expect(new Set(names).size).toBe(rows.length);
  });
});
