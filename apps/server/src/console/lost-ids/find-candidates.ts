import type { Candidate } from '@redress/contract/console/id-requests';
import { sql } from 'kysely';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { findMembersByWords } from '../search/find-members.ts';
import { formatPersonName } from '../members/member-name.ts';
import type { MemberMailingAddressesView } from '../members/tables.ts';
import type { Database } from '../../platform/database/pool.ts';
import { compareNames, compareStreets, type Similarity } from './match-person.ts';

/** No ZIP code has more class members than this, even in a list of ten million. */
const maxInZip = 5_000;
const maxCandidates = 10;
/** Rows that are compared before other requests get a turn. */
const rowsPerTurn = 100;

const sameFrom = 0.999;
const similarFrom = 0.7;
/** The weight of each part of the comparison. */
const weights = { name: 0.6, street: 0.25, zip: 0.15 };
/** A lower score means another name in the same place, or the same name elsewhere: no candidate. */
const minScore = 0.5;

export interface Requester {
  readonly caseId: string;
  readonly name: string;
  readonly street: string;
  readonly zip: string;
}

/** Mail goes to the imported address if `address_id` is null. */
interface MemberRow extends Readonly<Omit<MemberMailingAddressesView, 'case_id'>> {
  readonly imported_street: string;
  readonly imported_city: string;
  readonly imported_state: string;
  readonly imported_zip: string;
  readonly has_filed: boolean;
}

/**
 * Finds the class members who may have sent a request: the ones in its ZIP code, and the ones with
 * a similar name anywhere, compared by name, street and ZIP code. Typing errors and the order of
 * names have little effect. Of the imported and the mailing address, the closer match is used.
 */
export async function findCandidates(database: Database, requester: Requester): Promise<Candidate[]> {
  const zip = requester.zip.slice(0, 5);
  const [inZip, byName] = await Promise.all([
    findInZip(database, requester.caseId, zip),
    findMembersByWords({ database }, [requester.caseId], requester.name).then(({ noticeIds }) =>
      readRows(database, noticeIds),
    ),
  ]);
  const rows = new Map([...inZip, ...byName].map((row) => [row.notice_id, row]));
  const scored: ScoredMember[] = [];
  for (const [index, row] of [...rows.values()].entries()) {
    // The same process files claims.
    if (index % rowsPerTurn === rowsPerTurn - 1) await yieldToRequests();
    const member = scoreMember(row, requester, zip);
    if (member && member.score >= minScore) scored.push(member);
  }
  return scored
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.score - one.score)
    .slice(0, maxCandidates)
    .map(({ candidate }) => candidate);
}

interface ScoredMember {
  readonly score: number;
  readonly candidate: Candidate;
}

function scoreMember(row: MemberRow, requester: Requester, zip: string): ScoredMember | undefined {
  const name = compareNames(formatPersonName(row), requester.name);
  // In the same place, the name must still be somewhat similar.
  if (name < 0.5) return undefined;
  const street = Math.max(...[row.street, row.imported_street].map((each) => compareStreets(each, requester.street)));
  const zipMatch = [row.zip, row.imported_zip].some((each) => each.slice(0, 5) === zip);
  const candidate: Candidate = {
    noticeId: row.notice_id,
    name: formatPersonName(row),
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    ...(row.address_id !== null && {
      currentId: row.address_id,
      imported: {
        street: row.imported_street,
        city: row.imported_city,
        state: row.imported_state,
        zip: row.imported_zip,
      },
    }),
    nameMatch: gradeOf(name),
    streetMatch: gradeOf(street),
    zipMatch,
    hasFiled: row.has_filed,
  };
  const score = weights.name * name + weights.street * street + weights.zip * Number(zipMatch);
  return { score, candidate };
}

const grades = ['same', 'similar', 'different'] satisfies Candidate['nameMatch'][];
/** Members with the same name come first; others in the same place, like a spouse, come last. */
const rankOf = ({ candidate }: ScoredMember) => grades.indexOf(candidate.nameMatch);

function gradeOf(similarity: Similarity): Candidate['nameMatch'] {
  if (similarity >= sameFrom) return 'same';
  return similarity >= similarFrom ? 'similar' : 'different';
}

const selectMembers = sql`
  select member.notice_id, member.first_name, member.last_name, mailed.street, mailed.city, mailed.state, mailed.zip,
    member.street as imported_street, member.city as imported_city, member.state as imported_state,
    member.zip as imported_zip, mailed.address_id, exists (
      select from claims where claims.notice_id = member.notice_id and claims.case_id = member.case_id
    ) as has_filed
  from class_members member join member_mailing_addresses mailed on mailed.notice_id = member.notice_id`;

async function findInZip(database: Database, caseId: string, zip: string): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    ${selectMembers} where member.notice_id = any(array(
      select notice_id from class_members
      where case_id = ${caseId} and left(zip, 5) = ${zip} order by notice_id limit ${maxInZip}
    ))`.execute(database);
  return rows;
}

async function readRows(database: Database, noticeIds: readonly string[]): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`${selectMembers} where member.notice_id = any(${noticeIds}::text[])`.execute(
    database,
  );
  return rows;
}
