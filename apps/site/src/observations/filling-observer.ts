import type { FilingObservations } from '@redress/contract/filing-observations';
import { formElementId } from '@redress/contract/no-script-form';

/** The ways to change a field. A later way in this list outweighs an earlier one. */
const ways = ['other', 'filled', 'pasted', 'typed'] as const;
type Way = (typeof ways)[number];

export type FillingObserver = ReturnType<typeof observeFilling>;

/**
 * Counts the fields of the claim form by how they are changed, and the seconds in which the page is
 * visible. It starts with the first input: earlier input is not measured, and earlier time counts
 * as visible. It stores neither keys nor their times.
 */
export function observeFilling() {
  const fields = new Map<string, Way>();
  let draftRestored = false;
  let start = 0;
  let hiddenMs = 0;
  let hiddenSince = document.hidden ? performance.now() : undefined;

  const note = ({ target }: Event, way: Way) => {
    if (!isTextOfForm(target)) return;
    const before = fields.get(target.name);
    if (before === undefined || ways.indexOf(way) > ways.indexOf(before)) fields.set(target.name, way);
  };
  document.addEventListener('input', (event) => note(event, wayOf(event)), true);
  // Rows take pasted tables without an `input` event.
  document.addEventListener('paste', (event) => note(event, event.isTrusted ? 'pasted' : 'other'), true);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenSince ??= performance.now();
    else if (hiddenSince !== undefined) {
      hiddenMs += performance.now() - hiddenSince;
      hiddenSince = undefined;
    }
  });

  return {
    /** Whether the form shows a draft of this tab or a saved form. */
    noteDraft(restored: boolean) {
      draftRestored = restored;
    },
    /** Undefined if this browser behaves unexpectedly: no claim fails because of it. */
    read(): FilingObservations | undefined {
      try {
        const now = performance.now();
        const counts = { typed: 0, pasted: 0, filled: 0, other: 0 };
        for (const way of fields.values()) counts[way] += 1;
        // A program wrote the values. The values of a draft are the claimant's.
        if (counts.other === fields.size && !draftRestored && hadNoInput()) counts.other = countFilledIn();
        const isMeasured = Object.values(counts).some((count) => count > 0);
        return {
          visibleSeconds: Math.round(((hiddenSince ?? now) - start - hiddenMs) / 1_000),
          ...(isMeasured && counts),
          draftRestored,
          automated: navigator.webdriver,
        };
      } catch {
        return undefined;
      }
    },
    /** Starts again after a claim is filed, for the next claim on this page. */
    restart() {
      fields.clear();
      start = performance.now();
      hiddenMs = 0;
      if (hiddenSince !== undefined) hiddenSince = start;
    },
  };
}

/** Checkboxes and choices can be filled in only one way, so they are not counted. */
function isTextOfForm(target: EventTarget | null): target is HTMLInputElement {
  return (
    target instanceof HTMLInputElement &&
    target.form?.id === formElementId &&
    !/^(?:checkbox|radio|file|hidden)$/.test(target.type)
  );
}

/** Whether the browser counted no input since the page was opened. */
function hadNoInput(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  // After a reload, browsers restore the earlier answers.
  const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  return isNew && 'eventCounts' in performance && performance.eventCounts.get('input') === 0;
}

/**
 * Counts the fields whose value differs from the server's, which sends a form back with its
 * answers.
 */
function countFilledIn(): number {
  const form = document.getElementById(formElementId);
  const controls = form instanceof HTMLFormElement ? [...form.elements] : [];
  return controls.filter((control) => isTextOfForm(control) && control.value !== control.defaultValue).length;
}

function wayOf(event: Event): Way {
  // A script made the event: ours, an extension's or another program's.
  if (!event.isTrusted) return 'other';
  // Chrome and Safari fill in fields with a plain event.
  const type = 'inputType' in event ? event.inputType : '';
  if (type === '' || type === 'insertReplacementText') return 'filled';
  return /^insertFrom(?!Composition)/.test(String(type)) ? 'pasted' : 'typed';
}
