import { formatMoney } from '@redress/contract/console/format-figure';
import type { ClaimReview, Outcome } from '@redress/contract/console/review';
import { takesAmount } from './decision-draft.ts';
import { TextInput } from '../ui/text-field.tsx';

/** The recognized amount of a decision: its calculation, and a field for a different amount. */
export function RecognizedAmount({
  review,
  outcome,
  typed,
  error,
  isDisabled,
  onType,
}: {
  readonly review: ClaimReview;
  readonly outcome: Outcome | null;
  readonly typed: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onType: (typed: string) => void;
}) {
  const { suggested, from, to, rule } = review.options.recognized;
  if (outcome !== 'approve' && outcome !== 'reduce') return null;
  if (!takesAmount(review, outcome))
    return (
      <p className="decision-amount">
        <strong>{suggested === null ? '–' : formatMoney(suggested)}</strong> recognized.{' '}
        <span className="soft">{rule}</span>
      </p>
    );
  const limits =
    outcome === 'reduce'
      ? [suggested !== null && `Less than ${formatMoney(suggested)}`]
      : [from !== null && `From ${formatMoney(from)}`, to !== null && `to ${formatMoney(to)}`];
  const range = limits.filter((part) => part !== false).join(' ');
  return (
    <TextInput
      label="Recognized amount in dollars"
      hint={range === '' ? rule : `${rule} ${range}.`}
      error={error}
      data-part="amount"
      inputMode="decimal"
      autoComplete="off"
      aria-keyshortcuts="m"
      disabled={isDisabled}
      value={typed}
      onChange={onType}
    />
  );
}
