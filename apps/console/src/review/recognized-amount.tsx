import { formatLimit, formatMoney } from '@redress/contract/console/format-figure';
import type { ClaimReview, Outcome } from '@redress/contract/console/review';
import { takesAmount } from './decision-draft.ts';
import { TextInput } from '../ui/text-field.tsx';

interface RecognizedAmountProps {
  readonly review: ClaimReview;
  readonly outcome: Outcome | null;
  readonly typed: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onType: (typed: string) => void;
}

/** The recognized amount of a decision: its calculation, and a field for a different amount. */
export function RecognizedAmount({ review, outcome, typed, error, isDisabled, onType }: RecognizedAmountProps) {
  const { suggested, from, to, rule } = review.options.recognized;
  if (outcome !== 'approve' && outcome !== 'reduce') return null;
  if (!takesAmount(review, outcome))
    return (
      <p className="decision-amount">
        <strong>{suggested === null ? '–' : formatMoney(suggested)}</strong> recognized.{' '}
        <span className="soft">{rule}</span>
      </p>
    );
  const range = [from !== null && `From ${formatLimit(from)}`, to !== null && `to ${formatLimit(to)}`]
    .filter((part) => part !== false)
    .join(' ');
  const approved = range === '' ? rule : `${rule} ${range}.`;
  const reduced = suggested === null ? rule : `Less than the full ${formatMoney(suggested)}.`;
  return (
    <TextInput
      label="Recognized amount in dollars"
      hint={outcome === 'reduce' ? reduced : approved}
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
