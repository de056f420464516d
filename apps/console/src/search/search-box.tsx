import { useRef } from 'react';
import { Form, useLocation, useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { focusRow } from '../ui/row-keys.ts';
import { useFieldsOfAddress } from '../ui/use-fields-of-address.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';

/**
 * The search box in the header. `/` focuses it, and the down arrow leads from it to the results.
 */
export function SearchBox() {
  const { hasClassMembers } = useSession().settlement;
  const ref = useRef<HTMLInputElement>(null);
  const [parameters] = useSearchParams();
  // Other screens use `q` for other words.
  const words = useLocation().pathname === '/search' ? (parameters.get('q') ?? '') : '';
  // A new search starts with the words in the address.
  const form = useFieldsOfAddress(new URLSearchParams({ q: words }));
  useShortcuts({
    '/': () => {
      ref.current?.focus();
      ref.current?.select();
    },
  });
  return (
    <Form ref={form} role="search" action="/search" className="search-box">
      <input
        ref={ref}
        type="search"
        name="q"
        aria-label={hasClassMembers ? 'Search claims and class members' : 'Search claims'}
        aria-keyshortcuts="/"
        placeholder="Name, phone, claim number …"
        defaultValue={words}
        autoComplete="off"
        required
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && focusRow(1)) event.preventDefault();
        }}
      />
    </Form>
  );
}
