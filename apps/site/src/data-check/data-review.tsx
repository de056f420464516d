import { claimFacts, dataFilesOf } from '@redress/contract/data-file-expectations';
import { reviewClaim } from '@redress/datafiles/check/review-claim';
import { formatAmount } from '@redress/datafiles/messages/message-values';
import type { ClaimReview } from '@redress/datafiles/report';
import type { ClaimForm, DataFiles } from '@redress/forms/definition';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { controlId } from '../fields/field-frame.tsx';
import type { FormStore } from '../fields/form-store.ts';
import { useDataCheckContext } from './data-check-context.ts';
import type { ReviewProps } from './data-checker.ts';
import type { DataCheck, DataCheckState } from './data-check.ts';

/** Compares all data files with the form, once every check has ended. */
export function DataReview({ checks, store, form }: ReviewProps) {
  const { subscribe, read } = useMemo(() => watchStates(checks), [checks]);
  const states = useSyncExternalStore(subscribe, read, read);
  const dataFiles = dataFilesOf(form);
  if (!dataFiles || states.some(({ name }) => name === 'checking')) return null;
  const files = states.flatMap((state) => (state.name === 'checked' ? [state.result] : []));
  if (!files.some(({ outcome }) => outcome === 'checked')) return null;
  return (
    <Comparison
      files={files}
      unchecked={states.length - files.length}
      dataFiles={dataFiles}
      store={store}
      form={form}
    />
  );
}

interface ComparisonProps extends Omit<ReviewProps, 'checks'> {
  readonly files: Parameters<typeof reviewClaim>[0];
  readonly unchecked: number;
  readonly dataFiles: DataFiles;
}

function Comparison(props: ComparisonProps) {
  const { files, unchecked, dataFiles, store, form } = props;
  const { messages, dataMessages } = useDataCheckContext();
  const answers = useSyncExternalStore(store.subscribeAnswers, store.answers, store.answers);
  const facts = claimFacts(dataFiles, answers);
  const { amount, findings } = reviewClaim(files, facts);
  const shown = findings.filter((finding) => !isShownByField(finding.code, form));
  if (amount === undefined && shown.length === 0) return null;
  return (
    <section className="data-panel data-review" aria-label={messages.review.heading}>
      <h3>{messages.review.heading}</h3>
      {amount !== undefined && (
        <Amounts amount={amount} claimed={facts.amountClaimed} field={dataFiles.amount} store={store} />
      )}
      {unchecked > 0 && <p className="hint">{messages.review.notChecked(unchecked)}</p>}
      {shown.length > 0 && (
        <ul className="data-review-findings">
          {shown.map((finding) => (
            <li key={finding.code}>{dataMessages.review(finding)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The uploads field itself asks for missing data files, in the form’s own words. */
function isShownByField(code: ClaimReview['findings'][number]['code'], form: ClaimForm): boolean {
  const data = code === 'membership-due' ? 'membership' : code === 'purchases-due' ? 'purchases' : undefined;
  if (data === undefined) return false;
  const items = form.sections.flatMap((section) => section.items);
  return items.some((item) => item.kind === 'documents' && item.due?.some((due) => due.data === data));
}

/**
 * The claimed amount beside the total of the files, with a button that copies the total to the
 * form.
 */
function Amounts(props: {
  readonly amount: string;
  readonly claimed: string | undefined;
  readonly field: string;
  readonly store: FormStore;
}) {
  const { amount, claimed, field, store } = props;
  const labels = useDataCheckContext().messages.review;
  const [used, setUsed] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  const isSame = claimed !== undefined && isSameAmount(claimed, amount);
  const canBeClaimed = /^0*[1-9]|\.\d*[1-9]/.test(amount) && !amount.startsWith('-');
  const use = () => {
    fillIn(store, field, trimDecimals(amount));
    setUsed(trimDecimals(amount));
    // The focused button disappears.
    status.current?.focus();
  };
  return (
    <>
      <dl className="data-sums">
        <div>
          <dt>{labels.claimed}</dt>
          <dd className="figures">{claimed === undefined ? labels.claimedNone : formatAmount(claimed)}</dd>
        </div>
        <div>
          <dt>{labels.data}</dt>
          <dd className="figures">{formatAmount(amount)}</dd>
        </div>
      </dl>
      {!isSame && canBeClaimed && (
        <button type="button" className="button quiet" onClick={use}>
          {labels.use}
        </button>
      )}
      <p className="data-same" role="status" ref={status} tabIndex={-1}>
        {isSame && (used !== undefined && isSameAmount(used, amount) ? labels.used(formatAmount(amount)) : labels.same)}
      </p>
    </>
  );
}

/** Answers a field as if the filer had typed it, in the control too if it is on the page. */
function fillIn(store: FormStore, field: string, amount: string) {
  const control = document.getElementById(controlId(field));
  if (control instanceof HTMLInputElement) {
    control.value = amount;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  store.answer(field, amount);
}

/** A store of several checks’ states. `read` returns the same array until one of them changes. */
function watchStates(checks: readonly DataCheck[]) {
  let states: readonly DataCheckState[] = checks.map((check) => check.state());
  return {
    subscribe(listener: () => void) {
      const unsubscribes = checks.map((check) => check.subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    read() {
      const next = checks.map((check) => check.state());
      if (next.some((state, index) => state !== states[index])) states = next;
      return states;
    },
  };
}

/** A decimal string with two decimals or more: `412500.7500` becomes `412500.75`. */
export function trimDecimals(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

export const isSameAmount = (one: string, other: string) =>
  trimDecimals(one).replace(/^0+(?=\d)/, '') === trimDecimals(other).replace(/^0+(?=\d)/, '');
