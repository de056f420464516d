import { type Language, localeOf } from '@redress/contract/language';
import type {
  LetterContent,
  LetterContentPart,
  LetterPart,
  LetterPlaceholder,
  LetterTemplate,
} from '@redress/contract/letters';

/** The values of placeholders. Only some kinds of letters need the optional ones. */
type LetterValues = Readonly<
  Record<'name' | 'reference' | 'settlement' | 'filedOn' | 'statusPage' | 'phone', string>
> & {
  readonly [P in 'amount' | 'claimedAmount' | 'outcome']?: string;
} & {
  /** Null: nothing is left to answer. */
  readonly due?: string | null;
};

interface LetterParts {
  readonly template: LetterTemplate;
  readonly language: Language;
  readonly caption?: string | undefined;
  readonly returnAddress: readonly string[];
  /** The court's day, as people read it. */
  readonly date: string;
  readonly values: LetterValues;
  /** The texts of the decision's reasons, in the letter's language. */
  readonly reasons?: readonly string[];
  /** The names of the files that the claimant sent. */
  readonly files?: readonly string[];
}

/**
 * Fills in a template. A list without entries is left out with its heading, and without a last day,
 * so are the sections that name it. Throws if the template has a placeholder without a value.
 */
export function mergeLetter(parts: LetterParts): LetterContent {
  const { template, language, caption, returnAddress, date, values, reasons = [], files = [] } = parts;
  const all: Partial<Record<LetterPlaceholder, string | null>> = { ...values, address: returnAddress.join(', ') };
  const found = new Map<string, string | null | undefined>(Object.entries(all));
  // One pass: a claimant's name with braces is not filled in again.
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = found.get(name);
      if (value === undefined || value === null) throw new Error(`The letter has no value for ${placeholder}`);
      return value.replaceAll(/\s+/g, ' ').trim();
    });
  const fillPart = (part: LetterPart): LetterContentPart => {
    if (typeof part === 'string') return fill(part);
    if ('heading' in part) return { heading: fill(part.heading) };
    if ('list' in part) return { list: part.list.map(fill) };
    return { list: 'reasons' in part ? reasons : files };
  };
  const body = (values.due === null ? withoutLastDay(template.body) : template.body).map(fillPart);
  const isEmpty = (part: LetterContentPart | undefined) =>
    typeof part === 'object' && 'list' in part && part.list.length === 0;
  const isHeading = (part: LetterContentPart) => typeof part === 'object' && 'heading' in part;
  return {
    lang: localeOf[language],
    siteName: values.settlement,
    caption,
    returnAddress,
    statusPage: values.statusPage,
    phone: values.phone,
    date,
    reference: values.reference,
    subject: fill(template.subject),
    body: body.filter((part, index) => !isEmpty(part) && !(isHeading(part) && isEmpty(body[index + 1]))),
  };
}

function withoutLastDay(body: readonly LetterPart[]): readonly LetterPart[] {
  const sections: LetterPart[][] = [[]];
  for (const part of body)
    if (typeof part === 'object' && 'heading' in part) sections.push([part]);
    else sections.at(-1)?.push(part);
  return sections.filter((section) => !JSON.stringify(section).includes('{due}')).flat();
}
