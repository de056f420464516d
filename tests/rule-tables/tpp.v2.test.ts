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

  test.each([
    [company, 'companyHealthType', 'Health insurance company or HMO', 'otherCompanyHealthType'],
    [agent, 'relationshipType', 'Pharmacy benefit manager', 'otherRelationshipType'],
  ] as const)('Other requires a description, which any other choice drops', (base, choice, listed, description) => {
    expect(errorsOf({ ...base, [description]: '' })).toEqual([[description, required]]);
    expect(answersOf({ ...base, [choice]: listed })).not.toHaveProperty(description);
    expect(errorsOf({ ...base, [choice]: listed, [description]: '_' })).toEqual([]);
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
});

test('2,000 class members are accepted in their order, and more are refused with one message', () => {
  const members = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      classMemberName: `Plan ${index}`,
      classMemberFEIN: String(100_000_000 + index),
    }));
  expect(answersOf({ ...agent, classMembers: members(2_000) })).toMatchObject({ classMembers: members(2_000) });
  expect(errorsOf({ ...agent, classMembers: members(2_001) })).toEqual([
    ['classMembers', 'One form takes up to 2,000 class members. Please file another form for the rest.'],
  ]);
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
    // A claim is not refused because they are missing.
    expect(errorsOf({ ...company, repealerStateTotalAmountPaid: '5000000' })).toEqual([]);
  });

  test('data files are Excel or text up to 2 GB, other documents up to 25 MB, and the form says so', () => {
    const item = documentsOf(tppV2);
    expect(item?.types).toEqual(expect.arrayContaining(['xlsx', 'csv', 'txt', 'pdf']));
    expect(item?.maxBytes).toBe(26_214_400);
    // Data is compared with the claimed amount, from 300,000 dollars on, and with the filer type.
    expect(item?.dataFiles).toEqual({
      types: ['xlsx', 'csv', 'txt'],
      maxBytes: 2_147_483_648,
      amount: 'repealerStateTotalAmountPaid',
      purchasesDueFrom: 300_000,
      agent: { when: { field: 'optSectionRadio', is: 'Agent' }, rows: 'classMembers', name: 'classMemberName' },
      ownName: 'healthPlanCompanyName',
    });
    for (const form of [tppV2, tppV2Es]) expect(JSON.stringify(form)).toMatch(/2 GB.*25 MB/);
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
