import { parseAnswers } from '@redress/forms/parse-answers';
import { describe, expect, test } from 'vitest';
import { agentRules, companyRules } from './tpp.ts';
import { tppV1 } from '@redress/content/forms/tpp.v1';
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

describe('version 1', () => {
  test('accepts the same answers by the same rules, so that a form opened before version 2 can be filed', () => {
    for (const answers of [company, agent, {}, { ...agent, classMembers: [] }])
      expect(parseAnswers(tppV1, answers, {})).toEqual(parseAnswers(tppV2, answers, {}));
  });
});
