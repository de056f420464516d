import './search.css';
import type { SearchAnswer } from '@redress/contract/console/search';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { formatCounted } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { focusRow, useRowKeys } from '../ui/row-keys.ts';
import { TableSkeleton } from '../ui/table.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { hints } from './messages.ts';
import { claimColumns, ClaimResults, MemberResults } from './search-results.tsx';

/** `/search?q=`: claims, and class members who have not filed. */
export function Component() {
  const [parameters] = useSearchParams();
  const words = parameters.get('q')?.trim() ?? '';
  const answer = useQuery({
    queryKey: ['search', words],
    queryFn: ({ signal }) => callApi('POST /search', { body: { q: words }, signal }),
    enabled: words !== '',
    // Callers are waiting, so claims filed a moment ago must be found.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  useRowKeys();
  useShortcuts({ ArrowDown: () => void focusRow(1), ArrowUp: () => void focusRow(-1) });
  const { data } = answer;
  const [claim] = data?.claims ?? [];
  const isOnlyClaim = data?.claims.length === 1 && data.members.length === 0 && claim?.foundBy.includes('number');
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('input[name=q]');
    const isTyping = document.activeElement === input && input?.value.trim() !== words;
    if (!data || isTyping) return;
    // The claim's screen leaves the focus in a field where the person types.
    if (isOnlyClaim === true) input?.blur();
    else focusRow(1);
  }, [data, words, isOnlyClaim]);
  if (claim && isOnlyClaim === true) return <Navigate to={`/claims/${claim.number}`} replace />;
  return (
    <Page title="Search">
      {words === '' ? (
        <SearchHelp />
      ) : (
        <QueryState query={answer} skeleton={<TableSkeleton columns={claimColumns} rows={5} />}>
          {(found) => <Results answer={found} words={words} />}
        </QueryState>
      )}
    </Page>
  );
}

function SearchHelp() {
  return (
    <div className="panel">
      <p>
        Search by name (in any order), phone number, email address, claim or reference number, Notice ID, letter ID, tax
        ID or its last four digits, or ZIP code. Add words to narrow the search: <kbd>garcia 02139</kbd>.
      </p>
      <p>
        <kbd>/</kbd> moves to the search box, <kbd>j</kbd> and <kbd>k</kbd> or the arrow keys move through the results,
        and <kbd>Enter</kbd> opens one. <kbd>?</kbd> shows all keys.
      </p>
    </div>
  );
}

function Results({ answer, words }: { readonly answer: SearchAnswer; readonly words: string }) {
  const { claims, members, hint, isPartial, behind, hasMoreClaims, hasMoreMembers } = answer;
  const isEmpty = claims.length + members.length === 0;
  const claimResults = claims.length > 0 && <ClaimResults key="claims" claims={claims} />;
  const memberResults = members.length > 0 && <MemberResults key="members" members={members} />;
  return (
    <>
      <p role="status" className="soft">
        {isEmpty
          ? 'No results'
          : `${count(claims.length, hasMoreClaims, 'claim')}, ${count(members.length, hasMoreMembers, 'class member').replace('No', 'no')}`}
      </p>
      {isPartial && (
        <div className="notice notice-warn">
          <p>
            Part of the search took too long, so there may be more results. Add a ZIP code or another name, or try
            again.
          </p>
        </div>
      )}
      {behind && (
        <div className="notice notice-warn">
          <p>
            {behind.since === null
              ? 'Older claims are still being indexed. For now, find them by claim number, Notice ID, or tax ID.'
              : 'The newest claims can’t be found by name yet, because many are being filed. Find them by claim number, Notice ID, or tax ID.'}
          </p>
        </div>
      )}
      {hint !== null && !isEmpty && (
        <div className="notice">
          <p>{hints[hint]}</p>
        </div>
      )}
      {isEmpty && <NothingFound answer={answer} words={words} />}
      {isOnlySimilar(claims) && !isOnlySimilar(members) ? [memberResults, claimResults] : [claimResults, memberResults]}
    </>
  );
}

/** Whether no name is spelled as typed. The first row is opened by Enter. */
const isOnlySimilar = (found: SearchAnswer['claims'] | SearchAnswer['members']): boolean =>
  found.every(({ foundBy }) => foundBy.includes('similar-name'));

/** Returns, for example, `No claims` or `More than 25 class members`. */
const count = (value: number, hasMore: boolean, noun: string): string =>
  value === 0 ? `No ${noun}s` : `${hasMore ? 'More than ' : ''}${formatCounted(value, noun)}`;

function NothingFound({ answer: { hint }, words }: { readonly answer: SearchAnswer; readonly words: string }) {
  if (hint === 'too-short')
    return (
      <div className="panel">
        <p>{hints[hint]}</p>
      </div>
    );
  return (
    <div className="panel">
      <p>
        No results for <bdi>“{words}”</bdi>, including similar spellings.
      </p>
      <ul>
        <li>Every word must match. Try fewer words.</li>
        <li>A phone number needs all ten digits, and a ZIP code five.</li>
        <li>The person may have filed under another name, such as a married or company name.</li>
      </ul>
    </div>
  );
}
