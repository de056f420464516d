import type { Permission, StaffSession } from '@redress/contract/console/staff';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { callApi } from './api-client.ts';

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: () => callApi<StaffSession>('/session', { isAsking: false }),
  staleTime: 60_000,
} as const;

/** The person who is signed in. Only below the frame, which waits for the session. */
export const useSession = (): StaffSession => useSuspenseQuery(sessionQuery).data;

/** Whether the person has a permission, in a case or in any. False until the session is known. */
export function useCan(permission: Permission, caseId?: string): boolean {
  const cases = useQuery(sessionQuery).data?.permissions[permission] ?? [];
  return caseId === undefined ? cases.length > 0 : cases.includes(caseId);
}
