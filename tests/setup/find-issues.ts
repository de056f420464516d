import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { keys as serverKeys } from './test-server.ts';

type Context = Parameters<typeof verifyClaims>[0];

/** What `claims:verify` finds wrong in a database and the documents of its claims. */
export async function findIssues(
  { database, store, keys = serverKeys }: Pick<Context, 'database' | 'store'> & Partial<Pick<Context, 'keys'>>,
  options?: Parameters<typeof verifyClaims>[2],
): Promise<string[]> {
  const issues: string[] = [];
  await verifyClaims({ database, store, keys }, (issue) => issues.push(issue), options);
  return issues;
}
