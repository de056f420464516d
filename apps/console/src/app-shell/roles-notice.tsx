import type { StaffSession } from '@redress/contract/console/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../api/use-session.ts';
import { describeRole } from '../accounts/role-descriptions.ts';
import { Button } from '../ui/button.tsx';

/** Tells the person that their roles have changed since they opened the console. */
export function RolesNotice({ session: { roles, settlement } }: { readonly session: StaffSession }) {
  const queries = useQueryClient();
  const now = roles
    .map((each) => describeRole(each, settlement.cases))
    .toSorted()
    .join(', ');
  const [known, setKnown] = useState(now);
  const [checked, setChecked] = useState(now);
  useEffect(() => {
    if (checked === now) return;
    setChecked(now);
    // Removes data that the person can no longer see.
    const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      queryKey[0] !== sessionQuery.queryKey[0];
    void queries.invalidateQueries({ predicate: isOther });
  }, [checked, now, queries]);
  if (now === known) return null;
  return (
    <div className="notice notice-warn" role="alert">
      <p>
        An administrator has changed your roles. {now === '' ? 'You have no roles now.' : `You now have: ${now}.`}{' '}
        Anything you no longer have access to has been removed from the screen.
      </p>
      <Button onClick={() => setKnown(now)}>Close</Button>
    </div>
  );
}
