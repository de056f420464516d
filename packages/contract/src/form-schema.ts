import type {
  CaptchaItem,
  CheckboxField,
  ChoiceField,
  ClaimForm,
  DataFiles,
  DocumentsItem,
  DueDocuments,
  EchoItem,
  FileType,
  Form,
  HoneypotItem,
  Item,
  Language,
  ProseItem,
  RowsField,
  Rule,
  Section,
  SelectField,
  TypedField,
} from '@redress/forms/definition';
import { isDay } from '@redress/forms/numbers-and-days';
import { type TSchema, Type } from 'typebox';
import {
  explainMistakes,
  flag,
  isObject,
  number,
  objectOf,
  text,
  textLike,
  variantsOf,
  wholeNumber,
} from './explain-mistakes.ts';

export const day = textLike('a day written as YYYY-MM-DD', '2031-07-31', isDay);
export const timeZone = textLike('an IANA time zone', 'America/New_York', isTimeZone);
export const language = Type.Enum(['en', 'es'] satisfies Language[]);
const fileTypes = Type.Array(
  Type.Enum(['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'csv', 'txt'] satisfies FileType[]),
);
/** `variantsOf` has checked this property already. */
const known = Type.Unknown();

const message = text('Enter your name');
type RuleNamed<N extends Rule['rule']> = Extract<Rule, { rule: N }>;
const limit = objectOf<RuleNamed<'min' | 'max'>>({ rule: known, than: wholeNumber(0, 50), message });
const bound = objectOf<RuleNamed<'atLeast' | 'atMost'>>({
  rule: known,
  than: Type.Union([number(500), day]),
  message,
});
const rules = Type.Array(
  variantsOf(
    'rule',
    {
      required: objectOf<RuleNamed<'required'>>({ rule: known, message }),
      min: limit,
      max: limit,
      atLeast: bound,
      atMost: bound,
      pattern: objectOf<RuleNamed<'pattern'>>({ rule: known, pattern: text('[0-9]*'), message }),
    } satisfies Record<Rule['rule'], TSchema>,
    "{ rule: 'required', message: 'Enter your name' }",
  ),
  { called: 'rule' },
);

const ofField = { field: text('state') };
const condition = Type.Union(
  [
    Type.Object({ ...ofField, is: Type.Union([text('Ohio'), flag, Type.Array(text('Ohio'))]) }),
    Type.Object({ ...ofField, atLeast: number(300_000) }),
    Type.Object({ ...ofField, answered: flag }),
    Type.Object({ context: Type.Literal('noticeId'), is: Type.Literal('absent') }),
  ],
  { says: 'a condition', example: "{ field: 'state', is: 'Ohio' }" },
);
const shownWhen = Type.Optional(condition);

const spans = Type.Array(Type.Union([text('Read '), Type.Object({ text: text('more'), href: text('/faq') })]));
const prose = Type.Array(
  Type.Union(
    [
      text('A paragraph'),
      spans,
      Type.Object({ list: Type.Array(Type.Union([text('A paragraph'), spans])) }),
      Type.Object({ heading: text('Who can claim') }),
    ],
    { says: 'a paragraph, a list or a heading', example: "'A paragraph.'" },
  ),
  { called: 'paragraph' },
);

const name = textLike('a name of letters, digits and hyphens that begins with a letter', 'name1', (value) =>
  /^[A-Za-z][\w-]*$/.test(value),
);
const label = text('First and last name');
const field = {
  kind: known,
  name,
  label,
  hint: Type.Optional(text('As on your notice')),
  placeholder: Type.Optional(text('Jane Doe')),
  autocomplete: Type.Optional(text('name')),
  rules,
  shownWhen,
};
const typed = objectOf<TypedField>({
  ...field,
  keyboard: Type.Optional(Type.Literal('numeric')),
  mayHoldTaxIds: Type.Optional(Type.Literal(true)),
});
const typedKinds = {
  text: typed,
  email: typed,
  phone: typed,
  zip: typed,
  code: typed,
  taxId: typed,
  money: typed,
  count: typed,
  hours: typed,
  date: typed,
  signature: typed,
} satisfies Record<TypedField['kind'], TSchema>;
const choice = { ...field, options: Type.Array(text('Ohio')), labels: Type.Optional(Type.Array(text('Ohio'))) };

const items = {
  ...typedKinds,
  checkbox: objectOf<CheckboxField>(field),
  select: objectOf<SelectField>(choice),
  choice: objectOf<ChoiceField>(choice),
  rows: objectOf<RowsField>({
    ...field,
    of: Type.Array(variantsOf('kind', typedKinds), { called: 'cell', by: 'name' }),
    atLeast: wholeNumber(0, 1),
    atMost: objectOf<RowsField['atMost']>({ rows: wholeNumber(1, 20), message }),
    rowLabel: text('Purchase'),
    total: Type.Optional(
      objectOf<NonNullable<RowsField['total']>>({
        of: name,
        label: text('Total'),
        atMost: Type.Optional(Type.Object({ than: number(5_000), message })),
      }),
    ),
  }),
  prose: objectOf<ProseItem>({ kind: known, prose, shownWhen }),
  echo: objectOf<EchoItem>({ kind: known, name, of: name, shownWhen }),
  captcha: objectOf<CaptchaItem>({ kind: known, name, label, rules }),
  honeypot: objectOf<HoneypotItem>({ kind: known, name, label }),
  documents: objectOf<DocumentsItem>({
    kind: known,
    name,
    label,
    hint: Type.Optional(text('Receipts or statements')),
    maxFiles: wholeNumber(1, 10),
    maxBytes: wholeNumber(1, 20_000_000),
    types: fileTypes,
    due: Type.Optional(
      Type.Array(
        objectOf<DueDocuments>({
          when: shownWhen,
          message: text('Add proof of what you paid'),
          data: Type.Optional(Type.Enum(['purchases', 'membership'])),
        }),
      ),
    ),
    dataFiles: Type.Optional(
      objectOf<DataFiles>({
        maxBytes: wholeNumber(1, 500_000_000),
        types: fileTypes,
        amount: name,
        purchasesDueFrom: number(300_000),
        agent: objectOf<DataFiles['agent']>({ when: condition, rows: name, name }),
        ownName: name,
      }),
    ),
  }),
} satisfies Record<Item['kind'], TSchema>;

const section = objectOf<Section>({
  letter: Type.Optional(text('A')),
  title: text('About you'),
  shownWhen,
  items: Type.Array(variantsOf('kind', items), { called: 'field', by: 'name', otherwise: 'item' }),
});

const id = textLike('a name of lowercase letters, digits and hyphens', 'consumer', (value) =>
  /^[a-z][a-z0-9-]*$/.test(value),
);
const form = {
  id,
  version: wholeNumber(1, 1),
  language: Type.Optional(language),
  title: text('Claim form'),
  sections: Type.Array(section, { called: 'section', by: 'title' }),
};
const plainForm = objectOf<Form>(form);
/** A request for lost IDs belongs to a case, and is not a claim. */
const idRequest = objectOf<Form & Pick<ClaimForm, 'caseId'>>({ ...form, caseId: id });
const claim = objectOf<ClaimForm>({
  ...form,
  caseId: id,
  resource: textLike('letters and digits', 'ConsumerClaimants', (value) => /^[A-Za-z][A-Za-z0-9]*$/.test(value)),
  referencePrefix: textLike('capital letters and digits', 'OAK', (value) => /^[A-Z0-9]+$/.test(value)),
  deadline: day,
  timeZone,
  afterDeadline: Type.Enum(['accept-late', 'close']),
  login: Type.Enum(['required', 'none']),
  maxBodyBytes: wholeNumber(1_000, 2_000_000),
});

/** Finds problems in a form, which each begin with the file. Forms share `reported`. */
export function checkFormShape(value: unknown, file: string, reported = new Set<unknown>()): string[] {
  if (!isObject(value)) return [`${file}: it must export a form; write export const … = defineForm({ … }).`];
  const isClaim = ['resource', 'referencePrefix', 'deadline', 'afterDeadline'].some((property) => property in value);
  const schema = isClaim ? claim : 'caseId' in value ? idRequest : plainForm;
  return explainMistakes(schema, value, file, 'form', reported);
}

function isTimeZone(value: string): boolean {
  try {
    // The constructor throws for an unknown time zone.
    Intl.DateTimeFormat('en-US', { timeZone: value });
    // Abbreviations such as EST have no daylight saving time.
    return value.includes('/') || value === 'UTC';
  } catch {
    return false;
  }
}
