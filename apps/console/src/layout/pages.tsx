import { Link, useSearchParams } from 'react-router';

/** Links to the pages before and after one of a list. Everything else of the address stays. */
export function Pages({
  label,
  previous,
  next,
}: {
  readonly label: string;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}) {
  const [parameters] = useSearchParams();
  const to = (name: 'after' | 'before', value: string) => {
    const changed = new URLSearchParams(parameters);
    changed.delete('after');
    changed.delete('before');
    changed.set(name, value);
    return `?${changed.toString()}`;
  };
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className="pages" aria-label={label}>
      {previous !== undefined && (
        <Link className="button" to={to('before', previous)} rel="prev">
          Previous page
        </Link>
      )}
      {next !== undefined && (
        <Link className="button" to={to('after', next)} rel="next">
          Next page
        </Link>
      )}
    </nav>
  );
}
