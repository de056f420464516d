import type { RelatedClaims } from '@redress/contract/console/claim-details';
import type { SearchAnswer } from '@redress/contract/console/search';
import { lockClaim } from '@redress/server/claims/history/claim-history';
import { addClaimAddress, addClaimEmail } from '@redress/server/claims/letters/claim-addresses';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { ConsoleTab, signInTab } from '../../../setup/console.ts';
import { insertLetter } from '../../../setup/console-records.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { correctAnswer } from '../../../setup/review.ts';
import {
  agentAnswers,
  companyAnswers,
  fileIndividual,
  fileTpp,
  fileWithoutNotice,
  individualAnswers,
  openForm,
} from '../../../setup/sample-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, memberOf, useTestServer } from '../../../setup/test-server.ts';

let callCenter: ConsoleTab;
const number = { consumer: '', company: '', agent: '', individual: '' };

const server = useTestServer({ members: 3 });
beforeAll(async () => {
  const consumer = await logInBrowser(server.app, memberOf(0));
  const answers = {
    ...goodAnswers,
    name1: 'María José García-Núñez',
    name2: 'Robert Attorney',
    signature: 'M. J. García',
  };
  number.consumer = (await consumer.fileClaim(answers)).body.claimNumber;
  number.company = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
  number.agent = (await fileTpp(await openForm(server.app), agentAnswers)).body.claimNumber;
  number.individual = (await fileIndividual(await openForm(server.app), individualAnswers)).body.claimNumber;
  await editRows(
    server.connectionString,
    `update class_members set first_name = 'Siobhán', last_name = 'O''Brien', zip = '02139-4307' where notice_id = $1`,
    [memberOf(1).noticeId],
  );
  await fillSearchOf(server);
  callCenter = await signInTab(server, 'call-center');
});

const search = async (words: string, tab = callCenter) => {
  const { status, body } = await tab.post<SearchAnswer>('/search', { q: words });
  expect(status).toBe(200);
  return body;
};
const found = async (words: string) => {
  const { claims, members } = await search(words);
  return [
    ...claims.map((claim) => [claim.number, ...claim.foundBy]),
    ...members.map((one) => [one.noticeId, ...one.foundBy]),
  ];
};

describe('a claim is found by', () => {
  test('its names, phone numbers, email address, numbers and tax IDs, however they are written', async () => {
    const { consumer, company, agent, individual } = number;
    const spaced = `${consumer.slice(0, 4)} ${consumer.slice(4, 7)} ${consumer.slice(7)}`;
    const enclose = (text: string) => text.replace('?', 'jane.doe@example.com');
    const phones = ['(602) 555-0100', '602-555-0100', '602.555.0100', '6025550100', '602 555 0100'];
    const expected: readonly (readonly [typed: readonly string[], ...found: (readonly string[])[]])[] = [
      [
        ['maria jose garcia-nunez', 'GARCÍA NÚÑEZ, María José', 'nuñez jose', 'garcia'],
        [consumer, 'name'],
      ],
      // Other people named in the claim.
      [['robert attorney'], [consumer, 'other-name']],
      [['birch fund'], [agent, 'other-name']],
      [
        [...phones, '+1 602 555 0100', '1 (602) 5550100', '602/555-0100', '(602) / 555 - 0100', 'Phone: 602/555-0100'],
        [consumer, 'phone'],
      ],
      [
        ['jane.doe@example.com', 'JANE.DOE@EXAMPLE.COM', ...['<?>', '"?";', 'mailto:?', "'?'", '(?).'].map(enclose)],
        [consumer, 'email'],
      ],
      [
        [
          spaced,
          spaced.replace(' ', '/'),
          ...['?', '11416REF?', '11416ref ?', '# ?', '(?)', 'Reference number: 11416REF?.'].map((text) =>
            text.replace('?', consumer),
          ),
        ],
        [consumer, 'number'],
      ],
      [
        [memberOf(0).noticeId, `Notice ID: ${memberOf(0).noticeId}.`],
        [consumer, 'notice-id'],
        [memberOf(0).noticeId, 'notice-id'],
      ],
      [['300000001'], [individual, 'notice-id']],
      [
        ['918273645', '91-8273645', '918-27-3645'],
        [company, 'tax-id'],
      ],
      // Its last four digits, also of one in a text and of a class member that an agent names.
      [['larkmoor 3645'], [company, 'name', 'tax-id-end']],
      [['3746'], [company, 'tax-id-end']],
      [['2837'], [agent, 'tax-id-end']],
      // Several words, which all must match.
      [['garcia 85001'], [consumer, 'name', 'zip']],
      [['garcia 602-555-0100'], [consumer, 'name', 'phone']],
      [['garcia 53703']],
      [['Zzyzx #85001 Garcia']],
    ];
    for (const [typed, ...claims] of expected)
      for (const words of typed) expect([words, await found(words)]).toEqual([words, claims]);
  });

  test('the ID of a letter about it, in groups or not', async () => {
    await insertLetter(server, number.consumer, '000000014U');
    for (const words of ['000-000-014U', '000000014u'])
      expect([words, await found(words)]).toEqual([words, [[number.consumer, 'letter-id']]]);
  });

  test('ZIP code, alone or with the four digits after it', async () => {
    const expected = new Set([number.agent, number.company].map((each) => [each, 'zip']));
    for (const words of ['53703', '53703-1234']) expect(new Set(await found(words))).toEqual(expected);
  });

  test('a name that is spelled differently', async () => {
    const spelled = ['gracia', 'garzia', 'garciaa', 'lindquist', 'zoe lindkvist', 'larkmore health', 'lindq'];
    for (const words of spelled)
      expect([words, await found(words)]).toEqual([words, [[expect.any(String), 'similar-name']]]);
  });
});

test('a class member who has not filed is found by name, ZIP code and Notice ID; one who has filed by the claim, or by Notice ID', async () => {
  const { noticeId } = memberOf(1);
  for (const words of ['siobhan obrien', 'O’Brien 02139', 'brien siobhan'])
    expect((await search(words)).members).toMatchObject([
      { noticeId, name: "Siobhán O'Brien", city: 'Phoenix', state: 'Arizona', zip: '02139-4307' },
    ]);
  expect(await found(noticeId)).toEqual([[noticeId, 'notice-id']]);
  expect((await search(noticeId)).members).toMatchObject([{ hasFiled: false }]);
  expect((await search(memberOf(0).noticeId)).members).toMatchObject([{ hasFiled: true }]);
  expect((await search('jane doe')).members.map((member) => member.noticeId)).toEqual([memberOf(2).noticeId]);
});

test('a name is found in one word and in several, and with letters that few keyboards have', async () => {
  const names = [
    ["Kai Ka'ahumanu", ['kaahumanu', 'Kaʻahumanu', 'ka‘ahumanu', 'KA´AHUMANU']],
    ['Ana De la Cruz', ['delacruz', 'ana de la cruz', 'la cruz', 'cruz de la, ana', 'cruz']],
    ['Rosa Delacruz', ['rosa de la cruz', 'rosa delacruz']],
    ['Leo Dela Cruz', ['de la cruz leo', 'delacruz leo']],
    ['Gia Dell Acqua', ["Dell'Acqua", 'dellacqua']],
    ["Pia Dell'Acqua", ['dell acqua pia']],
    ["Guy L'Heureux", ['l heureux guy']],
    ['Luc L Heureux', ["luc l'heureux"]],
    ['Omar Abdul Rahman', ['abdulrahman omar']],
    ['Acme #1 Pharmacy', ['Acme #1 Pharmacy']],
    ['Jon Mc Neil', ['mcneil', 'neil jon']],
    ['Ida Abdul-Rahman', ['abdulrahman', 'rahman']],
    ['Þóra Ħaż-Żebbuġ', ['thora haz', 'þóra zebbug']],
    ['Leyla Məmmədova', ['memmedova', 'mammadova', 'məmmədova']],
    ['Eva Müller', ['mueller', 'muller', 'müller']],
    ['Uwe Mueller', ['uwe müller', 'mueller uwe']],
  ] as const;
  const filed = new Map<string, string>();
  for (const [name] of names) filed.set(name, await fileWithoutNotice(server, { name1: name }));
  await fillSearchOf(server);
  for (const [name, typed] of names)
    for (const words of typed) {
      const { claims } = await search(words);
      const exact = claims.filter(({ foundBy }) => foundBy.includes('name')).map((claim) => claim.number);
      expect([words, exact]).toEqual([words, expect.arrayContaining([filed.get(name)])]);
    }
});

test('a claim number that begins with 0 is found without it', async () => {
  const { body } = await fileIndividual(await openForm(server.app), { ...individualAnswers, noticeId: '300000088' });
  await editRows(server.connectionString, `update claims set number = '0373136654' where number = $1`, [
    body.claimNumber,
  ]);
  await fillSearchOf(server);
  for (const words of ['373136654', '0373136654', '11416REF373136654', '373-136-654'])
    expect([words, await found(words)]).toEqual([words, [['0373136654', 'number']]]);
  expect((await callCenter.get('/claims/373136654')).body).toMatchObject({ number: '0373136654' });
});

test('a claim is found at an address and an email address that came after the filing', async () => {
  const [first, second] = [
    await fileWithoutNotice(server, { name1: 'Noa Addington', email: 'noa@example.com' }),
    await fileWithoutNotice(server, { name1: 'Ben Otherwise', email: 'ben@example.com' }),
  ];
  const claims = await server.query<{ id: string; number: string }>(
    'select id, number from claims where number = any($1)',
    [[first, second]],
  );
  const added = { at: server.now, source: 'claimant' } as const;
  await server.database.transaction().execute(async (transaction) => {
    for (const claim of claims) {
      await lockClaim(transaction, claim);
      await addClaimEmail(transaction, { keys }, claim, { ...added, email: 'Both@later.example' });
      const lines = ['Noa Addington', '4 Quarry Lane', 'Bangor, ME 04401-1234'];
      if (claim.number === first) await addClaimAddress(transaction, { keys }, claim, { ...added, lines });
    }
  });
  await fillSearchOf(server);
  expect(await found('addington 04401')).toEqual([[first, 'name', 'zip']]);
  const both = await found('both@later.example');
  expect(both).toHaveLength(2);
  expect(both).toEqual(
    expect.arrayContaining([
      [first, 'email'],
      [second, 'email'],
    ]),
  );
  const { groups } = (await callCenter.get<RelatedClaims>(`/claims/${second}/related`)).body;
  const sharing = groups.find(({ by }) => by === 'email')?.claims.map((claim) => claim.number);
  expect(sharing).toContain(first);
});

test('a class member is found at a corrected address, and not at the former one', async () => {
  const supervisor = await signInTab(server, 'supervisor');
  const { noticeId } = memberOf(2);
  const { body } = await supervisor.get<{ version: string }>(`/members/${noticeId}`);
  const address = { street: '9 New Road', city: 'Bangor', state: 'Maine', zip: '04401' };
  const { status } = await supervisor.post(
    `/members/${noticeId}/addresses`,
    { ...address, source: 'call', reason: 'Moved' },
    { 'if-match': `"${body.version}"` },
  );
  expect(status).toBeLessThan(300);
  await fillSearchOf(server);
  expect((await search('doe 04401')).members).toMatchObject([{ noticeId, city: 'Bangor', zip: '04401' }]);
  expect((await search('doe 85001')).members).toEqual([]);
});

test('a row has what a caller asks for', async () => {
  const { claims } = await search('larkmoor');
  expect(claims).toEqual([
    {
      number: number.company,
      formId: 'tpp',
      caseId: 'brand-drug',
      name: 'Larkmoor Health Plan',
      state: 'Wisconsin',
      zip: '53703-1234',
      filedDay: '2025-07-01',
      status: 'waiting-documents',
      flags: ['documents-missing', 'high-value'],
      foundBy: ['name'],
    },
  ]);
});

test('a search is logged with what it found, and its words only as a keyed hash', async () => {
  const tab = await signInTab(server, 'call-center');
  await search('larkmoor 53703', tab);
  const reads = await server.query(
    'select what, result_ids, search_hash, to_jsonb(access_log)::text as text from access_log where staff_id = $1',
    [tab.person.id],
  );
  expect(reads).toMatchObject([{ what: 'search', result_ids: [expect.stringContaining(number.company)] }]);
  expect(reads[0]?.['search_hash']).toHaveLength(32);
  expect(reads[0]?.['text']).not.toMatch(/larkmoor|\b53703\b/i);
});

test('no tax ID and no part of one is in an answer', async () => {
  for (const words of ['918273645', '3645', 'larkmoor'])
    expect((await callCenter.post('/search', { q: words })).text).not.toMatch(/918273645|(?<![\w-])•*3645(?!\w)/);
});

test('a claim can be found by its number and Notice ID before the job has seen it', async () => {
  const browser = await openForm(server.app);
  const { body } = await fileIndividual(browser, { ...individualAnswers, noticeId: '300000077' });
  try {
    expect((await search('300000077')).claims).toMatchObject([
      { number: body.claimNumber, name: 'Zoë Lindqvist', status: 'ready' },
    ]);
    expect(await found(body.claimNumber)).toEqual([[body.claimNumber, 'number']]);
  } finally {
    await fillSearchOf(server);
  }
});

test('a claim is found by its corrected Notice ID, and still by the filed one', async () => {
  const reviewer = await signInTab(server, 'reviewer');
  const change = { field: 'noticeId', value: '300000017' };
  expect(await correctAnswer(reviewer, number.individual, change)).toBeLessThan(300);
  await fillSearchOf(server);
  for (const words of ['300000017', '300000001'])
    expect(await found(words)).toContainEqual([number.individual, 'notice-id']);
});

test('people find only what is in the cases of their role', async () => {
  const tab = await signInTab(server, { role: 'call-center', caseId: 'savings-club' });
  const { claims, members } = await search('300000001', tab);
  expect(claims.map((claim) => claim.number)).toEqual([number.individual]);
  expect(members).toEqual([]);
  const others = [number.consumer, memberOf(0).noticeId, memberOf(1).noticeId];
  for (const words of [...others, '918273645', 'garcia', '3645', 'obrien', 'gracia'])
    expect([words, await search(words, tab)]).toMatchObject([words, { claims: [], members: [] }]);
});

describe('words that cannot be looked for, or too many results,', () => {
  test('ask for more', async () => {
    const typed = ['', ' ', 'x', '%', '_', '*', "'", '"', '\\', '؟', '\u0000', '\u202E\u202D', '--', ';', '()'];
    const nothing = { claims: [], members: [], hint: 'too-short', isPartial: false };
    for (const words of typed) expect([words, await search(words)]).toMatchObject([words, nothing]);
  });

  test('have no special meaning in SQL', async () => {
    for (const words of [
      "garcia'; drop table claims; --",
      'garcia%',
      '%garcia%',
      'garcia_',
      "'garcia' | 'x' & !",
      'garcia:*',
      'مارия garcia',
      '\u202Egarcia\u202C',
      'garcia\u0000',
      'gar\\cia',
    ]) {
      const { claims, members } = await search(words);
      expect([words, members]).toEqual([words, []]);
      expect(claims.filter((claim) => claim.number !== number.consumer)).toEqual([]);
    }
  });

  test('words longer than any name, also after folding, find nothing', async () => {
    for (const word of ['æ'.repeat(200), 'ﷺ'.repeat(100), 'garcia'.repeat(30)]) expect(await found(word)).toEqual([]);
  });

  test('resemble names of many letters in the database', async () => {
    await server.query(`insert into name_words values ($1, 'KRS')`, ['garciax'.repeat(50)]);
    expect((await found('garcia'))[0]).toContain(number.consumer);
    expect(await found('garciaxgarciaxgarciaxgarciax')).toEqual([]);
  });

  test('of any script are names', async () => {
    expect(await search('مريم غارسيا')).toMatchObject({ claims: [], members: [], hint: null });
  });

  test('a lone surrogate, and bytes that are no text', async () => {
    const bodies = ['{"q":"garcia\\ud800"}', Buffer.from('{"q":"garcia\xff"}', 'latin1')];
    for (const body of bodies) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await callCenter.send('POST', '/search', { body, headers });
      expect([body, status]).toEqual([body, 200]);
    }
  });

  test('10,000 characters are refused with what to do', async () => {
    const { status, body } = await callCenter.post('/search', { q: 'a'.repeat(10_000) });
    expect([status, body.detail]).toEqual([400, 'Enter at most 200 characters: a name, a number, or both.']);
    expect((await callCenter.post('/search')).status).toBe(400);
  });
});

test('whole tax IDs cannot be guessed: searches for nine digits are limited for each person', async () => {
  const limits = { ...defaultLimits, 'staff-tax-id-search': { attempts: 3, seconds: 3_600 } };
  const { person } = await signInTab(server, 'call-center');
  const tab = new ConsoleTab(await server.buildAnother({ limits }), person.token);
  const statusOf = async (words: string) => (await tab.post('/search', { q: words })).status;
  // Two in one search count twice.
  expect(await statusOf('12-3456789 98-7654321')).toBe(200);
  expect(await statusOf('123456780')).toBe(200);
  expect(await statusOf('123 45 6781')).toBe(429);
  expect(await statusOf('garcia 6789')).toBe(200);
});
