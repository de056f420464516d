import type {
  ChoiceField,
  ClaimForm,
  Form,
  Item,
  Language,
  Prose,
  Rule,
  Section,
  SelectField,
  TypedField,
} from './definition.ts';

/**
 * Everything a definition says, in another language, typed by the definition: a text that is missing does not compile. Only the messages
 * of rules stand elsewhere, because many fields share them (`translateForm`).
 */
export interface FormTranslation<F extends Form> {
  readonly title: string;
  readonly sections: AllSectionTexts<F['sections']>;
}
type AllSectionTexts<Sections extends readonly Section[]> = {
  readonly [I in keyof Sections]: SectionTexts<Sections[I]>;
};
/** `prose` has one entry for each prose item of the section, in their order; `options` stand in the order in which they are offered. */
type SectionTexts<S> = S extends { readonly items: infer Items extends readonly Item[] }
  ? { readonly title: string } & PartOf<'items', NamedTexts<Items>> & PartOf<'prose', ProseTexts<Items>>
  : never;
/** A property that must be there unless it would be empty. */
type PartOf<Name extends string, T> = T extends readonly []
  ? unknown
  : [keyof T] extends [never]
    ? unknown
    : { readonly [K in Name]: T };

type NamedTexts<Items extends readonly unknown[]> = {
  readonly [I in Extract<Items[number], Labelled> as I['name']]: ItemTexts<I>;
};
type ProseTexts<Items extends readonly unknown[]> = Items extends readonly [infer First, ...infer Rest]
  ? First extends { readonly kind: 'prose' }
    ? readonly [Prose, ...ProseTexts<Rest>]
    : ProseTexts<Rest>
  : readonly [];

interface Labelled {
  readonly name: string;
  readonly label: string;
}
type ItemTexts<I> = { readonly label: string } & (I extends { readonly hint: string }
  ? { readonly hint: string }
  : unknown) &
  (I extends { readonly placeholder: string } ? { readonly placeholder: string } : unknown) &
  (I extends { readonly options: readonly (infer Option extends string)[] }
    ? { readonly options: Readonly<Record<Option, string>> }
    : unknown) &
  (I extends { readonly due: infer Due extends readonly unknown[] }
    ? { readonly due: { readonly [K in keyof Due]: string } }
    : unknown) &
  (I extends { readonly of: infer Cells extends readonly Labelled[] }
    ? { readonly rowLabel: string; readonly tooMany: string; readonly cells: NamedTexts<Cells> }
    : unknown);

/** What `translateForm` sees of a translation whose form it does not know. */
interface AnyTexts {
  readonly title: string;
  readonly items?: Readonly<Record<string, AnyItemTexts>>;
  readonly prose?: readonly Prose[];
}
interface AnyItemTexts {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly due?: readonly string[];
  readonly rowLabel?: string;
  readonly tooMany?: string;
  readonly cells?: Readonly<Record<string, AnyItemTexts>>;
}

/**
 * The same form in another language: the same fields, options and rules, so that the same answers come out of it; only what people read
 * is other. `messages` gives each message of a rule by the message of the definition; one that is missing throws, which stops the build.
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
  // One for each section of the form, as the signatures above ask for.
  const texts: readonly AnyTexts[] = Object.values(translation.sections);
  return {
    ...form,
    language,
    title: translation.title,
    sections: form.sections.map((section, index) => translateSection(section, texts[index], messages)),
  };
}

function translateSection(
  section: Section,
  texts: AnyTexts | undefined,
  messages: Readonly<Record<string, string>>,
): Section {
  const prose = [...(texts?.prose ?? [])];
  const items = section.items.map((item): Item => {
    if (item.kind === 'prose') return { ...item, prose: given(prose.shift(), `prose of "${section.title}"`) };
    return 'label' in item ? translateItem(item, texts?.items?.[item.name], messages) : item;
  });
  return { ...section, title: given(texts, section.title).title, items };
}

function translateItem<I extends Extract<Item, Labelled>>(
  item: I,
  texts: AnyItemTexts | undefined,
  messages: Readonly<Record<string, string>>,
): I {
  const { name } = item;
  const { label, hint, placeholder, ...others } = given(texts, name);
  return {
    ...item,
    label,
    ...('hint' in item && { hint: given(hint, `hint of ${name}`) }),
    ...('placeholder' in item && { placeholder: given(placeholder, `placeholder of ${name}`) }),
    ...('rules' in item && { rules: item.rules.map((rule) => translateRule(rule, messages)) }),
    ...('options' in item && translateOptions(item, others.options ?? {})),
    ...('due' in item && {
      due: item.due?.map((due, index) => ({ ...due, message: given(others.due?.[index], `due of ${name}`) })),
    }),
    ...(item.kind === 'rows' && {
      rowLabel: given(others.rowLabel, `rowLabel of ${name}`),
      atMost: { ...item.atMost, message: given(others.tooMany, `tooMany of ${name}`) },
      of: item.of.map((cell): TypedField => translateItem(cell, others.cells?.[cell.name], messages)),
    }),
  };
}

/** In the order of the translation, so that a long list can stand in the alphabet of its language. */
function translateOptions(
  { name, options }: SelectField | ChoiceField,
  labels: Readonly<Record<string, string>>,
): { readonly options: readonly string[]; readonly labels: readonly string[] } {
  for (const option of options) given(labels[option], `option "${option}" of ${name}`);
  const ordered = Object.entries(labels).filter(([option]) => options.includes(option));
  return { options: ordered.map(([option]) => option), labels: ordered.map(([, label]) => label) };
}

function translateRule(rule: Rule, messages: Readonly<Record<string, string>>): Rule {
  return { ...rule, message: given(messages[rule.message], `message "${rule.message}"`) };
}

function given<T>(text: T | undefined, what: string): T {
  if (text === undefined) throw new Error(`The translation lacks: ${what}.`);
  return text;
}
