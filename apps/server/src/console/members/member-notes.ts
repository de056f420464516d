import type { AddMemberNote, Member } from '@redress/contract/console/members';
import { isDeepStrictEqual } from 'node:util';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { consoleProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';

/** Notes and calls about a class member, newest first. */
export async function readMemberNotes(database: Database, noticeId: string): Promise<NonNullable<Member['notes']>> {
  const rows = await database
    .selectFrom('member_notes')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['member_notes.id', 'at', 'staff.name as author', 'topic', 'text'])
    .where('notice_id', '=', noticeId)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}

/**
 * Adds a note or a call with its history entry. A repeated request changes nothing.
 * @throws ProblemError `not-found` outside the person's cases, `conflict` when another note has the
 *   ID
 */
export async function addMemberNote(
  { database, keys, now }: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  { id: by, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
  noticeId: string,
  { id, topic, text: typed }: AddMemberNote,
): Promise<void> {
  const text = stripNulAndSurrogates(typed).trim();
  if (topic === null && text === '') throw consoleProblem('bad-request', 'Enter a note.');
  await database.transaction().execute(async (transaction) => {
    const member = await transaction
      .selectFrom('class_members')
      .select('case_id')
      .where('notice_id', '=', noticeId)
      .where('case_id', 'in', [...permitted.notes])
      .forKeyShare()
      .executeTakeFirstOrThrow(notFound);
    const note = { id, notice_id: noticeId, staff_id: by, topic, text };
    const row = await transaction
      .insertInto('member_notes')
      .values({ ...note, at: now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      const { at: _at, ...stored } = await transaction
        .selectFrom('member_notes')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (isDeepStrictEqual(stored, note)) return;
      throw new ProblemError('conflict');
    }
    const details = { by, caseId: member.case_id };
    const rows = hashRow('member_notes', row, keys);
    await addRecordEntry(
      transaction,
      { kind: 'member-note', id },
      row.at,
      topic === null
        ? { kind: 'member-note-added', details, rows }
        : { kind: 'member-call-logged', details: { ...details, topic }, rows },
    );
  });
}
