import type { ClaimCall, ClaimNote } from '@redress/contract/console/claim-details';
import type { Kysely } from 'kysely';
import { addHistoryEntry, lockClaim } from '../../claims/history/claim-history.ts';
import type { ConsoleContext } from '../context.ts';
import type { CallsTable, NotesTable } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

type NotesContext = Pick<ConsoleContext, 'database' | 'keys' | 'now'>;
type NoteToAdd = Pick<NotesTable, 'id' | 'staff_id' | 'text'>;
interface Claim {
  readonly id: string;
  readonly number: string;
}

export async function readNotes({ database }: Pick<NotesContext, 'database'>, claimId: string): Promise<ClaimNote[]> {
  const rows = await database
    .selectFrom('notes')
    .innerJoin('staff', 'staff.id', 'notes.staff_id')
    .select(['notes.id', 'at', 'staff.name as author', 'text'])
    .where('claim_id', '=', claimId)
    .orderBy('at')
    .execute();
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}

export async function readCalls({ database }: Pick<NotesContext, 'database'>, claimId: string): Promise<ClaimCall[]> {
  const rows = await database
    .selectFrom('calls')
    .innerJoin('staff', 'staff.id', 'calls.staff_id')
    .select(['calls.id', 'at', 'staff.name as author', 'topic', 'text'])
    .where('claim_id', '=', claimId)
    .orderBy('at')
    .execute();
  return rows.map(({ at, ...call }) => ({ ...call, at: at.toISOString() }));
}

/** Adds a note and its history entry. A repeated request changes nothing. */
export function addNote(context: NotesContext, claim: Claim, note: NoteToAdd): Promise<void> {
  const { id, staff_id: by } = note;
  return context.database.transaction().execute(async (transaction) => {
    if (await isAdded(transaction, claim, 'notes', note)) return;
    const at = context.now();
    const row = await transaction
      .insertInto('notes')
      .values({ ...note, claim_id: claim.id, at })
      .returningAll()
      .executeTakeFirstOrThrow();
    const rows = hashRow('notes', row, context.keys);
    await addHistoryEntry(transaction, claim, at, { kind: 'note-added', details: { noteId: id, by }, rows });
  });
}

/** Logs a call; otherwise like `addNote`. */
export function addCall(
  context: NotesContext,
  claim: Claim,
  call: NoteToAdd & Pick<CallsTable, 'topic'>,
): Promise<void> {
  const { id, staff_id: by, topic } = call;
  return context.database.transaction().execute(async (transaction) => {
    if (await isAdded(transaction, claim, 'calls', call)) return;
    const at = context.now();
    const row = await transaction
      .insertInto('calls')
      .values({ ...call, claim_id: claim.id, at })
      .returningAll()
      .executeTakeFirstOrThrow();
    const rows = hashRow('calls', row, context.keys);
    await addHistoryEntry(transaction, claim, at, { kind: 'call-logged', details: { callId: id, by, topic }, rows });
  });
}

/**
 * Locks the claim, and finds whether an earlier request added the note.
 * @throws ProblemError `conflict` when another note has the ID, `changed-meanwhile` after a purge
 */
async function isAdded(
  transaction: Kysely<Tables>,
  claim: Claim,
  table: 'notes' | 'calls',
  note: NoteToAdd,
): Promise<boolean> {
  const status = await lockClaim(transaction, claim);
  const found = await transaction
    .selectFrom(table)
    .select(['claim_id', 'staff_id', 'text'])
    .where('id', '=', note.id)
    .executeTakeFirst();
  if (found) {
    if (found.claim_id === claim.id && found.staff_id === note.staff_id && found.text === note.text) return true;
    throw new ProblemError('conflict');
  }
  if (status === 'purged')
    throw consoleProblem(
      'changed-meanwhile',
      'The personal data of this claim has been deleted, so nothing can be added.',
    );
  return false;
}
