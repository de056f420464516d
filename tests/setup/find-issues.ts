import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { keys as serverKeys, type TestServer } from './test-server.ts';

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

/** The same after all histories of a server were sealed. */
export async function sealAndFindIssues(server: TestServer): Promise<string[]> {
  await sealHistory({ database: server.database, keys: serverKeys, now: () => server.now });
  return findIssues(server);
}
