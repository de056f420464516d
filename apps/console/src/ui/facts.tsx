import type { ReactNode } from 'react';

/** A name and its value. Without a value, it is not rendered. */
export type Fact = readonly [name: string, value: ReactNode] | false | null | undefined;

/** A list of names and values. */
export function Facts({ rows, className }: { readonly rows: readonly Fact[]; readonly className?: string }) {
  return (
    <dl className={className === undefined ? 'facts' : `facts ${className}`}>
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
