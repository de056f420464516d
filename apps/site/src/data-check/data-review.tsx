import { claimFacts, dataFilesOf } from '@redress/contract/claim-facts';
import type { ClaimReview } from '@redress/datafiles/review-claim';
import { reviewClaim } from '@redress/datafiles/review-claim';
import { formatAmount } from '@redress/datafiles/messages/finding-facts';
import type { ClaimForm, DataFiles } from '@redress/forms/definition';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { controlId } from '../fields/field-props.ts';
import type { FormStore } from '../fields/form-store.ts';
import { asTyped, isSameAmount } from './amounts.ts';
import type { ReviewProps } from './data-check-context.ts';
import type { RoomParts } from './data-check-parts.ts';
import { watchStates } from './watch-states.ts';

/** What is to be said of all data files together, once every check has ended. */
export function DataReview({ checks, store, form, room }: ReviewProps & { readonly room: RoomParts }) {
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
      room={room}
    />
  );
}

function Comparison(props: {
  readonly files: Parameters<typeof reviewClaim>[0];
  readonly unchecked: number;
  readonly dataFiles: DataFiles;
  readonly store: FormStore;
  readonly form: ClaimForm;
  readonly room: RoomParts;
}) {
  const { files, unchecked, dataFiles, store, form, room } = props;
  const { messages, words } = room;
  const answers = useSyncExternalStore(store.subscribeAnswers, store.answers, store.answers);
  const facts = claimFacts(dataFiles, answers);
  const { amount, findings } = reviewClaim(files, facts);
  const told = findings.filter((finding) => !isSaidByField(finding.code, form));
  if (amount === undefined && told.length === 0) return null;
  return (
    <section className="data-panel data-review" aria-label={messages.review.heading}>
      <h3>{messages.review.heading}</h3>
      {amount !== undefined && (
        <Amounts amount={amount} claimed={facts.amountClaimed} field={dataFiles.amount} store={store} room={room} />
      )}
      {unchecked > 0 && <p className="hint">{messages.review.notChecked(unchecked)}</p>}
      {told.length > 0 && (
        <ul className="data-told">
          {told.map((finding) => (
            <li key={finding.code}>{words.review(finding)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is missing altogether, the documents field says itself, with the words of the form. */
function isSaidByField(code: ClaimReview['findings'][number]['code'], form: ClaimForm): boolean {
  const data = code === 'membership-due' ? 'membership' : code === 'purchases-due' ? 'purchases' : undefined;
  if (data === undefined) return false;
  const items = form.sections.flatMap((section) => section.items);
  return items.some((item) => item.kind === 'documents' && item.due?.some((due) => due.data === data));
}

/** The amount on the form beside what the files come to, which one click takes over. */
function Amounts(props: {
  readonly amount: string;
  readonly claimed: string | undefined;
  readonly field: string;
  readonly store: FormStore;
  readonly room: RoomParts;
}) {
  const { amount, claimed, field, store, room } = props;
  const words = room.messages.review;
  const [used, setUsed] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  const isSame = claimed !== undefined && isSameAmount(claimed, amount);
  const canBeClaimed = /^0*[1-9]|\.\d*[1-9]/.test(amount) && !amount.startsWith('-');
  const use = () => {
    takeOver(store, field, asTyped(amount));
    setUsed(asTyped(amount));
    // The button goes away.
    status.current?.focus();
  };
  return (
    <>
      <dl className="data-sums">
        <div>
          <dt>{words.claimed}</dt>
          <dd className="figures">{claimed === undefined ? words.claimedNone : formatAmount(claimed)}</dd>
        </div>
        <div>
          <dt>{words.data}</dt>
          <dd className="figures">{formatAmount(amount)}</dd>
        </div>
      </dl>
      {!isSame && canBeClaimed && (
        <button type="button" className="button quiet" onClick={use}>
          {words.use}
        </button>
      )}
      <p className="data-same" role="status" ref={status} tabIndex={-1}>
        {isSame && (used !== undefined && isSameAmount(used, amount) ? words.used(formatAmount(amount)) : words.same)}
      </p>
    </>
  );
}

/** As if the filer had typed it: in the control, if it is on the page, and so in the answers and in the draft. */
function takeOver(store: FormStore, field: string, amount: string) {
  const control = document.getElementById(controlId(field));
  if (control instanceof HTMLInputElement) {
    control.value = amount;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  store.answer(field, amount);
}
