import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { claimLettersQuery, claimQuery, relatedQuery, reviewQuery } from './claim-look.ts';

test('the parts of a claim come with one request, and the others are ready', async () => {
  const look = { record: 'record', review: 'review', related: 'related', integrity: 'integrity', letters: 'letters' };
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(look)));
  const client = new QueryClient();
  const together = [client.fetchQuery(claimQuery('1')), client.fetchQuery(reviewQuery('1'))];
  expect(await Promise.all(together)).toEqual(['record', 'review']);
  expect(await client.fetchQuery(relatedQuery('1'))).toBe('related');
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/console/claims/1/look']);
  // After a change, the claim is looked at again, once.
  await new Promise((resolve) => setTimeout(resolve));
  await client.invalidateQueries({ queryKey: ['claim', '1'], refetchType: 'all' });
  expect(await client.fetchQuery(claimLettersQuery('1'))).toBe('letters');
  expect(asked).toHaveBeenCalledTimes(2);
  client.clear();
});
