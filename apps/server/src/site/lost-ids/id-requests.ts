import type { Language } from '@redress/contract/language';
import type { AnyAnswers } from '@redress/forms/answers';
import { type Selectable, sql } from 'kysely';
import { hash } from 'node:crypto';
import type { Database } from '../../platform/database/pool.ts';
import type { IdRequestsTable } from './tables.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';

export interface NewIdRequest {
  readonly caseId: string;
  readonly language: Language;
  readonly requestedAt: Date;
  /** The key of the page, so that the same form sent twice is one request. */
  readonly formKey: string;
  readonly suspectedMachine: boolean;
  /** The answers are parsed. */
  readonly answers: AnyAnswers;
}

/** Stores a request, unless the same form was sent before. */
export async function storeIdRequest(database: Database, request: NewIdRequest): Promise<void> {
  const { caseId, language, requestedAt, formKey, suspectedMachine, answers } = request;
  const text = (name: string): string | null => {
    const answer = answers[name];
    return typeof answer === 'string' && answer !== '' ? answer : null;
  };
  const required = (name: string): string => {
    const answer = text(name);
    if (answer === null) throw new Error(`The form of ID requests has no required field ${name}`);
    return answer;
  };
  const columns = {
    name: required('name1'),
    street: required('street1'),
    city: required('city'),
    state: required('state'),
    zip: required('zip'),
    phone: text('phone1'),
    email: text('email'),
  };
  await database
    .insertInto('id_requests')
    .values({
      request_hash: hash('sha256', canonicalJson({ formKey, caseId, ...columns }), 'buffer'),
      case_id: caseId,
      requested_at: requestedAt,
      language,
      suspected_machine: suspectedMachine,
      ...columns,
    })
    .onConflict((conflict) => conflict.column('request_hash').doNothing())
    .execute();
}

/** The maximum of a `bigint`. */
const maxId = '9223372036854775807';

export type StoredIdRequest = Omit<Selectable<IdRequestsTable>, 'request_hash' | 'letter_waits'>;

/**
 * Lists at most `limit` requests after a number, oldest first; those answered in the console only
 * with `withAnswered`. Ends before the first request made at or after `before`: others with lower
 * numbers may not be committed yet, and the next list begins after the last number of this one.
 */
export function listIdRequests(
  database: Database,
  range: { readonly after: string; readonly before: Date; readonly limit: number; readonly withAnswered: boolean },
): Promise<StoredIdRequest[]> {
  return database
    .selectFrom('id_requests')
    .select(['id', 'case_id', 'requested_at', 'language', 'suspected_machine', 'answer_state'])
    .select(['name', 'street', 'city', 'state', 'zip', 'phone', 'email'])
    .where('id', '>', range.after)
    .where(isSettledBefore(range.before))
    .$if(!range.withAnswered, (query) => query.where('answer_state', '<>', 'answered'))
    .orderBy('id')
    .limit(range.limit)
    .execute();
}

/** Counts the requests that `listIdRequests` leaves out because they were answered. */
export async function countAnsweredIdRequests(
  database: Database,
  { after, before }: { readonly after: string; readonly before: Date },
): Promise<number> {
  const { count } = await database
    .selectFrom('id_requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('id', '>', after)
    .where(isSettledBefore(before))
    .where('answer_state', '=', 'answered')
    .executeTakeFirstOrThrow();
  return Number(count);
}

const isSettledBefore = (before: Date) =>
  sql<boolean>`id < coalesce((select min(id) from id_requests where requested_at >= ${before}), ${maxId})`;
