import type { ClaimLook } from '@redress/contract/console/claim-look';
import type { QueryClient } from '@tanstack/react-query';
import { callApi, loggedQuery } from './api-client.ts';

const parts = ['record', 'review', 'related', 'integrity', 'letters'] as const satisfies readonly (keyof ClaimLook)[];

/** The requests of this moment, by claim number. */
const looks = new Map<string, Promise<ClaimLook>>();

function look(number: string): Promise<ClaimLook> {
  const current = looks.get(number);
  if (current) return current;
  const answer = callApi('GET /claims/:number/look', { params: { number } });
  looks.set(number, answer);
  // Later ones see what has changed since.
  setTimeout(() => looks.delete(number));
  return answer;
}

/**
 * A part of a claim. All parts come with one request, which the access log shows as one view: those
 * that no section has asked for yet are ready when one does.
 */
const partQuery = <Part extends keyof ClaimLook>(number: string, part: Part) => ({
  // Refreshing `['claim', number]` refreshes all parts.
  queryKey: ['claim', number, part],
  queryFn: async ({ client }: { readonly client: QueryClient }): Promise<ClaimLook[Part]> => {
    const answer = look(number);
    for (const other of parts) void client.prefetchQuery(partQuery(number, other));
    return (await answer)[part];
  },
  // The version of the claim shows whether there is something new.
  ...loggedQuery,
});

export const claimQuery = (number: string) => partQuery(number, 'record');
export const reviewQuery = (number: string) => partQuery(number, 'review');
export const relatedQuery = (number: string) => partQuery(number, 'related');
export const claimLettersQuery = (number: string) => partQuery(number, 'letters');
export const claimIntegrityQuery = (number: string) => partQuery(number, 'integrity');
