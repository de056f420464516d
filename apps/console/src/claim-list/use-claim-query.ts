import {
  type ClaimListQuery,
  readClaimListQuery,
  viewOf,
  writeClaimListQuery,
} from '@redress/contract/console/claim-list';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';

/** `undefined` and empty lists remove a filter. */
export type QueryChanges = { readonly [Name in keyof ClaimListQuery]: ClaimListQuery[Name] | undefined };

/** The list's query from the address, and functions that change it. */
export function useClaimQuery() {
  const [parameters] = useSearchParams();
  const { permissions, settlement } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const cases = permissions.claims;
  const forms = settlement.forms.filter(({ caseId }) => cases.includes(caseId)).map(({ id }) => id);
  const { query, ignored } = readClaimListQuery(parameters, { case: cases, form: forms });
  // A second change can come before the address has the first one.
  const pending = useRef<ClaimListQuery>(undefined);
  useEffect(() => {
    pending.current = undefined;
  }, [location]);
  return {
    query,
    ignored,
    /** The view that the list started from. */
    viewId: readViewId(location.state),
    /** Changes filters, order or columns. The changed list starts on its first page. */
    change(changes: QueryChanges) {
      const changed = Object.fromEntries(
        Object.entries({ ...viewOf(pending.current ?? query), ...changes }).filter(
          ([, value]) => value !== undefined && value.length > 0,
        ),
      );
      pending.current = changed;
      const state: unknown = location.state;
      void navigate({ search: writeClaimListQuery(changed) }, { state, preventScrollReset: true });
    },
  };
}

export const viewState = (viewId: string) => ({ viewId });

function readViewId(state: unknown): string | undefined {
  const hasView = typeof state === 'object' && state !== null && 'viewId' in state;
  return hasView && typeof state.viewId === 'string' ? state.viewId : undefined;
}
