import fc from 'fast-check';
import { goodAnswers } from '../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers, individualAnswers } from '../../setup/sample-claims.ts';
import { oddJson, oddName, oddText, oneOf, words } from '../hostile-values.ts';
import type { FuzzRequest } from '../fuzz-request.ts';

type Answers = Readonly<Record<string, unknown>>;
/** Members are text, so that a name can occur twice, and a number can have an unusual notation. */
type Members = readonly (readonly [name: string, json: string])[];

const captcha = { googleRecaptchaToken: '{{captcha}}' };
interface Claim {
  readonly resource: string;
  readonly answers: Answers;
}
const claims: readonly Claim[] = [
  { resource: 'ConsumerClaimants', answers: { ...goodAnswers, ...captcha } },
  { resource: 'TppClaimants', answers: companyAnswers },
  { resource: 'TppClaimants', answers: agentAnswers },
  { resource: 'IndividualClaimants', answers: { ...individualAnswers, ...captcha } },
];

/** The maximum rows that the form accepts. */
const largest: Claim = { resource: 'TppClaimants', answers: { ...agentAnswers, classMembers: classMembersOf(2_000) } };

/** Most of these claims, with at most two changes, reach the database. */
export const mutatedClaims: fc.Arbitrary<FuzzRequest> = fc
  .record({
    claim: oneOf([5, fc.constantFrom(...claims)], [1, fc.constant(largest)]),
    steps: fc.array(
      fc.oneof(
        step(),
        step(),
        fc.constant((members: Members) => members),
      ),
      { minLength: 1, maxLength: 2 },
    ),
    language: fc.constantFrom('en', 'es'),
    key: fc.constantFrom('{{key}}', '{{key}}', 'the-same-key-every-time', ''),
    framing: fc.constantFrom('length', 'chunked'),
    dress: fc.constantFrom('', '', '', '\ufeff', ' \r\n\t'),
  })
  .map(({ claim, steps, language, key, framing, dress }) => {
    const members: Members = Object.entries(claim.answers).map(([name, value]) => [name, JSON.stringify(value)]);
    const changed = steps.reduce((before, change) => change(before), members);
    return {
      kind: 'mutated claim',
      visitor: claim.resource === 'ConsumerClaimants' ? 'member' : 'filer',
      method: 'POST',
      target: `/api/${claim.resource}`,
      headers: [
        ['content-type', 'application/json'],
        ['accept-language', language],
        ...(key === '' ? [] : ([['idempotency-key', key]] as const)),
      ],
      body: Buffer.from(`${dress}{${changed.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`),
      framing,
    };
  });

type Step = (members: Members) => Members;

function step(): fc.Arbitrary<Step> {
  const place = fc.nat();
  const at = (members: Members, index: number) => index % Math.max(1, members.length);
  const change =
    (turn: (member: Members[number], members: Members) => Members) => (index: number) => (members: Members) =>
      members.flatMap((member, other) => (other === at(members, index) ? turn(member, members) : [member]));
  return fc.oneof<fc.Arbitrary<Step>[]>(
    // The member is left out.
    place.map(change(() => [])),
    // The member has another value, of the right type or a wrong one.
    fc.tuple(place, oddJson).map(([index, json]) => change(([name]) => [[name, json]])(index)),
    fc.tuple(place, oddText).map(([index, text]) => change(([name]) => [[name, JSON.stringify(text)]])(index)),
    // The value has a character that is trimmed, composed or replaced.
    fc
      .tuple(place, fc.constantFrom(' ', '\u00a0', '\u0301', '’', '\u2028', '\ufeff', '.', '0', '\u0000', '\ud83d'))
      .map(([index, sign]) =>
        change(([name, json]) => [
          [name, json.startsWith('"') ? JSON.stringify(String(JSON.parse(json)) + sign) : json],
        ])(index),
      ),
    // The member occurs twice, with another value before or after it.
    fc.tuple(place, oddJson).map(([index, json]) => change((member) => [member, [member[0], json]])(index)),
    fc.tuple(place, oddJson).map(([index, json]) => change((member) => [[member[0], json], member])(index)),
    // There is one member too many.
    fc.tuple(oddName, oddJson).map(([name, json]) => (members: Members) => [...members, [name, json]]),
    fc
      .constantFrom<[string, string]>(
        ['formVersion', '1'],
        ['formVersion', '2'],
        ['formVersion', '1e0'],
        ['documentsToFollow', '1000'],
        ['documentsToFollow', '-0'],
        ['website', '"x"'],
        ['filerType', '"Company"'],
        ['filerType', '"Agent"'],
      )
      .map((member) => (members: Members) => [...members, member]),
    // The member has the value of another field.
    fc
      .tuple(place, place)
      .map(([index, from]) => change(([name], members) => [[name, members[at(members, from)]?.[1] ?? 'null']])(index)),
    // Rows are missing, have gaps or extra keys, or are one too many.
    fc
      .constantFrom(
        ...words('[] [null] [{}] {} [[]]'),
        `[{"classMemberName":"Plan A","classMemberFEIN":"123456789","__proto__":{"x":1}}]`,
        JSON.stringify(classMembersOf(2_001)),
        `[${'{"classMemberName":"A\\u0301 b","classMemberFEIN":"12-3456789"},'.repeat(3)}{"classMemberName":"C d","classMemberFEIN":"987654321"}]`,
      )
      .map(
        (json) => (members: Members) =>
          members.map(([name, before]) => (name === 'classMembers' ? [name, json] : [name, before])),
      ),
  );
}
