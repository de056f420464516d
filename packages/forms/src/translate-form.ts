import type {
  ChoiceField,
  ClaimForm,
  Form,
  Item,
  Language,
  Prose,
  RowsField,
  Rule,
  Section,
  SelectField,
  TypedField,
} from './definition.ts';

/**
 * The definition types its translation, so that a missing text does not compile. Error messages are
 * translated in one table for all forms (`translateForm`), because many fields share them.
 */
export interface FormTranslation<F extends Form> {
  readonly title: string;
  readonly sections: SectionTranslations<F['sections']>;
}
type SectionTranslations<Sections extends readonly Section[]> = {
  readonly [I in keyof Sections]: SectionTranslation<Sections[I]>;
};
/** `prose` and `options` are in the order in which the form shows them. */
type SectionTranslation<S> = S extends { readonly items: infer Items extends readonly Item[] }
  ? { readonly title: string } & PartOf<'items', ItemTranslations<Items>> & PartOf<'prose', ProseTranslations<Items>>
  : never;
/** The property is required unless it would be empty. */
type PartOf<Name extends string, T> = T extends readonly []
  ? unknown
  : [keyof T] extends [never]
    ? unknown
    : { readonly [K in Name]: T };

type ItemTranslations<Items extends readonly unknown[]> = {
  readonly [I in Extract<Items[number], Labelled> as I['name']]: ItemTranslation<I>;
};
type ProseTranslations<Items extends readonly unknown[]> = Items extends readonly [infer First, ...infer Rest]
  ? First extends { readonly kind: 'prose' }
    ? readonly [Prose, ...ProseTranslations<Rest>]
    : ProseTranslations<Rest>
  : readonly [];

interface Labelled {
  readonly name: string;
  readonly label: string;
}
type ItemTranslation<I> = { readonly label: string } & (I extends { readonly hint: string }
  ? { readonly hint: string }
  : unknown) &
  (I extends { readonly placeholder: string } ? { readonly placeholder: string } : unknown) &
  (I extends { readonly options: readonly (infer Option extends string)[] }
    ? { readonly options: Readonly<Record<Option, string>> }
    : unknown) &
  (I extends { readonly due: infer Due extends readonly unknown[] }
    ? { readonly due: { readonly [K in keyof Due]: string } }
    : unknown) &
  (I extends { readonly total: object } ? { readonly total: string } : unknown) &
  (I extends { readonly of: infer Cells extends readonly Labelled[] }
    ? { readonly rowLabel: string; readonly tooMany: string; readonly cells: ItemTranslations<Cells> }
    : unknown);

/** The form of this translation is not known at compile time. */
interface AnyTranslation {
  readonly title: string;
  readonly items?: Readonly<Record<string, AnyItemTranslation>>;
  readonly prose?: readonly Prose[];
}
interface AnyItemTranslation {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly due?: readonly string[];
  readonly rowLabel?: string;
  readonly tooMany?: string;
  readonly total?: string;
  readonly cells?: Readonly<Record<string, AnyItemTranslation>>;
}

/** A translation is incomplete. `problems` are sentences that begin with the form's file. */
export class IncompleteTranslation extends Error {
  override readonly name = 'IncompleteTranslation';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Translates the wording of a form. Fields, options and rules stay the same, so answers do, too.
 * `messages` maps error messages to translations; missing ones throw, which stops the build.
 */
export function translateForm<const F extends ClaimForm>(
  form: F,
  language: Language,
  translation: FormTranslation<F>,
  messages: Readonly<Record<string, string>>,
): ClaimForm;
export function translateForm<const F extends Form>(
  form: F,
  language: Language,
  translation: FormTranslation<F>,
  messages: Readonly<Record<string, string>>,
): Form;
export function translateForm(
  form: Form,
  language: Language,
  translation: { readonly title: string; readonly sections: object },
  messages: Readonly<Record<string, string>>,
): Form {
  // The signatures above require one for each section.
  const sections: readonly AnyTranslation[] = Object.values(translation.sections);
  const lacking = new Set<string>();
  const translated = form.sections.map((section, index) =>
    translateSection(section, sections[index], messages, (problem) => lacking.add(problem)),
  );
  if (lacking.size > 0) {
    const file = `forms/${form.id}.v${form.version}.${language}.ts`;
    throw new IncompleteTranslation([...lacking].map((problem) => `${file}, ${problem}.`));
  }
  return { ...form, language, title: translation.title, sections: translated };
}

function translateSection(
  section: Section,
  translation: AnyTranslation | undefined,
  messages: Readonly<Record<string, string>>,
  report: (problem: string) => void,
): Section {
  const where = `section "${section.title}"`;
  if (!translation) {
    report(`${where}: the section is not translated; add it in the same place as in the original`);
    return section;
  }
  const prose = [...(translation.prose ?? [])];
  const items = section.items.map((item): Item => {
    try {
      if (item.kind === 'prose') return { ...item, prose: required(prose.shift(), where, 'prose') };
      return 'label' in item ? translateItem(item, translation.items?.[item.name], messages) : item;
    } catch (error) {
      if (!(error instanceof MissingText)) throw error;
      report(error.message);
      return item;
    }
  });
  return { ...section, title: translation.title, items };
}

function translateItem<I extends Extract<Item, Labelled>>(
  item: I,
  translation: AnyItemTranslation | undefined,
  messages: Readonly<Record<string, string>>,
): I {
  const where = `field "${item.name}"`;
  const { label, hint, placeholder, ...others } = required(
    translation,
    where,
    'translation',
    `add ${item.name}: { label: '…' } to the items of its section, which several forms may share`,
  );
  return {
    ...item,
    label,
    ...('hint' in item && { hint: required(hint, where, 'hint') }),
    ...('placeholder' in item && { placeholder: required(placeholder, where, 'placeholder') }),
    ...('rules' in item && { rules: item.rules.map((rule) => translateRule(rule, messages)) }),
    ...('options' in item && translateOptions(item, others.options ?? {})),
    ...('due' in item && {
      due: item.due?.map((due, index) => ({ ...due, message: required(others.due?.[index], where, '"due"') })),
    }),
    ...(item.kind === 'rows' && {
      rowLabel: required(others.rowLabel, where, '"rowLabel"'),
      atMost: { ...item.atMost, message: required(others.tooMany, where, '"tooMany"') },
      of: item.of.map((cell): TypedField => translateItem(cell, others.cells?.[cell.name], messages)),
      ...(item.total && { total: translateTotal(item.total, required(others.total, where, '"total"'), messages) }),
    }),
  };
}

/** Options are in the order of the translation, so that lists are alphabetical in its language. */
function translateOptions(
  { name, options }: SelectField | ChoiceField,
  labels: Readonly<Record<string, string>>,
): { readonly options: readonly string[]; readonly labels: readonly string[] } {
  for (const option of options) required(labels[option], `field "${name}"`, `option "${option}"`);
  const ordered = Object.entries(labels).filter(([option]) => options.includes(option));
  return { options: ordered.map(([option]) => option), labels: ordered.map(([, label]) => label) };
}

function translateTotal(
  total: NonNullable<RowsField['total']>,
  label: string,
  messages: Readonly<Record<string, string>>,
): RowsField['total'] {
  const { atMost } = total;
  return { ...total, label, ...(atMost && { atMost: translateRule(atMost, messages) }) };
}

function translateRule<T extends Pick<Rule, 'message'>>(rule: T, messages: Readonly<Record<string, string>>): T {
  const message = messages[rule.message];
  if (message === undefined)
    throw new MissingText(
      `the message "${rule.message}" is not translated; add '${rule.message}': '…' to the messages at the end of the file`,
    );
  return { ...rule, message };
}

class MissingText extends Error {}

function required<T>(text: T | undefined, where: string, what: string, remedy = 'add it in this language'): T {
  if (text === undefined) throw new MissingText(`${where}: the ${what} is missing; ${remedy}`);
  return text;
}
