import type { TestServer } from './test-server.ts';

/** The history of a claim, from its filing on. */
export const readHistory = (server: Pick<TestServer, 'query'>, number: string) =>
  server.query<{ kind: string; details: Record<string, unknown> }>(
    'select kind, details from claim_history join claims on claims.id = claim_id where number = $1 order by position',
    [number],
  );
