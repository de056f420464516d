import type { ReadKind } from '@redress/contract/console/access-log';
import { backgroundHeader } from '@redress/contract/http-headers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import type { ConsoleContext } from '../context.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { hashRead, hashSearchWords, referencesTo } from './access-log-hash.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The personal data that the route shows. Required for every GET route of the console and for
     * every other route that shows personal data. Unless the value is `nothing`, the handler calls
     * `recordRead`.
     */
    readonly reads?: ReadKind | 'nothing';
  }
  interface FastifyRequest {
    isReadRecorded: boolean;
  }
  interface FastifyInstance {
    /** SHA-256 of what sessions were shown last, by session and URL, for screens that refresh themselves. */
    readonly shownReads: Map<string, string>;
    /** The personal data that each route of the console shows. Tests read it. */
    readonly consoleReads: Map<string, ReadKind | 'nothing'>;
  }
}

export interface StaffRead {
  readonly what: ReadKind;
  /**
   * For example `claim 8001583106`, `member 200000001`, `export 7`, `access-log`. Notice IDs are
   * stored as keyed hashes.
   */
  readonly subject: string;
  /** The reason as the person typed it. */
  readonly reason?: string | undefined;
  /** The claim numbers or Notice IDs of a list or search. */
  readonly resultIds?: readonly string[];
  /** Stored only as a keyed hash. */
  readonly searchWords?: string | undefined;
  /**
   * Everything that the answer shows of people, if a screen repeats the read by itself. While that
   * stays the same, the repetitions of a session are one read.
   */
  readonly shown?: unknown;
}

/** Sessions and their lists are forgotten after this many, and then logged again. */
const maxShownReads = 10_000;

/** Logs a read before its answer is sent: a read that cannot be logged shows nothing. */
export async function recordRead(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>,
  request: FastifyRequest,
  { what, subject, reason, resultIds = [], searchWords = '', shown }: StaffRead,
): Promise<void> {
  const { database, keys, now } = context;
  const { id, sessionId } = staffOf(request);
  const { shownReads } = request.server;
  const place = `${sessionId} ${request.method} ${request.url}`;
  const content = shown === undefined ? undefined : hash('sha256', JSON.stringify([resultIds, shown]));
  if (content !== undefined && request.headers[backgroundHeader] === '1' && shownReads.get(place) === content) {
    request.isReadRecorded = true;
    return;
  }
  const read = {
    at: now(),
    staff_id: id,
    session_id: sessionId,
    what,
    subject: referencesTo(subject, context)[0],
    reason: reason === undefined ? null : stripNulAndSurrogates(reason),
    result_ids: resultIds.map((resultId) => referencesTo(resultId, context)[0]),
    search_hash: searchWords.trim() === '' ? null : hashSearchWords(searchWords, keys)[0],
  };
  await database
    .insertInto('access_log')
    .values({ ...read, hash: hashRead(read) })
    .execute();
  request.isReadRecorded = true;
  if (content === undefined) return;
  shownReads.delete(place);
  shownReads.set(place, content);
  const [oldest] = shownReads.keys();
  if (oldest !== undefined && shownReads.size > maxShownReads) shownReads.delete(oldest);
}

/**
 * Answers requests to routes that show personal data only after the read was recorded, so that a
 * handler cannot forget it.
 */
export function guardReads(api: FastifyInstance, routes: Map<string, ReadKind | 'nothing'>): void {
  api.decorateRequest('isReadRecorded', false);
  api.decorate('shownReads', new Map());
  api.addHook('onRoute', ({ config, method, url }) => {
    if ([method].flat().includes('GET') && config?.reads === undefined)
      throw new Error(`The route GET ${url} does not say what it reads: see console/access-log/record-read.ts`);
    for (const each of [method].flat()) if (each !== 'HEAD') routes.set(`${each} ${url}`, config?.reads ?? 'nothing');
  });
  api.addHook('onSend', (request, reply, payload, done) => {
    const { reads = 'nothing' } = request.routeOptions.config;
    const isAnswered = reply.statusCode < 300;
    if (reads !== 'nothing' && isAnswered && !request.isReadRecorded)
      done(new Error(`A read was not recorded: ${request.method} ${request.routeOptions.url}`));
    else done(null, payload);
  });
}
