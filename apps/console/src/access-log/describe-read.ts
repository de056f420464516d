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

/** `claim 8001583106` becomes “Claim 8001583106”; the log knows class members by a hash only. */
export function describeSubject(subject: string): string {
  const member = /^member ([0-9a-f]{24})$/.exec(subject)?.[1];
  if (member !== undefined) return `Class member (hash ${member.slice(0, shownDigits)}…)`;
  const words = subject.replaceAll('-', ' ').replace(/^id request/, 'lost-ID request');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
