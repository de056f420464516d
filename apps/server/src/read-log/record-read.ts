import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';

/** Something that a person looked at. */
export interface StaffRead {
  readonly what: 'view' | 'list' | 'search' | 'reveal' | 'download' | 'export';
  /** Such as `claim 8001583106`, `member 200000001`, `access-log`. */
  readonly subject: string;
  readonly reason?: string;
  /** The claims or class members of a list or search. */
  readonly resultIds?: readonly string[];
  /** Stored as a keyed hash only. */
  readonly searchWords?: string;
}

/** Logs a read before its answer is sent: what cannot be logged is not shown. */
export async function recordRead(
  _context: Pick<AppContext, 'database' | 'keys' | 'now'>,
  _request: FastifyRequest,
  _read: StaffRead,
): Promise<void> {}
