import { decisionLabels } from '@redress/contract/console/claim-labels';
import { type ClaimReview, type Decide, type Outcome, outcomes } from '@redress/contract/console/review';
import { formatCourtDay } from '@redress/contract/language';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { isSaveKey } from '../ui/save-key.ts';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { findCauses, emptyDraft, namesSurvivor, reasonsOf, takesAmount, typedAmount } from './decision-draft.ts';
import { RecognizedAmount } from './recognized-amount.tsx';
import { describeCause } from './messages.ts';
import { useDecision } from './use-decision.ts';
import './decision-panel.css';

const keyOf: Readonly<Record<Outcome, string>> = { approve: 'a', reduce: 'r', deficient: 'd', deny: 'x' };
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** Maximum suggested survivors. Other claim numbers can be typed. */
const maxOthers = 5;

interface DecisionPanelProps {
  readonly review: ClaimReview;
  /** Whether the claim was filed after the deadline. */
  readonly isLate: boolean;
  /** The label of the button, for example `Confirm and next`. */
  readonly confirmLabel: string;
  readonly onDecided: () => void;
  /** The numbers of claims that may come from the same claimant. */
  readonly others?: readonly string[];
  /** The claim that counts, if this one is denied as a duplicate. */
  readonly suggestedSurvivor?: string;
  /** Sends the decision of a second review, which needs no approval. */
  readonly sendSecond?: (decision: Decide) => Promise<void>;
}

/**
 * Decides a claim: an outcome, its reasons, the recognized amount and a note. Each has a shortcut.
 */
export function DecisionPanel(props: DecisionPanelProps) {
  const { review, isLate, confirmLabel, onDecided, others = [], suggestedSurvivor = '', sendSecond } = props;
  const { choice, problems, isSending, failure, errorOf, news, choose, confirm } = useDecision(
    review,
    onDecided,
    suggestedSurvivor,
    sendSecond,
  );
  const { outcome, reasons, note } = choice;
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const offered = reasonsOf(review, outcome);
  const isBlocked = review.refusal !== null;
  const canChoose = !isBlocked && !isSending;

  const chooseOutcome = (next: Outcome) => {
    if (!canChoose) return;
    // Reasons and amounts of the previous outcome do not apply to this one.
    choose(next === outcome ? { outcome: null, reasons: [] } : { outcome: next, reasons: [], amount: null });
  };
  const toggleReason = (reason: string) => {
    if (!canChoose) return;
    choose({
      reasons: reasons.includes(reason) ? reasons.filter((each) => each !== reason) : [...reasons, reason],
    });
  };
  const focusIn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  const submit = async () => {
    if (!canChoose) return;
    const missing = await confirm();
    // Reasons come before the amount, as on the screen, so that the next digit chooses a reason.
    if (missing.reasons !== undefined) focusIn('[data-part=reason]');
    else if (missing.amount !== undefined) focusIn('[data-part=amount]');
    else if (missing.survivor !== undefined) focusIn('[data-part=survivor]');
    else if (missing.outcome !== undefined) focusIn('[data-part=outcome]');
    else if (missing.note !== undefined) focusIn('[data-part=note]');
  };
  useShortcuts({
    ...Object.fromEntries(outcomes.map((each) => [keyOf[each], () => chooseOutcome(each)])),
    ...Object.fromEntries(
      offered.flatMap(({ id: reason, place }) => {
        const digit = digits[place - 1];
        return digit === undefined ? [] : [[digit, () => toggleReason(reason)]];
      }),
    ),
    ...(outcome !== null && takesAmount(review, outcome) && { m: () => focusIn('[data-part=amount]') }),
    'Ctrl+Enter': () => void submit(),
  });
  // Handles these keys in the panel's fields, too.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (!isSaveKey(event)) return;
    event.preventDefault();
    void submit();
  };
  const causes = outcome === null || sendSecond ? [] : findCauses(review, choice, isLate);
  // Reasons can fill the panel, and what the decision needs besides them is below the confirm buttons.
  useEffect(() => {
    for (const each of form.current?.querySelectorAll('.field:has([data-part=amount]), [data-effect]') ?? [])
      each.scrollIntoView({ block: 'nearest' });
  }, [outcome, causes.length, failure]);
  const problem = problems.outcome ?? problems.reasons ?? errorOf('reasons');
  return (
    <section className="panel decision" aria-labelledby="section-decision" data-open={outcome !== null || undefined}>
      <h2 id="section-decision" tabIndex={-1}>
        {sendSecond ? 'Second decision' : 'Decision'}
      </h2>
      {isBlocked && (
        <div className="notice notice-warn decision-refusal" role="status">
          <p>
            <span>{review.refusal}</span>{' '}
            {review.sampleId !== null && <Link to={`/quality/${review.sampleId}/review`}>Open the second review</Link>}
          </p>
          {outcome !== null && <p>Your choice is kept.</p>}
        </div>
      )}
      {(!isBlocked || outcome !== null) && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key works in all its fields
        <form
          ref={form}
          aria-labelledby="section-decision"
          noValidate
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <fieldset
            className="decision-outcomes"
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          >
            <legend className="visually-hidden">Outcome</legend>
            {outcomes.map((each) => (
              <Button
                key={each}
                className="decision-outcome"
                data-part="outcome"
                aria-pressed={outcome === each}
                aria-keyshortcuts={keyOf[each]}
                disabled={isBlocked}
                onClick={() => chooseOutcome(each)}
              >
                {decisionLabels[each === outcome && causes.length > 0 ? 'propose' : 'decide'][each]}{' '}
                <kbd aria-hidden="true">{keyOf[each]}</kbd>
              </Button>
            ))}
          </fieldset>
          {outcome === null && (
            <p className="soft decision-keys">
              Press <kbd>?</kbd> for all keys.
            </p>
          )}
          {offered.length > 0 && (
            <fieldset className="decision-reasons">
              <legend className="field-label">Reasons</legend>
              {offered.map((reason) => (
                // A checkbox would keep the focus and disable shortcuts; a button does not.
                <button
                  key={reason.id}
                  type="button"
                  role="checkbox"
                  className="decision-reason"
                  data-part="reason"
                  aria-checked={reasons.includes(reason.id)}
                  aria-keyshortcuts={digits[reason.place - 1]}
                  disabled={isBlocked}
                  onClick={() => toggleReason(reason.id)}
                >
                  <span className="decision-box" aria-hidden="true">
                    {reasons.includes(reason.id) ? '✓' : ''}
                  </span>
                  <kbd aria-hidden="true">{digits[reason.place - 1]}</kbd>
                  <span>{reason.label}</span>
                </button>
              ))}
            </fieldset>
          )}
          {problem !== undefined && (
            <p className="field-error" role="alert" id={`${id}-problem`}>
              {problem}
            </p>
          )}
          <RecognizedAmount
            review={review}
            outcome={outcome}
            typed={typedAmount(review, choice)}
            error={problems.amount ?? errorOf('recognizedAmount')}
            isDisabled={isBlocked}
            onType={(amount) => choose({ amount })}
          />
          {!sendSecond && namesSurvivor(review, choice) && (
            <>
              <TextInput
                label="Claim that counts"
                hint="Enter the number of the claim to keep. This one is its duplicate."
                error={problems.survivor ?? errorOf('survivingClaim')}
                data-part="survivor"
                className="figures"
                autoComplete="off"
                disabled={isBlocked}
                value={choice.survivor ?? ''}
                onChange={(survivor) => choose({ survivor })}
              />
              {/* One claim that is already in the field is no choice. */}
              {others.some((number) => number !== choice.survivor) && (
                <p className="actions">
                  {others.slice(0, maxOthers).map((number) => (
                    <Button
                      key={number}
                      look="link"
                      className="figures"
                      aria-pressed={choice.survivor === number}
                      onClick={() => {
                        choose({ survivor: number });
                        // The button may go.
                        focusIn('[data-part=survivor]');
                      }}
                    >
                      {number}
                    </Button>
                  ))}
                </p>
              )}
            </>
          )}
          {outcome !== null && (
            <>
              <TextArea
                label="Note on the decision (optional)"
                error={problems.note ?? errorOf('note')}
                data-part="note"
                data-decision-note=""
                value={note}
                disabled={isBlocked}
                onChange={(text) => choose({ note: text })}
              />
              <div role="status">
                {outcome === 'deficient' && !sendSecond && (
                  <p className="notice notice-warn" data-effect="">
                    Its letter waits under <em>Letters</em>. The last day to cure it counts from the mailing:{' '}
                    {formatCourtDay(review.options.cureDue)} if it goes out today.
                  </p>
                )}
                {causes.length > 0 && (
                  <p className="notice notice-warn" data-effect="">
                    A second person must approve it: {causes.map((cause) => describeCause(cause, review)).join(', ')}.
                  </p>
                )}
              </div>
              {news.length > 0 && (
                <div className="notice notice-warn" role="alert">
                  <p>The claim has changed since you opened it. Nothing was decided, and your choice is kept.</p>
                  <ul>
                    {news.map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                </div>
              )}
              <div data-effect={failure ? '' : undefined}>{news.length === 0 && <Failure error={failure} />}</div>
              <div className="actions">
                <Button
                  type="submit"
                  look="main"
                  className="decision-confirm"
                  aria-keyshortcuts="Control+Enter"
                  disabled={isBlocked || isSending}
                >
                  {isSending ? 'Deciding …' : failure?.code === 'offline' ? 'Confirm again' : confirmLabel}
                  <kbd aria-hidden="true">Ctrl ↵</kbd>
                </Button>
                <Button look="quiet" onClick={() => choose(emptyDraft)}>
                  Clear
                </Button>
              </div>
            </>
          )}
        </form>
      )}
    </section>
  );
}
