import { isDay } from './numbers-and-days.ts';
import type {
  CaptchaItem,
  CheckboxField,
  ChoiceField,
  ClaimForm,
  DocumentsItem,
  DueDocuments,
  DataFiles,
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
} from './definition.ts';
import {
  anything,
  either,
  flag,
  isObject,
  listOf,
  number,
  objectOf,
  oneOf,
  optional,
  type Shape,
  text,
  textLike,
  variantsOf,
  wholeNumber,
} from './shape.ts';

/** What forms look like as data: the definition language for people who do not run the compiler. */

export const day = textLike('a day written as YYYY-MM-DD', '2031-07-31', isDay);
export const timeZone = textLike('an IANA time zone', 'America/New_York', isTimeZone);
const languageNames = { en: 0, es: 0 } satisfies Record<Language, 0>;
export const language = oneOf(...Object.keys(languageNames));
const fileTypes = { pdf: 0, jpg: 0, png: 0, heic: 0, tif: 0, docx: 0, xlsx: 0, csv: 0, txt: 0 } satisfies Record<
  FileType,
  0
>;
const fileTypeList = listOf(oneOf(...Object.keys(fileTypes)));

const message = text('Enter your name');
const limit = objectOf<Extract<Rule, { rule: 'min' | 'max' }>>({ rule: anything, than: wholeNumber(0, 50), message });
const bound = objectOf<Extract<Rule, { rule: 'atLeast' | 'atMost' }>>({
  rule: anything,
  than: either(number(500), day),
  message,
});
const rule = variantsOf(
  'rule',
  {
    required: objectOf<Extract<Rule, { rule: 'required' }>>({ rule: anything, message }),
    min: limit,
    max: limit,
    atLeast: bound,
    atMost: bound,
    pattern: objectOf<Extract<Rule, { rule: 'pattern' }>>({ rule: anything, pattern: text('[0-9]*'), message }),
  } satisfies Record<Rule['rule'], Shape>,
  "{ rule: 'required', message: 'Enter your name' }",
);
const rules = listOf(rule, (_, count) => `rule ${count}`);

const conditionOnField = { field: text('state') };
const condition: Shape = {
  says: 'a condition',
  example: "{ field: 'state', is: 'Ohio' }",
  accepts: (value) => isObject(value) && ('field' in value || 'context' in value),
  problemsInside: (value, place, name, reported) => {
    const given = isObject(value) ? value : {};
    const shape =
      'context' in given
        ? objectOf<{ context: string; is: string }>({ context: oneOf('noticeId'), is: oneOf('absent') })
        : 'atLeast' in given
          ? objectOf<{ field: string; atLeast: number }>({ ...conditionOnField, atLeast: number(300_000) })
          : 'answered' in given
            ? objectOf<{ field: string; answered: boolean }>({ ...conditionOnField, answered: flag })
            : objectOf<{ field: string; is: unknown }>({
                ...conditionOnField,
                is: either(text('Ohio'), either(flag, listOf(text('Ohio')))),
              });
    return shape.problemsInside?.(given, place, name, reported) ?? [];
  },
};

const span = either(
  text('Read '),
  objectOf<{ text: string; href: string }>({ text: text('more'), href: text('/faq') }),
);
const line = either(text('A paragraph'), listOf(span));
const block: Shape = {
  says: 'a paragraph, a list or a heading',
  example: "'A paragraph.'",
  accepts: (value) => line.accepts(value) || (isObject(value) && ('list' in value || 'heading' in value)),
  problemsInside: (value, place, name, reported) => {
    const shape = !isObject(value)
      ? line
      : 'list' in value
        ? objectOf<{ list: unknown[] }>({ list: listOf(line) })
        : objectOf<{ heading: string }>({ heading: text('Who can claim') });
    return shape.problemsInside?.(value, place, name, reported) ?? [];
  },
};
export const prose = listOf(block, (_, count) => `paragraph ${count}`);

const name = textLike('a name of letters, digits and hyphens that begins with a letter', 'name1', (value) =>
  /^[A-Za-z][\w-]*$/.test(value),
);
const label = text('First and last name');
const field = {
  kind: anything,
  name,
  label,
  hint: optional(text('As on your notice')),
  placeholder: optional(text('Jane Doe')),
  autocomplete: optional(text('name')),
  rules,
  shownWhen: optional(condition),
};
const typed = objectOf<TypedField>({
  ...field,
  keyboard: optional(oneOf('numeric')),
  mayHoldTaxIds: optional(oneOf(true)),
});
const options = listOf(text('Ohio'));
const choice = { ...field, options, labels: optional(listOf(text('Ohio'))) };
const cells = listOf(variantsOf('kind', typedKinds()), placeOfCell);

const items: Readonly<Record<Item['kind'], Shape>> = {
  ...typedKinds(),
  checkbox: objectOf<CheckboxField>(field),
  select: objectOf<SelectField>(choice),
  choice: objectOf<ChoiceField>(choice),
  rows: objectOf<RowsField>({
    ...field,
    of: cells,
    atLeast: wholeNumber(0, 1),
    atMost: objectOf<RowsField['atMost']>({ rows: wholeNumber(1, 20), message }),
    rowLabel: text('Purchase'),
    total: optional(
      objectOf<NonNullable<RowsField['total']>>({
        of: name,
        label: text('Total'),
        atMost: optional(objectOf<{ than: number; message: string }>({ than: number(5_000), message })),
      }),
    ),
  }),
  prose: objectOf<ProseItem>({ kind: anything, prose, shownWhen: optional(condition) }),
  echo: objectOf<EchoItem>({ kind: anything, name, of: name, shownWhen: optional(condition) }),
  captcha: objectOf<CaptchaItem>({ kind: anything, name, label, rules }),
  honeypot: objectOf<HoneypotItem>({ kind: anything, name, label }),
  documents: objectOf<DocumentsItem>({
    kind: anything,
    name,
    label,
    hint: optional(text('Receipts or statements')),
    maxFiles: wholeNumber(1, 10),
    maxBytes: wholeNumber(1, 20_000_000),
    types: fileTypeList,
    due: optional(
      listOf(
        objectOf<DueDocuments>({
          when: optional(condition),
          message: text('Add proof of what you paid'),
          data: optional(oneOf('purchases', 'membership')),
        }),
      ),
    ),
    dataFiles: optional(
      objectOf<DataFiles>({
        maxBytes: wholeNumber(1, 500_000_000),
        types: fileTypeList,
        amount: name,
        purchasesDueFrom: number(300_000),
        agent: objectOf<DataFiles['agent']>({ when: condition, rows: name, name }),
        ownName: name,
      }),
    ),
  }),
};

function typedKinds(): Readonly<Record<TypedField['kind'], Shape>> {
  return {
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
  };
}

function placeOfItem(item: unknown, count: number): string {
  if (isObject(item) && typeof item['name'] === 'string') return `field "${item['name']}"`;
  return `${isObject(item) && item['kind'] === 'prose' ? 'prose in ' : ''}item ${count}`;
}
function placeOfCell(cell: unknown, count: number): string {
  return isObject(cell) && typeof cell['name'] === 'string' ? `cell "${cell['name']}"` : `cell ${count}`;
}

const section = objectOf<Section>({
  letter: optional(text('A')),
  title: text('About you'),
  shownWhen: optional(condition),
  items: listOf(variantsOf('kind', items), placeOfItem),
});
const placeOfSection = (value: unknown, count: number): string =>
  isObject(value) && typeof value['title'] === 'string' ? `section "${value['title']}"` : `section ${count}`;

const idShape = textLike('a name of lowercase letters, digits and hyphens', 'consumer', (value) =>
  /^[a-z][a-z0-9-]*$/.test(value),
);
const form = {
  id: idShape,
  version: wholeNumber(1, 1),
  language: optional(language),
  title: text('Claim form'),
  sections: listOf(section, placeOfSection),
};
const claimForm = {
  ...form,
  caseId: idShape,
  resource: textLike('letters and digits', 'ConsumerClaimants', (value) => /^[A-Za-z][A-Za-z0-9]*$/.test(value)),
  referencePrefix: textLike('capital letters and digits', 'OAK', (value) => /^[A-Z0-9]+$/.test(value)),
  deadline: day,
  timeZone,
  afterDeadline: oneOf('accept-late', 'close'),
  login: oneOf('required', 'none'),
  maxBodyBytes: wholeNumber(1_000, 2_000_000),
};

const plainForm = objectOf<Form>(form);
const claim = objectOf<ClaimForm>(claimForm);
/** A request for lost IDs is about a case, and is no claim. */
const idRequest = objectOf<Form & Pick<ClaimForm, 'caseId'>>({ ...form, caseId: idShape });

/** Problems of a form as data. Each begins with the file. `reported` is shared between forms. */
export function checkFormShape(value: unknown, file: string, reported = new Set<unknown>()): string[] {
  if (!isObject(value)) return [`${file}: it must export a form; write export const … = defineForm({ … }).`];
  const isClaim = ['resource', 'referencePrefix', 'deadline', 'afterDeadline'].some((property) => property in value);
  const shape = isClaim ? claim : 'caseId' in value ? idRequest : plainForm;
  return shape.problemsInside?.(value, file, 'form', reported) ?? [];
}

function isTimeZone(value: string): boolean {
  try {
    // Throws for an unknown one.
    Intl.DateTimeFormat('en-US', { timeZone: value });
    // Abbreviations such as EST have no daylight saving time.
    return value.includes('/') || value === 'UTC';
  } catch {
    return false;
  }
}
