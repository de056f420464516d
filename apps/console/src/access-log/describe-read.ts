import type { ReadKind } from '@redress/contract/console/access-log';

export const kindLabels: Readonly<Record<ReadKind, string>> = {
  view: 'Viewed',
  list: 'Listed',
  search: 'Searched',
  reveal: 'Revealed',
  download: 'Downloaded',
  export: 'Exported',
};

/** Enough digits of a hash for people to compare. */
const shownDigits = 8;

/** Marks the parts of a claim that a view showed, among the records that it named. */
const part = 'part ';
export const partsIn = (results: readonly string[]) =>
  results.filter((each) => each.startsWith(part)).map((each) => each.slice(part.length));
export const recordsIn = (results: readonly string[]) => results.filter((each) => !each.startsWith(part));

/**
 * `claim 8001583106` becomes “Claim 8001583106”, followed by its parts; the log knows class members
 * by a hash only.
 */
export function describeSubject(subject: string, parts: readonly string[] = []): string {
  const member = /^member ([0-9a-f]{24})$/.exec(subject)?.[1];
  if (member !== undefined) return `Class member (hash ${member.slice(0, shownDigits)}…)`;
  const words = subject
    // IDs follow the kind of record, and keep their hyphens.
    .replace(/^(?:waiting )?\S+/, (kind) => kind.replaceAll('-', ' '))
    .replace(/^id request/, 'lost-ID request')
    .replace(/^neutral marks/, 'shared places and known helpers')
    .replace(/^members\b/, 'class members');
  return [words.charAt(0).toUpperCase() + words.slice(1), parts.join(', ')].filter((each) => each !== '').join(': ');
}
