import { useSearchParams } from 'react-router';
import { LinkButton } from './button.tsx';

interface PagesProps {
  readonly label: string;
  readonly previous: string | null | undefined;
  readonly next: string | null | undefined;
  /** The parameters that the two links set. */
  readonly names?: { readonly previous: string; readonly next: string };
  readonly labels?: { readonly previous: string; readonly next: string };
}

const usualNames = { previous: 'before', next: 'after' };
const usualLabels = { previous: 'Previous page', next: 'Next page' };

/** Links to the previous and next page of a list. They keep the rest of the address. */
export function Pages({ label, previous, next, names = usualNames, labels = usualLabels }: PagesProps) {
  const [parameters] = useSearchParams();
  const to = (name: string, value: string) => {
    const changed = new URLSearchParams(parameters);
    changed.delete(names.previous);
    changed.delete(names.next);
    changed.set(name, value);
    return `?${changed.toString()}`;
  };
  const hasPrevious = typeof previous === 'string';
  const hasNext = typeof next === 'string';
  if (!hasPrevious && !hasNext) return null;
  return (
    <nav className="pages" aria-label={label}>
      {hasPrevious && (
        <LinkButton to={to(names.previous, previous)} rel="prev">
          {labels.previous}
        </LinkButton>
      )}
      {hasNext && (
        <LinkButton to={to(names.next, next)} rel="next">
          {labels.next}
        </LinkButton>
      )}
    </nav>
  );
}
