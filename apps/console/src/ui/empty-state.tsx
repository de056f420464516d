import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Stands where a list has no rows: what there is none of, why, and what can be done. */
export function EmptyState({
  title,
  reason,
  action,
}: {
  readonly title: string;
  readonly reason: ReactNode;
  /** A link or a button. Absent where the person can only wait. */
  readonly action?: ReactNode;
}) {
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

/** Stands where filters match nothing, with the way back to the whole list. */
export function NoMatches({
  title,
  reason,
  list,
  beside,
}: {
  readonly title: string;
  readonly reason: string;
  /** The address of the list without filters. */
  readonly list: string;
  readonly beside?: ReactNode;
}) {
  return (
    <EmptyState
      title={title}
      reason={reason}
      action={
        <>
          <Link className="button" to={list}>
            Clear filters
          </Link>
          {beside}
        </>
      }
    />
  );
}
