import type { StatusStep } from '@redress/contract/status-page';
import { dayIn } from '@redress/forms/court-day';
import { isDeficiency, type StatusRecords } from './status-records.ts';

type Entry = StatusRecords['history'][number];

/**
 * The steps of a claim from its history, with the court's days. A decision that is only proposed,
 * was declined or undone is no step. Documents of one day in a row are one step.
 */
export function describeSteps(history: readonly Entry[], timeZone: string): StatusStep[] {
  const undone = history.flatMap(({ kind, details }) =>
    // A deficiency stays expired if the request to deny the claim is withdrawn.
    kind === 'decision-undone' && details['approval'] === undefined ? [details['decisionId']] : [],
  );
  const steps: StatusStep[] = [];
  for (const entry of history) {
    if (undone.includes(entry.details['decisionId'])) continue;
    const kind = stepOf(entry);
    if (!kind) continue;
    const day = dayIn(timeZone, entry.at);
    const last = steps.at(-1);
    if (kind !== 'documents') steps.push({ day, kind });
    else if (last?.kind === kind && last.day === day) steps.splice(-1, 1, { day, kind, count: (last.count ?? 0) + 1 });
    else steps.push({ day, kind, count: 1 });
  }
  return steps;
}

/** A claim in these statuses had a decision or a deficiency that its claimant knows. */
const known = ['deficient', 'approved', 'reduced', 'denied', 'withdrawn', 'void'];

function stepOf(entry: Entry): StatusStep['kind'] | undefined {
  const { kind, details } = entry;
  const [from, to] = [String(details['from']), String(details['to'])];
  switch (kind) {
    case 'claim-filed':
      return 'received';
    case 'document-stored':
      return 'documents';
    case 'answer-sent':
      return 'answered';
    case 'claim-decided':
      if (isDeficiency(entry)) return 'deficient';
      return details['source'] === 'expiry' ? 'expired' : undefined;
    case 'decision-released':
      return (['approved', 'reduced', 'denied'] as const).find((each) => each === to);
    case 'status-changed':
      if (details['cause'] === 'expired') return 'expired';
      if (details['cause'] === 'answered') return undefined;
      return (
        (['disputed', 'withdrawn', 'void', 'final'] as const).find((each) => each === to) ??
        (known.includes(from) ? 'reopened' : undefined)
      );
    default:
      return undefined;
  }
}
