import { importMembers, type ImportReport } from '@redress/server/console/members/import-members';
import { decryptUniqueId } from '@redress/server/platform/keys/encrypted-fields';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { keys, useTestServer } from '../../../setup/test-server.ts';

const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';
const row = (noticeId: string, rest = 'AAAA1111,Jane,Doe,1 Main Street,Phoenix,Arizona,85001,brand-drug') =>
  `${noticeId},${rest}`;
const count = async () =>
  Number((await server.query<{ count: string }>('select count(*) from class_members'))[0]?.count);

/** Nothing was changed. */
const asTheyWere = { states: 0, zips: 0, cells: 0 };

const server = useTestServer({ members: 0 });
beforeEach(async () => {
  await server.query('delete from class_members');
});

function importText(text: string | Buffer, options: { skipBad?: boolean } = {}): Promise<ImportReport> {
  return importMembers({
    connectionString: server.connectionString,
    keys,
    cases: new Set(['brand-drug']),
    csv: Readable.from([text]),
    ...options,
  });
}

test('columns may be in any order, with others between them, quoted, with a byte-order mark and Windows line breaks', async () => {
  const text =
    '\ufeffcase,ZIP,extra,state,city,street,last_name,first_name,unique_id,notice_id\r\n' +
    'brand-drug,85001,x,Arizona,Phoenix,"1 Main Street, Apt. ""B""",Núñez,José,abcd1234,123456789\r\n';
  expect(await importText(text)).toEqual({ imported: 1, good: 1, bad: 0, firstBad: [], repaired: asTheyWere });
  const [member] = await server.query<{ unique_id_encrypted: Buffer }>('select * from class_members');
  expect(member).toMatchObject({
    notice_id: '123456789',
    street: '1 Main Street, Apt. "B"',
    last_name: 'Núñez',
    case_id: 'brand-drug',
  });
  expect(decryptUniqueId('123456789', member?.unique_id_encrypted ?? Buffer.of(), keys)).toBe('ABCD1234');
});

test('what a spreadsheet changed is repaired where that is certain, and counted; rows without text are skipped', async () => {
  const text = [
    header,
    '="100000001", "AAAA1111",\'José\',"Núñez\nReyes",="12 Elm St, Apt. 3",Boston,MA,2110,brand-drug',
    ',,,,,,,,',
    row('100000002', 'AAAA1111,Jane,Doe,,San Juan,P.R.,9011234,brand-drug'),
    row('100000003', 'AAAA1111,Jane,Doe,,Boston,Massachusetts,02110 1234,brand-drug'),
    row('100000004', 'AAAA1111,Jane,Doe,,,,,brand-drug'),
    row('100000005', "AAAA1111,Ana,Doe,,'Ewa Beach,HI,96706-,brand-drug"),
    row('100000006', 'AAAA1111,Ana,Doe,,Boston,MA,2110.0,brand-drug'),
    row('100000007', 'AAAA1111,Ana,Doe,,Boston,MA,02110\u20131234,brand-drug'),
    row('100000008', "'ax8y7w95,Ana,'Ewa,'Elm St,'Austin,'TX,'78701,brand-drug"),
    row('100000009', 'AAAA1111,\'Ana,\'Last,"=""12 Elm St""",\'Boston,,,brand-drug'),
    ' ,"",,',
  ].join('\r\n');
  expect(await importText(text)).toEqual({
    imported: 9,
    good: 9,
    bad: 0,
    firstBad: [],
    repaired: { states: 6, zips: 6, cells: 3 },
  });
  const found = await server.query(
    'select first_name, last_name, street, state, zip from class_members order by notice_id',
  );
  expect(found).toEqual([
    { first_name: 'José', last_name: 'Núñez Reyes', street: '12 Elm St, Apt. 3', state: 'Massachusetts', zip: '02110' },
    { first_name: 'Jane', last_name: 'Doe', street: '', state: 'Puerto Rico', zip: '00901-1234' },
    { first_name: 'Jane', last_name: 'Doe', street: '', state: 'Massachusetts', zip: '02110-1234' },
    { first_name: 'Jane', last_name: 'Doe', street: '', state: '', zip: '' },
    { first_name: 'Ana', last_name: 'Doe', street: '', state: 'Hawaii', zip: '96706' },
    { first_name: 'Ana', last_name: 'Doe', street: '', state: 'Massachusetts', zip: '02110' },
    { first_name: 'Ana', last_name: 'Doe', street: '', state: 'Massachusetts', zip: '02110-1234' },
    { first_name: 'Ana', last_name: 'Ewa', street: 'Elm St', state: 'Texas', zip: '78701' },
    // An apostrophe before a vowel may be the ʻokina of a Hawaiian name.
    { first_name: "'Ana", last_name: 'Last', street: '12 Elm St', state: '', zip: '' },
  ]);
  const cities = await server.query<{ city: string }>('select city from class_members order by notice_id');
  expect(cities.map(({ city }) => city).slice(-5)).toEqual(["'Ewa Beach", 'Boston', 'Boston', 'Austin', 'Boston']);
});

describe('bad rows', () => {
  const text = [
    header,
    row('100000001'),
    row('12345678'),
    row('100000002', 'SHORT,Jane,Doe,,,,,brand-drug'),
    row('100000003', 'AAAA1111,Jane,,,,,,brand-drug'),
    row('100000004', 'AAAA1111,Jane,Doe,,,,,other-case'),
    '100000005,too,few',
    row('100000001', 'BBBB2222,John,Doe,,,,,brand-drug'),
    row('100000006', `AAAA1111,Jane,${'x'.repeat(201)},,,,,brand-drug`),
    row('100000007', 'AAAA1111,Jane,D\u0000oe,,,,,brand-drug'),
    row('100000008'),
    row('100000009', 'AAAA1111,Jane,Doe,,Toronto,Ontario,,brand-drug'),
    row('100000010', 'AAAA1111,Jane,Doe,,Los Angeles,California,9410,brand-drug'),
    row('100000011', 'AAAA1111,Jane,Doe,,Columbus,Ohio,4300,brand-drug'),
    row('100000012', 'AAAA1111,Jane,Doe,,Columbus,Ohio,00043,brand-drug'),
    row('100000013', 'AAAA1111,Jane,Doe,,Boston,Massachusetts,43004,brand-drug'),
    row('100000014', 'AAAA1111,Jane,Doe,,Boston,MA,99999-0001,brand-drug'),
    row('1', ',Jane,Doe,,Toronto,Ontario,9410,other-case'),
  ].join('\n');
  const expected = [
    { line: 3, reason: 'notice_id is not 9 digits' },
    { line: 4, reason: 'unique_id is not 8 letters or digits' },
    { line: 5, reason: 'last_name is empty' },
    { line: 6, reason: 'case is none of: brand-drug' },
    { line: 7, reason: 'has 3 columns instead of 9' },
    { line: 8, reason: 'notice_id 100000001 is already in line 2' },
    { line: 9, reason: 'last_name is longer than 200 characters' },
    { line: 10, reason: 'a quotation mark is out of place, the row is far too long, or it contains a NUL' },
    { line: 12, reason: 'state isn’t a U.S. state or territory' },
    { line: 13, reason: 'zip is not 5 or 9 digits' },
    { line: 14, reason: 'zip is not 5 or 9 digits' },
    { line: 15, reason: 'zip does not exist: no place has ZIP codes that begin with these 3 digits' },
    { line: 16, reason: 'zip is of another state: correct it or the state, or leave it empty' },
    { line: 17, reason: 'zip is of another state: correct it or the state, or leave it empty' },
    {
      line: 18,
      reason:
        'notice_id is not 9 digits; unique_id is empty; state isn’t a U.S. state or territory; zip is not 5 or 9 digits; case is none of: brand-drug',
    },
  ];

  test('are reported by line, and then nothing is imported; they are skipped on request', async () => {
    expect(await importText(text)).toEqual({ imported: 0, good: 2, bad: 15, firstBad: expected, repaired: asTheyWere });
    expect(await count()).toBe(0);
    expect(await importText(text, { skipBad: true })).toEqual({
      imported: 2,
      good: 2,
      bad: 15,
      firstBad: expected,
      repaired: asTheyWere,
    });
    expect(await server.query('select notice_id from class_members order by 1')).toEqual([
      { notice_id: '100000001' },
      { notice_id: '100000008' },
    ]);
  });

  test('include those that were imported before', async () => {
    await importText([header, row('100000001')].join('\n'));
    const report = await importText([header, row('100000001'), row('100000002')].join('\n'));
    const firstBad = [{ line: 2, reason: 'notice_id 100000001 was imported before' }];
    expect(report).toEqual({ imported: 0, good: 1, bad: 1, firstBad, repaired: asTheyWere });
    expect(await count()).toBe(1);
  });

  test('are all counted, and the first fifty listed', async () => {
    const report = await importText([header, ...Array.from({ length: 120 }, () => row('x'))].join('\n'));
    expect([report.bad, report.firstBad.length, report.firstBad[49]?.line]).toEqual([120, 50, 51]);
  });

  test('may be in an encoding that is not UTF-8', async () => {
    const { firstBad } = await importText(
      Buffer.from([header, row('100000001', 'AAAA1111,José,Doe,,,,,brand-drug')].join('\n'), 'latin1'),
    );
    expect(firstBad).toEqual([{ line: 2, reason: 'first_name is not UTF-8 text' }]);
  });

  test('may contain a misplaced quotation mark: the rows after it are read', async () => {
    const report = await importText(
      [header, row('100000001', 'AAAA1111,"Ja"ne,Doe,,,,,brand-drug'), row('100000002')].join('\n'),
      { skipBad: true },
    );
    expect(report).toMatchObject({ imported: 1, bad: 1, firstBad: [{ line: 2 }] });
  });
});

test.each([
  ['', 'The file is empty.'],
  ['notice_id,unique_id\n1,2', 'Missing: first_name, last_name, street, city, state, zip, case.'],
])('a file without a usable first line is refused', async (text, message) => {
  await expect(importText(text)).rejects.toThrow(message);
});

test('an import that breaks in the middle leaves nothing', async () => {
  async function* broken() {
    yield `${header}\n`;
    for (let index = 0; index < 5_000; index += 1) yield `${row(String(100_000_000 + index))}\n`;
    throw new Error('the disk is gone');
  }
  const csv = Readable.from(broken());
  await expect(
    importMembers({ connectionString: server.connectionString, keys, cases: new Set(['brand-drug']), csv }),
  ).rejects.toThrow('the disk is gone');
  expect(await count()).toBe(0);
});
