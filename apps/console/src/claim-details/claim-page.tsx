import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { claimQuery } from '../api/claim-look.ts';
import { ClaimScreen } from './claim-screen.tsx';
import type { MouseEvent } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { listState, neighborsOf, readListPosition } from '../ui/list-position.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';

/** `/claims/:number` */
export function Component() {
  const { number = '' } = useParams();
  const undone = readUndone(useLocation().state);
  const { data: record } = useQuery(claimQuery(number));
  return (
    // Another claim, or the choice of an undone decision, resets everything: drafts, previews,
    // revealed tax IDs.
    <ClaimScreen
      key={`${number} ${undone}`}
      number={number}
      actions={<ClaimNavigation number={record?.number ?? number} />}
      confirmLabel="Confirm"
      onDecided={() => undefined}
    />
  );
}

/** The undone decision that led here, if any (review/recent-decision-list.tsx). */
function readUndone(state: unknown): string {
  return typeof state === 'object' && state !== null && 'undone' in state ? String(state.undone) : '';
}

/** Leads back to the same place in the list, and to the next and the previous claim (`j`, `k`). */
function ClaimNavigation({ number }: { readonly number: string }) {
  const list = readListPosition(useLocation().state);
  const { previous, next } = neighborsOf(list, number);
  const navigate = useNavigate();
  const open = (other: string | undefined) => {
    // Back leads to the list, not through every claim on the way.
    if (list && other !== undefined) void navigate(`/claims/${other}`, { state: listState(list), replace: true });
  };
  // The list's own entry in the history also has its scroll position and the row that was opened.
  const goBack = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  useShortcuts({ j: () => open(next), k: () => open(previous) });
  if (!list) return <LinkButton to="/claims">All claims</LinkButton>;
  const position = list.numbers.indexOf(number) + 1;
  return (
    <>
      <LinkButton to={list.backTo} onClick={goBack}>
        Back to {list.label}
      </LinkButton>
      {position > 0 && (
        <>
          <span className="soft">
            {position} of {list.numbers.length}
          </span>
          <Button
            aria-keyshortcuts="k"
            disabled={previous === undefined}
            title={previous === undefined ? 'This is the first claim of the page.' : 'Previous claim (k)'}
            onClick={() => open(previous)}
          >
            Previous
          </Button>
          <Button
            aria-keyshortcuts="j"
            disabled={next === undefined}
            title={next === undefined ? 'This is the last claim of the page.' : 'Next claim (j)'}
            onClick={() => open(next)}
          >
            Next
          </Button>
        </>
      )}
    </>
  );
}
