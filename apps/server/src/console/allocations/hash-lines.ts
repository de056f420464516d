import { sql } from 'kysely';

/** SQL: the SHA-256 of the canonical text, as `packages/allocation/src/canonical.ts` makes it. */
export const hashOfLines = (id: string, parameters: string) => sql<string>`(
  select encode(sha256(convert_to(${`# ${parameters}\nclaim,pool,weight,floor,cap,cents\n`} || coalesce(string_agg(
    claim || ',' || pool || ',' || weight || ',' || floor || ',' || coalesce(cap::text, '') || ',' || cents || chr(10), '' order by claim
  ), ''), 'UTF8')), 'hex')
  from allocation_lines where allocation_id = ${id})`;

/** SQL: the SHA-256 of claim numbers and outcomes, which the canonical text leaves out. */
export const hashOfOutcomes = (id: string) => sql<string>`(
  select encode(sha256(convert_to(coalesce(string_agg(claim || ',' || outcome || chr(10), '' order by claim), ''), 'UTF8')), 'hex')
  from allocation_lines where allocation_id = ${id})`;
