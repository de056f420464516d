import { decisionLabels, letterLabels, statusLabels } from '@redress/contract/console/claim-labels';
import { formatClaimed } from '@redress/contract/console/format-figure';
import { shortenFormTitle } from '@redress/contract/console/form-title';
import { caseNameOf, type Settlement } from '@redress/contract/settlement';
import { claimedRange } from '../../claims/filing/claimed-range.ts';
import type { Dimension } from './figure-definitions.ts';

/** The names of forms, languages, channels and statuses in figures. */
export interface FigureLabels {
  /** The forms of the chosen cases, in the settlement's order. */
  readonly forms: readonly { readonly id: string; readonly title: string }[];
  labelOf(by: Dimension, key: string): string;
  /** The keys to list first. */
  order(by: Dimension): readonly string[];
  compare(by: Dimension, a: string, b: string): number;
}

const fixed: Partial<Record<Dimension, Readonly<Record<string, string>>>> = {
  channel: { website: 'Website', 'website-without-script': 'Website, browser without JavaScript' },
  language: { en: 'English', es: 'Spanish' },
  status: statusLabels,
  letter: letterLabels,
  outcome: decisionLabels.decided,
  // These decisions were not made one by one.
  reviewer: { rule: 'Released rules', bulk: 'Bulk actions', expiry: 'A deficiency expired' },
};

/**
 * Covers addresses without a state, and claims whose personal data was deleted before they were
 * counted.
 */
const noState = 'Not given or deleted';

/** @param reviewers accounts that decided: a report to a court numbers them */
export function figureLabels(
  settlement: Settlement,
  cases: readonly string[],
  reviewers: readonly string[] = [],
): FigureLabels {
  // The title of a form's later version replaces that of an earlier one.
  const versions = new Map(
    settlement.claimForms
      .filter(({ caseId }) => cases.includes(caseId))
      .map(({ id, caseId, title }) => [id, { id, caseId, title: shortenFormTitle(title) }]),
  );
  const all = [...versions.values()];
  const isRepeated = (title: string) => all.filter((form) => form.title === title).length > 1;
  const forms = all.map(({ id, title, caseId }) => ({
    id,
    title: isRepeated(title) ? `${caseNameOf(settlement, caseId)}: ${title}` : title,
  }));
  const ranges = rangesOf(settlement, forms);
  const labelOf = (by: Dimension, key: string) => {
    if (by === 'form') return forms.find(({ id }) => id === key)?.title ?? key;
    if (by === 'range') return ranges.get(key) ?? key;
    if (by === 'state' && key === '') return noState;
    if (by === 'reviewer') return fixed.reviewer?.[key] ?? `Reviewer ${reviewers.indexOf(key) + 1}`;
    if (by === 'reason') return settlement.review.reasons.find(({ id }) => id === key)?.label ?? key;
    return fixed[by]?.[key] ?? key;
  };
  return {
    forms,
    labelOf,
    order: (by) => {
      if (by === 'form') return forms.map(({ id }) => id);
      if (by === 'reviewer') return [...reviewers, ...Object.keys(fixed.reviewer ?? {})];
      if (by === 'reason') return settlement.review.reasons.map(({ id }) => id);
      if (by === 'range') return [...ranges.keys()];
      return Object.keys(fixed[by] ?? {});
    },
    compare: (by, a, b) => Number(a === '') - Number(b === '') || labelOf(by, a).localeCompare(labelOf(by, b), 'en'),
  };
}

/** The labels of the forms' ranges, by form and answer, in the order of the answers. */
function rangesOf({ review }: Settlement, forms: FigureLabels['forms']): ReadonlyMap<string, string> {
  const asking = forms.flatMap(({ id, title }) => {
    const rule = review.recognized[id];
    return rule?.rule === 'range' ? [{ id, title, rule }] : [];
  });
  return new Map(
    asking.flatMap(({ id, title, rule }) =>
      Object.keys(rule.ranges).map((answer) => {
        const range = formatClaimed(null, claimedRange(rule, { [rule.field]: answer })) ?? answer;
        return [`${id} ${answer}`, asking.length > 1 ? `${title}: ${range}` : range] as const;
      }),
    ),
  );
}
