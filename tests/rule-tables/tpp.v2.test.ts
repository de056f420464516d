import type { DocumentsItem, Form } from '@redress/forms/definition';
import { documentsDue, evaluateForm } from '@redress/forms/evaluate-form';
import { parseAnswers } from '@redress/forms/parse-answers';
import { summarize } from '@redress/forms/summarize';
import { splitTaxIds } from '@redress/forms/tax-ids';
import { describe, expect, test } from 'vitest';
import { agentRules, companyRules } from './tpp.ts';
import { tppV1 } from '@redress/content/forms/tpp.v1';
import { tppV2Es } from '@redress/content/forms/tpp.v2.es';
import { tppV2 } from '@redress/content/forms/tpp.v2';

// Each rule is tested by rule-tables/rule-tables.test.ts. Messages are copied from section 5 of the
// specification.
const required = 'This field is required';
const requiredInRow = 'This Field is required';
const company = companyRules.base;
const agent = agentRules.base;

type Raw = Readonly<Record<string, unknown>>;
function errorsOf(raw: Raw): (readonly [field: string, message: string])[] {
  const parsed = parseAnswers(tppV2, raw, {});
  return parsed.ok ? [] : parsed.errors.map(({ field, message }) => [field, message] as const);
}
function answersOf(raw: Raw) {
  const parsed = parseAnswers(tppV2, raw, {});
  expect(parsed.ok ? [] : parsed.errors).toEqual([]);
  return parsed.ok ? parsed.answers : {};
}
const documentsOf = (form: Form): DocumentsItem | undefined =>
  form.sections.flatMap(({ items }) => items.filter((item) => item.kind === 'documents'))[0];
const member = (index: number) => ({
  classMemberName: `Plan ${index}`,
  classMemberFEIN: String(100_000_000 + index),
});

describe('the TPP form', () => {
  test('has the section titles, section letters and field names of the specification', () => {
    expect(tppV2).toMatchObject({
      title: 'THIRD PARTY PAYOR CLAIM FORM',
      resource: 'TppClaimants',
      referencePrefix: '11415REF',
      deadline: '2025-07-17',
      timeZone: 'America/New_York',
      login: 'none',
    });
    expect(tppV2.sections.map((section) => `${'letter' in section ? section.letter : '-'} ${section.title}`)).toEqual([
      '- Who is filing?',
      'A Company or Health Plan',
      'B Authorized Agent',
      'C Purchase Information',
      'D Proof of Payment and Disputes',
      'E Certification',
    ]);
  });

  test('has no captcha, and a hidden field that is not an answer', () => {
    const kinds = tppV2.sections.flatMap((section) => section.items.map((item): string => item.kind));
    expect(kinds).not.toContain('captcha');
    expect(kinds).toContain('honeypot');
    expect(answersOf(company)).not.toHaveProperty('website');
    expect(errorsOf({ ...company, website: 'https://example.com' })).toEqual([
      ['website', 'This form has no such field'],
    ]);
  });

  test('offers the lists of the case', () => {
    const options = Object.fromEntries(
      tppV2.sections.flatMap((section) =>
        section.items.flatMap((item) => ('options' in item ? [[item.name, item.options]] : [])),
      ),
    );
    expect(options).toMatchObject({
      optSectionRadio: ['Company', 'Agent'],
      companyHealthType: [
        'Health insurance company or HMO',
        'Self-insured employee health or pharmacy benefit plan',
        'Self-insured health and welfare fund',
        'Other',
      ],
      relationshipType: [
        'Third-party administrator or administrative services provider',
        'Pharmacy benefit manager',
        'Other',
      ],
    });
    expect(options['state']).toHaveLength(59);
  });
});

describe('an empty TPP claim', () => {
  const atTheEnd = [
    ['repealerStateTotalAmountPaid', required],
    ['signature', required],
  ];

  test('requires the filer type, and neither section', () => {
    expect(errorsOf({})).toEqual([['optSectionRadio', required], ...atTheEnd]);
  });

  test('of a company requires all of Section A, in document order', () => {
    expect(errorsOf({ optSectionRadio: 'Company' })).toEqual([
      ['healthPlanCompanyName', required],
      ['street1', required],
      ['city', required],
      ['state', required],
      ['zip', required],
      ['phone1', required],
      ['tin', required],
      ['companyHealthType', required],
      ...atTheEnd,
    ]);
  });

  test('of an agent requires all of Section B and one class member, in document order', () => {
    expect(errorsOf({ optSectionRadio: 'Agent' })).toEqual([
      ['relationshipType', required],
      ['agentsCompanyName', required],
      ['street1', required],
      ['city', required],
      ['state', required],
      ['zip', required],
      ['phone1', required],
      ['agentsTin', required],
      ['classMembers.0.classMemberName', requiredInRow],
      ['classMembers.0.classMemberFEIN', requiredInRow],
      ...atTheEnd,
    ]);
  });
});

describe('the switches', () => {
  const everything = { ...agent, ...company };

  test('a company’s claim contains nothing of an agent’s, whatever was typed there before', () => {
    expect(answersOf({ ...everything, optSectionRadio: 'Company' })).toEqual({ ...company, filerType: 'Company' });
  });

  test('an agent’s claim contains nothing of a company’s, and keeps the shared fields', () => {
    const answers = answersOf({ ...everything, optSectionRadio: 'Agent' });
    expect(answers).toEqual({ ...agent, filerType: 'Agent' });
    expect(answers).toMatchObject({ contactName: 'Ann Example', street1: '12 Main St. #4', phone1: '6025550100' });
  });

  test('errors in the section that does not apply do not count', () => {
    const broken = { healthPlanCompanyName: '_', tin: '1', otherNames: 7, companyHealthType: 'Nothing' };
    expect(errorsOf({ ...agent, ...broken })).toEqual([]);
    const brokenToo = { agentsTin: 'x', relationshipType: [], classMembers: 'none' };
    expect(errorsOf({ ...company, ...brokenToo })).toEqual([]);
  });

  test('Other requires a description of the health type; any other choice drops it', () => {
    expect(errorsOf({ ...company, otherCompanyHealthType: '' })).toEqual([['otherCompanyHealthType', required]]);
    const listed = { ...company, companyHealthType: 'Health insurance company or HMO' };
    expect(answersOf(listed)).not.toHaveProperty('otherCompanyHealthType');
    expect(errorsOf({ ...listed, otherCompanyHealthType: '_' })).toEqual([]);
  });

  test('Other requires a description of the relationship; any other choice drops it', () => {
    expect(errorsOf({ ...agent, otherRelationshipType: '' })).toEqual([['otherRelationshipType', required]]);
    const listed = { ...agent, relationshipType: 'Pharmacy benefit manager' };
    expect(answersOf(listed)).not.toHaveProperty('otherRelationshipType');
    expect(errorsOf({ ...listed, otherRelationshipType: '_' })).toEqual([]);
  });

  test('filerType repeats the choice, sent or not, and must not differ', () => {
    expect(answersOf(company)).toMatchObject({ filerType: 'Company' });
    expect(answersOf({ ...agent, filerType: 'Agent' })).toMatchObject({ filerType: 'Agent' });
    const wrong = [['filerType', 'This field must say the same as optSectionRadio']];
    expect(errorsOf({ ...company, filerType: 'Agent' })).toEqual(wrong);
    expect(errorsOf({ ...company, optSectionRadio: '', filerType: 'Company' })).toEqual([
      ['optSectionRadio', required],
      ...wrong,
    ]);
  });

  test('only Company and Agent can be chosen', () => {
    for (const optSectionRadio of ['company', 'Broker', 'toString', 'Company, Agent'])
      expect(errorsOf({ ...company, optSectionRadio }).map(([field]) => field)).toEqual(['optSectionRadio']);
  });
});

describe('class members', () => {
  test.each([[1], [500], [2000]])('%i of them are accepted in their order', (count) => {
    const classMembers = Array.from({ length: count }, (_, index) => member(index));
    expect(answersOf({ ...agent, classMembers })).toMatchObject({ classMembers });
  });

  test('more than 2,000 are refused with one message', () => {
    const classMembers = Array.from({ length: 2001 }, (_, index) => member(index));
    expect(errorsOf({ ...agent, classMembers })).toEqual([
      ['classMembers', 'One form takes up to 2,000 class members. Please file another form for the rest.'],
    ]);
  });

  test.each([[undefined], [null], [[]], [[{}]], [[{ classMemberName: ' ', classMemberFEIN: '' }, {}]]])(
    'an agent needs one: %j has none',
    (classMembers) => {
      expect(errorsOf({ ...agent, classMembers })).toEqual([
        ['classMembers.0.classMemberName', requiredInRow],
        ['classMembers.0.classMemberFEIN', requiredInRow],
      ]);
    },
  );

  test('empty rows are left out, and an error names its row', () => {
    const blank = { classMemberName: '', classMemberFEIN: ' ' };
    expect(answersOf({ ...agent, classMembers: [blank, member(1), blank, member(2), {}] })).toMatchObject({
      classMembers: [member(1), member(2)],
    });
    const half = { classMemberName: 'Plan C', classMemberFEIN: '' };
    expect(errorsOf({ ...agent, classMembers: [blank, member(1), blank, half] })).toEqual([
      ['classMembers.3.classMemberFEIN', requiredInRow],
    ]);
  });

  test('every error of every row is reported, row by row', () => {
    const classMembers = [
      { classMemberName: '_', classMemberFEIN: '12a' },
      member(1),
      { classMemberName: 'x'.repeat(51), classMemberFEIN: '1234567890' },
    ];
    expect(errorsOf({ ...agent, classMembers })).toEqual([
      ['classMembers.0.classMemberName', 'Field must be at least 2 characters'],
      [
        'classMembers.0.classMemberName',
        'Only use letters, numbers, periods, spaces, hyphens, brackets, ampersands, apostophes, parentheses slash(/), pound sign(#).',
      ],
      ['classMembers.0.classMemberFEIN', 'Field must be at least 9 characters'],
      ['classMembers.0.classMemberFEIN', 'Only use numbers'],
      ['classMembers.2.classMemberName', 'Field cannot be more than 50 characters'],
      ['classMembers.2.classMemberFEIN', 'Field cannot be more than 9 characters'],
    ]);
  });
});

describe('documents', () => {
  const messageOf = (start: RegExp): unknown => expect.stringMatching(start);
  const membership: unknown = expect.objectContaining({
    data: 'membership',
    message: messageOf(/^Membership data is due/),
  });
  const transactions: unknown = expect.objectContaining({
    data: 'purchases',
    message: messageOf(/^Transaction data is due too, because you claim 300,000 dollars or more/),
  });

  test.each([
    ['299999.9999', [membership]],
    ['300000', [membership, transactions]],
    ['300000.0001', [membership, transactions]],
    ['', [membership]],
  ])('membership data is always due, transaction data from 300,000 dollars: %s', (amount, due) => {
    for (const base of [company, agent])
      expect(documentsDue(evaluateForm(tppV2, { ...base, repealerStateTotalAmountPaid: amount }, {}), {})).toEqual(due);
  });

  test('a claim is not refused because due documents are missing', () => {
    expect(errorsOf({ ...company, repealerStateTotalAmountPaid: '5000000' })).toEqual([]);
  });

  const item = documentsOf(tppV2);

  test('Excel and delimited files are accepted', () => {
    expect(item?.types).toEqual(expect.arrayContaining(['xlsx', 'csv', 'txt', 'pdf']));
  });

  test('data files are Excel or text up to 2 GB, other documents up to 25 MB, and the form says so', () => {
    expect(item?.dataFiles?.types).toEqual(['xlsx', 'csv', 'txt']);
    expect(item?.dataFiles?.maxBytes).toBe(2_147_483_648);
    expect(item?.maxBytes).toBe(26_214_400);
    for (const form of [tppV2, tppV2Es]) expect(JSON.stringify(form)).toMatch(/2 GB.*25 MB/);
  });

  test('data is compared with the claimed amount, from 300,000 dollars on, and with the filer type', () => {
    expect(item?.dataFiles).toMatchObject({
      amount: 'repealerStateTotalAmountPaid',
      purchasesDueFrom: 300_000,
      agent: { when: { field: 'optSectionRadio', is: 'Agent' }, rows: 'classMembers', name: 'classMemberName' },
      ownName: 'healthPlanCompanyName',
    });
  });
});

describe('tax IDs', () => {
  test('are all separated from the readable answers', () => {
    const { open, taxIds } = splitTaxIds(tppV2, answersOf(agent));
    expect(taxIds).toEqual([
      { path: 'agentsTin', digits: '987654321' },
      { path: 'classMembers.0.classMemberFEIN', digits: '111111111' },
      { path: 'classMembers.1.classMemberFEIN', digits: '222222222' },
    ]);
    expect(JSON.stringify(open)).not.toMatch(/987654321|111111111|222222222/);
    // Other names may be FEINs, so they are encrypted whole.
    expect(splitTaxIds(tppV2, answersOf(company)).taxIds).toEqual([
      { path: 'tin', digits: '123456789' },
      { path: 'otherNames', digits: 'Sample Fund, 12-3334444' },
    ]);
  });

  test('show only their last four digits in a summary', () => {
    const rows = summarize(tppV2, evaluateForm(tppV2, answersOf(agent), {})).flatMap((section) => section.rows);
    const shown = Object.fromEntries(rows.map((row) => [row.name, row.value]));
    expect(shown).toMatchObject({
      optSectionRadio: 'Section B: an authorized agent of one or more class members',
      agentsTin: '•••••4321',
      'classMembers.0': 'Plan A · •••••1111',
      'classMembers.1': 'Plan B · •••••2222',
      repealerStateTotalAmountPaid: '$412,500.75',
    });
    expect(JSON.stringify(rows)).not.toMatch(/987654321|111111111|222222222/);
    expect(
      summarize(tppV2, evaluateForm(tppV2, answersOf(company), {})).flatMap((section) => section.rows),
    ).toContainEqual({
      name: 'otherNames',
      label: 'Other names or FEINs used since 2007',
      value: 'Sample Fund, ••••••4444',
    });
  });
});

describe('version 1', () => {
  test('accepts the same answers by the same rules, so that a form opened before version 2 can be filed', () => {
    for (const answers of [company, agent, {}, { ...agent, classMembers: [] }])
      expect(parseAnswers(tppV1, answers, {})).toEqual(parseAnswers(tppV2, answers, {}));
  });

  test('has the same path and no data files', () => {
    expect([tppV1.id, tppV1.resource]).toEqual([tppV2.id, tppV2.resource]);
    expect(documentsOf(tppV1)?.dataFiles).toBeUndefined();
  });
});
