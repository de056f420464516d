import { findForm } from '@redress/contract/settlement';
import { type Field, isField } from '@redress/forms/definition';
import { nameReadingsOf, particles } from '../../claims/filing/name-words.ts';
import type { SiteContext } from '../context.ts';

/** Without a claim, the text is compared with this, so that the work is the same. */
const noClaimant: Claimant = { people: ['No Body'], companies: ['No Company'], zip: '00000-0000' };

/** Finds the form of a claim by its number together with its last name or ZIP code, as typed. */
export async function findClaimed(
  { database, settlement }: Pick<SiteContext, 'database' | 'settlement'>,
  claimNumber: string,
  typed: string,
): Promise<{ readonly formId: string } | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['form_id', 'form_version', 'zip', 'answers'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  const form = claim && findForm(settlement, claim.form_id, claim.form_version);
  const fields = form?.sections.flatMap(({ items }) => items.filter(isField)) ?? [];
  const answered = (token: string) =>
    fields.filter((field) => autocompleteOf(field) === token).flatMap(({ name }) => textOf(claim?.answers?.[name]));
  const claimant = claim && { people: answered('name'), companies: answered('organization'), zip: claim.zip };
  const isMatch = isClaimant(typed, claimant ?? noClaimant);
  return claim && isMatch ? { formId: claim.form_id } : undefined;
}

const autocompleteOf = (field: Field) => ('autocomplete' in field ? field.autocomplete : undefined);
const textOf = (answer: unknown): string[] => (typeof answer === 'string' && answer !== '' ? [answer] : []);

/** The names and the ZIP code of a claim. */
interface Claimant {
  readonly people: readonly string[];
  readonly companies: readonly string[];
  readonly zip: string | null;
}

/**
 * Whether the typed text is the last name or the ZIP code of a claim. Any words of a person's name
 * after the first count, because many people have two last names; a company's name counts as a
 * whole. Case, accents, punctuation and spaces are ignored.
 */
export function isClaimant(typed: string, { people, companies, zip }: Claimant): boolean {
  const wanted = new Set(nameReadingsOf(typed).map((words) => words.join('')));
  // A single initial is not proof.
  if ([...wanted].some((text) => text.length < 2)) return false;
  const [digits] = /^\d{5}/.exec(typed.replace(/[\s-]/g, '')) ?? [];
  const isNamed = (name: string, matches: (words: readonly string[]) => boolean) =>
    nameReadingsOf(name).map(matches).some(Boolean);
  // Every comparison is made, so that the time does not reveal which one fits.
  return [
    digits !== undefined && zip !== null && zip.startsWith(digits),
    ...companies.map((name) => isNamed(name, (words) => wanted.has(words.join('')))),
    ...people.map((name) => isNamed(name, (words) => hasLastName(words, wanted))),
  ].some(Boolean);
}

function hasLastName(name: readonly string[], wanted: ReadonlySet<string>): boolean {
  return name.some((_first, from) =>
    name.some((_last, last) => {
      const words = name.slice(from, last + 1);
      // At the end, "Le" and "Du" are also last names.
      const isProof = last === name.length - 1 || (from > 0 && words.some((word) => !particles.has(word)));
      return last >= from && isProof && wanted.has(words.join(''));
    }),
  );
}
