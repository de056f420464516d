import type { ReactNode } from 'react';

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
