import { decidedLabels, statusLabels } from '@redress/contract/console/claim-labels';
import { shortenFormTitle } from '@redress/contract/console/form-title';
import { caseNameOf, type Settlement } from '@redress/contract/settlement';
import type { Dimension } from './figure-definitions.ts';

/** How figures name forms, languages, channels and statuses. */
export interface FigureLabels {
  /** The forms of the chosen cases, in the settlement's order. */
  readonly forms: readonly { readonly id: string; readonly title: string }[];
  labelOf(by: Dimension, key: string): string;
  /** Keys that come first. */
  order(by: Dimension): readonly string[];
  compare(by: Dimension, a: string, b: string): number;
}

const fixed: Partial<Record<Dimension, Readonly<Record<string, string>>>> = {
  channel: { website: 'Website', 'website-without-script': 'Website, browser without JavaScript' },
  language: { en: 'English', es: 'Spanish' },
  status: statusLabels,
  outcome: decidedLabels,
};

/**
 * Addresses without a state, and claims whose personal data was deleted before they were counted.
 */
const noState = 'Not given or deleted';
/** Instead of a reviewer. */
const expired = 'A deficiency expired';

/** @param staff names by account, for figures by reviewer */
export function figureLabels(
  settlement: Settlement,
  cases: readonly string[],
  staff: ReadonlyMap<string, string> = new Map(),
): FigureLabels {
  // A later version of a form replaces the title of an earlier one.
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
  const labelOf = (by: Dimension, key: string) => {
    if (by === 'form') return forms.find(({ id }) => id === key)?.title ?? key;
    if (by === 'state' && key === '') return noState;
    if (by === 'reviewer') return key === 'expiry' ? expired : (staff.get(key) ?? key);
    if (by === 'reason') return settlement.review.reasons.find(({ id }) => id === key)?.label ?? key;
    return fixed[by]?.[key] ?? key;
  };
  return {
    forms,
    labelOf,
    order: (by) => {
      if (by === 'form') return forms.map(({ id }) => id);
      if (by === 'reason') return settlement.review.reasons.map(({ id }) => id);
      return Object.keys(fixed[by] ?? {});
    },
    compare: (by, a, b) => Number(a === '') - Number(b === '') || labelOf(by, a).localeCompare(labelOf(by, b), 'en'),
  };
}
