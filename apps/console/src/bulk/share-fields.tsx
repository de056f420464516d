import type { BulkAction } from '@redress/contract/console/bulk';
import { Checkbox } from '../ui/choices.tsx';

/** Typed percentages, by the IDs of the reviewers. */
export type Shares = Readonly<Record<string, string>>;

const sumOf = (shares: Shares): number => Object.values(shares).reduce((sum, percent) => sum + Number(percent), 0);

/** Returns the action, or the problem that prevents it. */
export function readShares(given: Shares, reassigns: boolean): BulkAction | string {
  const shares = Object.entries(given).flatMap(([to, percent]) =>
    Number(percent) > 0 ? [{ to, percent: Number(percent) }] : [],
  );
  if (shares.length < 2) return 'Give at least two people a share.';
  if (!shares.every(({ percent }) => Number.isInteger(percent))) return 'Enter whole percentages.';
  if (sumOf(given) !== 100) return `The shares add up to ${sumOf(given)}%. They must add up to 100%.`;
  return { kind: 'assign', shares, reassigns };
}

interface ShareFieldsProps {
  readonly reviewers: readonly { readonly id: string; readonly name: string }[];
  readonly shares: Shares;
  readonly onChange: (shares: Shares) => void;
  readonly reassigns: boolean;
  readonly onReassign: (reassigns: boolean) => void;
}

/** Fields for each reviewer's percentage of the claims. */
export function ShareFields({ reviewers, shares, onChange, reassigns, onReassign }: ShareFieldsProps) {
  return (
    <>
      <fieldset className="choices shares" aria-describedby="shares-sum">
        <legend className="field-label">Percent of the claims</legend>
        {reviewers.map(({ id, name }) => (
          <label key={id}>
            <bdi>{name}</bdi>
            <input
              type="number"
              inputMode="numeric"
              min={0}
              max={100}
              step={1}
              value={shares[id] ?? ''}
              onChange={({ target }) => onChange({ ...shares, [id]: target.value })}
            />
          </label>
        ))}
        <p id="shares-sum" className="soft" role="status">
          {sumOf(shares)}% of 100%
        </p>
      </fieldset>
      <Checkbox label="Also reassign claims that are already assigned" checked={reassigns} onChange={onReassign} />
      <p className="soft">
        Only claims waiting for review are assigned. No one gets a claim that they have already decided, or one in a
        case that they don’t review.
      </p>
    </>
  );
}
