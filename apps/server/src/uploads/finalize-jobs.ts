import { sql } from 'kysely';
import type { ClaimForm } from '@redress/forms/definition';
import type { Database } from '../database/pool.ts';
import type { Lease, LeasedWork } from '../jobs/leased-work.ts';
import { WorkStoppedError } from '../jobs/leased-work.ts';
import { documentsItemOfClaim } from './upload-item.ts';
import { nextByClaim, recently } from '../jobs/next-by-claim.ts';
import type { CompleteUpload, JoinRoom } from './finalize-upload.ts';
import { joinUpload } from './finalize-upload.ts';

const longestPauseSeconds = 5 * 60;

export interface JoiningRoom extends JoinRoom {
  readonly claimForms: readonly ClaimForm[];
  /** A document has become a claim's. */
  readonly onJoined?: () => void;
}

/**
 * Joining uploads as work that any process takes up. It is never given up, because the bytes are a claimant's: after a fault it rests, for
 * longer each time, and others are joined meanwhile.
 */
export function joiningWork(context: JoiningRoom): LeasedWork {
  const { database } = context;
  return {
    name: 'joining uploads',
    // Rows that another worker takes at this moment are passed over first; then those are waited for that a request still writes to.
    take: async (lease, now) =>
      (await takeNext(database, lease, now, 'pass')) ?? takeNext(database, lease, now, 'wait'),
    async renew(id, { holder, until }) {
      const renewed = await database
        .updateTable('uploads')
        .set({ leased_until: until })
        .where('id', '=', id)
        .where('leased_by', '=', holder)
        .returning('id')
        .executeTakeFirst();
      return renewed !== undefined;
    },
    async carryOut(id, holder, signal) {
      const upload = await readUpload(context, id, holder);
      if (!upload) return;
      const result = await joinUpload(context, upload, holder, signal);
      if (result.stored && !result.duplicate) context.onJoined?.();
    },
    async release(id, holder, error) {
      // A process that is asked to stop leaves it to others at once; what failed rests.
      const rested = sql<Date>`${context.now()}::timestamptz + least(2 ^ least(attempts, 16), ${longestPauseSeconds}) * interval '1 second'`;
      await database
        .updateTable('uploads')
        .set((set) => ({
          leased_by: null,
          ...(error instanceof WorkStoppedError
            ? { leased_until: null, attempts: set('attempts', '-', 1) }
            : { leased_until: rested }),
        }))
        .where('id', '=', id)
        .where('leased_by', '=', holder)
        .execute();
    },
  };
}

async function takeNext(
  database: Database,
  { holder, until }: Lease,
  now: Date,
  locked: 'pass' | 'wait',
): Promise<string | undefined> {
  const taken = await database
    .updateTable('uploads')
    .set((set) => ({ leased_by: holder, leased_until: until, attempts: set('attempts', '+', 1) }))
    .where(
      'id',
      '=',
      nextByClaim({
        table: 'uploads',
        id: 'id',
        since: 'created_at',
        waits: sql`each.status = 'complete' and (each.leased_until is null or each.leased_until < ${now})`,
        isTaken: sql`other.finished_at > ${recently(now)} or other.leased_until > ${now}`,
        locked,
      }),
    )
    .returning('id')
    .executeTakeFirst();
  return taken?.id;
}

async function readUpload(
  { database, claimForms }: JoiningRoom,
  id: string,
  holder: string,
): Promise<CompleteUpload | undefined> {
  const row = await database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .select([
      'uploads.name',
      'uploads.size',
      'uploads.chosen',
      'claims.id as claimId',
      'claims.number',
      'claims.language',
      'claims.form_id',
      'claims.form_version',
    ])
    .where('uploads.id', '=', id)
    .where('uploads.status', '=', 'complete')
    .where('uploads.leased_by', '=', holder)
    .executeTakeFirst();
  if (!row) return undefined;
  const item = documentsItemOfClaim(claimForms, row);
  if (!item) throw new Error(`No form ${row.form_id} of version ${row.form_version} asks for documents`);
  const { name, chosen, language, claimId, number } = row;
  return { id, name, size: Number(row.size), chosen, language, item, claim: { id: claimId, number } };
}
