import type { ReactNode } from 'react';
import { LinkButton } from './button.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly reason: ReactNode;
  /** A link or a button. Absent if the person can only wait. */
  readonly action?: ReactNode;
}

/** Replaces an empty list: names the missing items, the reason and the next step. */
export function EmptyState({ title, reason, action }: EmptyStateProps) {
  return (
    <div className="panel empty-state">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{reason}</p>
      {action !== undefined && action !== false && <div className="actions">{action}</div>}
    </div>
  );
}

interface NoMatchesProps {
  readonly title: string;
  readonly reason: string;
  /** The address of the list without filters. */
  readonly list: string;
  readonly beside?: ReactNode;
}

/** Replaces a list when filters match nothing, with a link to the whole list. */
export function NoMatches({ title, reason, list, beside }: NoMatchesProps) {
  return (
    <EmptyState
      title={title}
      reason={reason}
      action={
        <>
          <LinkButton to={list}>Clear filters</LinkButton>
          {beside}
        </>
      }
    />
  );
}
