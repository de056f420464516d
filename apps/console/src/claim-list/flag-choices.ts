import { flagLabels } from '@redress/contract/console/claim-labels';
import { claimFlags } from '@redress/contract/console/review';
import { queueReasonLabels } from '../review/messages.ts';
import type { Choice } from '../ui/choice-menu.tsx';
import type { QueryChanges } from './use-claim-query.ts';

const noFlags = 'none';

/** Each flag can be required or excluded, and all of them excluded. */
export const flagChoices: readonly Choice[] = [
  ...claimFlags.flatMap((flag) => [
    { value: `${flag} yes`, label: flagLabels[flag] },
    { value: `${flag} no`, label: `Not: ${flagLabels[flag]}` },
  ]),
  { value: noFlags, label: queueReasonLabels.none },
];

export function chosenFlags(query: QueryChanges): string[] {
  const chosen = claimFlags.flatMap((flag) => (query[flag] ? [`${flag} ${query[flag]}`] : []));
  return claimFlags.every((flag) => query[flag] === 'no') ? [noFlags] : chosen;
}

/** Turns a choice on or off. “No flags” replaces the others, and another replaces “No flags”. */
export function chooseFlag(query: QueryChanges, choice: string): QueryChanges {
  const chosen = chosenFlags(query);
  const isOn = !chosen.includes(choice);
  const replacesAll = choice === noFlags || chosen.includes(noFlags);
  const all = choice === noFlags && isOn ? 'no' : undefined;
  const flag = claimFlags.find((each) => choice.startsWith(`${each} `));
  const value = choice.endsWith(' yes') ? 'yes' : 'no';
  return {
    ...(replacesAll && Object.fromEntries(claimFlags.map((each) => [each, all]))),
    ...(flag && { [flag]: isOn ? value : undefined }),
  };
}
