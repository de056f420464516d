import { settlement } from '@redress/content/settlement';
import { formatAction } from '@redress/contract/no-script-form';
import fc from 'fast-check';
import type { FuzzRequest, Visitor } from '../fuzz-request.ts';
import { oddName, oddText, oneOf } from '../hostile-values.ts';
import { oddMultipart } from './uploads.ts';
import { goodAnswers, multipart } from '../../setup/browser.ts';
import { fieldsOf } from '../../setup/no-script-browser.ts';
import { agentAnswers, companyAnswers, individualAnswers } from '../../setup/sample-claims.ts';

/** Finds the path of the English page for a form, for its login, or for its completion. */
export function pathOf(kind: 'form' | 'login' | 'complete', formId?: string): string {
  const { pages } = settlement.site;
  const page = pages.find(
    (one) => one.kind === kind && (formId === undefined || ('form' in one && one.form === formId)),
  );
  if (!page) throw new Error(`The website has no ${kind} page for ${formId ?? 'any form'}`);
  return page.path;
}

type Fields = readonly (readonly [string, string])[];

const pages: readonly { readonly path: string; readonly fields: Fields }[] = [
  { path: pathOf('form', 'consumer'), fields: fieldsOf(goodAnswers) },
  {
    path: pathOf('form', 'consumer'),
    fields: [...fieldsOf(goodAnswers), ['login.noticeId', '200000000'], ['login.uniqueId', 'TEST0000']],
  },
  { path: pathOf('form', 'individual'), fields: fieldsOf(individualAnswers) },
  { path: pathOf('form', 'tpp'), fields: fieldsOf(companyAnswers) },
  { path: pathOf('form', 'tpp'), fields: fieldsOf(agentAnswers) },
  {
    path: pathOf('login'),
    fields: [
      ['noticeId', '200000001'],
      ['uniqueId', 'TEST0001'],
    ],
  },
];

const action = fc.constantFrom(
  '',
  ...(['submit', 'continue', 'file-another'] as const).map((name) => formatAction({ name })),
  'add-row classMembers',
  'remove-row classMembers 0',
  'remove-row classMembers -1',
  'remove-document x',
  'add-row __proto__',
  '\u0000',
);
const change = fc.oneof<fc.Arbitrary<(fields: Fields) => Fields>[]>(
  fc.constant((fields: Fields) => fields),
  fc.tuple(fc.nat(), oddText).map(
    ([place, text]) =>
      (fields: Fields) =>
        fields.map(([name, value], index) => [name, index === place % fields.length ? text : value]),
  ),
  fc.tuple(oddName, oddText).map((field) => (fields: Fields) => [...fields, field]),
  // Names are repeated, up to thousands of times.
  fc.nat().map((place) => (fields: Fields) => [...fields, ...fields.slice(place % fields.length)]),
  fc
    .tuple(
      fc.constantFrom('x', 'classMembers', 'kept.', 'classMembers.0.classMemberName'),
      fc.constantFrom(100, 5_000, 10_000),
    )
    .map(([name, count]) => (fields: Fields) => [
      ...fields,
      ...Array.from({ length: count }, (_, index): [string, string] => [`${name}.${index}.classMemberName`, 'x']),
    ]),
  fc
    .constantFrom<[string, string]>(
      ['formVersion', '99'],
      ['formVersion', '-0'],
      ['classMembers.999999999.classMemberName', 'Far'],
      ['classMembers.1e3.classMemberName', 'Far'],
      ['kept.x', '1 a.pdf'],
      ['kept.', '999999999999 ..'],
      ['homepage', 'x'],
      ['formKey', 'x'],
      ['formKey', '../../../../../../x'],
    )
    .map((field) => (fields: Fields) => [field, ...fields]),
);
const ours: Fields = [
  ['origin', '{{origin}}'],
  ['sec-fetch-site', 'same-origin'],
];
const origin = oneOf(
  [8, fc.constant(ours)],
  [
    1,
    fc.constantFrom<Fields>(
      [],
      [['origin', 'null']],
      [
        ['origin', 'https://fake.example'],
        ['sec-fetch-site', 'cross-site'],
      ],
      [
        ['referer', '::'],
        ['origin', 'http://['],
      ],
      [
        ['origin', '{{origin}}'],
        ['sec-fetch-site', 'none, same-origin'],
      ],
    ),
  ],
);

/** Submits every page in both languages like a browser without JavaScript, and malformed forms. */
export const noScriptForms = oneOf<FuzzRequest>(
  [
    5,
    fc
      .record({
        page: fc.constantFrom(...pages),
        prefix: fc.constantFrom('', '', '/es'),
        pressed: action,
        changes: fc.array(change, { maxLength: 2 }),
        from: origin,
        visitor: fc.constantFrom<Visitor>('stranger', 'guest', 'member', 'filer'),
        form: fc.constantFrom('multipart', 'multipart', 'multipart', 'multipart', 'urlencoded'),
        key: fc.constantFrom('{{key}}', '{{key}}', 'the-same-key-every-time'),
      })
      .map(({ page, prefix, pressed, changes, from, visitor, form, key }): FuzzRequest => {
        const typed = changes.reduce((fields, turn) => turn(fields), page.fields);
        const fields: Fields = [['formKey', key], ...(pressed === '' ? [] : ([['do', pressed]] as const)), ...typed];
        const { contentType, body } =
          form === 'multipart'
            ? multipart(fields.map(([name, value]) => [name.replaceAll(/["\r\n]/g, ' '), value]))
            : {
                contentType: 'application/x-www-form-urlencoded',
                body: Buffer.from(fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')),
              };
        // The boundary is random by default, but the same seed must give the same run.
        const boundary = /boundary=(.*)$/.exec(contentType)?.[1];
        const fix = (text: string) => (boundary === undefined ? text : text.replaceAll(boundary, 'fixed-boundary'));
        return {
          kind: 'no-script form',
          visitor,
          method: 'POST',
          target: prefix + page.path,
          headers: [['content-type', fix(contentType)], ...from],
          body: Buffer.from(fix(body.toString('latin1')), 'latin1'),
        };
      }),
  ],
  [
    1,
    fc.tuple(fc.constantFrom(...pages), oddMultipart, origin).map(([page, sent, from]): FuzzRequest => ({
      ...sent,
      headers: [...sent.headers, ...from],
      kind: 'no-script form',
      visitor: 'guest',
      method: 'POST',
      target: page.path,
    })),
  ],
);

const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
