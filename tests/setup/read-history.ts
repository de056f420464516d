import type { TestServer } from './test-server.ts';

/** The history of a claim, from its filing on. */
export const readHistory = (server: Pick<TestServer, 'query'>, number: string) =>
  server.query<{ kind: string; details: Record<string, unknown> }>(
    'select kind, details from claim_history join claims on claims.id = claim_id where number = $1 order by position',
    [number],
  );

/** The history of another record, such as an account or an export. */
export const readRecordHistory = (server: Pick<TestServer, 'query'>, id: string) =>
  server.query<{ kind: string; details: Record<string, unknown> }>(
    'select kind, details from record_history where record_id = $1 order by position',
    [id],
  );

/** The entries of the access log about reads of a person. */
export const readsOf = (server: Pick<TestServer, 'query'>, { person }: { readonly person: { readonly id: string } }) =>
  server.query<{ what: string; subject: string; reason: string | null; result_ids: string[] }>(
    'select what, subject, reason, result_ids from access_log where staff_id = $1 order by id',
    [person.id],
  );
