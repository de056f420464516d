import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { ClaimNavigation } from './claim-navigation.tsx';
import { claimQuery } from './claim-look.ts';
import { ClaimScreen } from './claim-screen.tsx';

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
