import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { ClaimFeatures } from './claim-features.ts';
import type { SignalContext } from './find-signals.ts';
import { type Name, parsePersonName } from './parse-name.ts';

/**
 * Reads the class members to whom the notices of claims were mailed. `null`: no notice has this ID;
 * `near`: none has, but an ID that differs in one digit was mailed. Undefined without a Notice ID,
 * and in cases whose class members were not imported.
 */
export async function readMembers(
  transaction: Kysely<Tables>,
  claims: readonly ClaimFeatures[],
): Promise<(claim: ClaimFeatures) => SignalContext['member']> {
  const ids = [...new Set(claims.flatMap(({ noticeId }) => noticeId ?? []))];
  if (ids.length === 0) return () => undefined;
  const members = await transaction
    .selectFrom('class_members')
    .select(['notice_id', 'case_id', 'first_name', 'last_name'])
    .where('notice_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const names = new Map(
    members.map((member): [string, Name] => [
      `${member.case_id} ${member.notice_id}`,
      parsePersonName(`${member.first_name} ${member.last_name}`),
    ]),
  );
  const unknown = claims.filter(
    ({ caseId, noticeId }) => noticeId !== undefined && !names.has(`${caseId} ${noticeId}`),
  );
  const withMembers = await casesWithMembers(transaction, [...new Set(unknown.map(({ caseId }) => caseId))]);
  const near = await findNear(
    transaction,
    unknown.filter(({ caseId }) => withMembers.has(caseId)),
  );
  return ({ caseId, noticeId }) => {
    if (noticeId === undefined) return undefined;
    const name = names.get(`${caseId} ${noticeId}`);
    if (name) return { name };
    if (!withMembers.has(caseId)) return undefined;
    return near.has(`${caseId} ${noticeId}`) ? 'near' : null;
  };
}

async function casesWithMembers(transaction: Kysely<Tables>, caseIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (caseIds.length === 0) return new Set();
  const { rows } = await sql<{ case_id: string }>`
    select id as case_id from unnest(${caseIds}::text[]) as id
    where exists (select from class_members where case_id = id)`.execute(transaction);
  return new Set(rows.map(({ case_id: caseId }) => caseId));
}

async function findNear(transaction: Kysely<Tables>, claims: readonly ClaimFeatures[]): Promise<ReadonlySet<string>> {
  const tries = claims.flatMap(({ caseId, noticeId = '' }) =>
    withOneDigitChanged(noticeId).map((tried) => ({ caseId, noticeId, tried })),
  );
  if (tries.length === 0) return new Set();
  const { rows } = await sql<{ case_id: string; notice_id: string }>`
    select case_id, notice_id from class_members where notice_id = any(${[...new Set(tries.map(({ tried }) => tried))]}::text[])`.execute(
    transaction,
  );
  const mailed = new Set(rows.map((row) => `${row.case_id} ${row.notice_id}`));
  return new Set(
    tries
      .filter(({ caseId, tried }) => mailed.has(`${caseId} ${tried}`))
      .map(({ caseId, noticeId }) => `${caseId} ${noticeId}`),
  );
}

/** Every ID that differs in one digit, or in the order of two neighbors. */
function withOneDigitChanged(id: string): string[] {
  const tried: string[] = [];
  for (let at = 0; at < id.length; at += 1) {
    for (let digit = 0; digit <= 9; digit += 1)
      if (id[at] !== String(digit)) tried.push(`${id.slice(0, at)}${digit}${id.slice(at + 1)}`);
    if (at + 1 < id.length && id[at] !== id[at + 1])
      tried.push(`${id.slice(0, at)}${id[at + 1]}${id[at]}${id.slice(at + 2)}`);
  }
  return tried;
}
