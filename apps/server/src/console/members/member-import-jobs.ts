import type { ConsoleContext } from '../context.ts';
import { databaseOn, withClient } from '../../platform/database/pool.ts';
import { findHeldJob } from '../../platform/jobs/held-jobs.ts';
import { isHeldJob, jobLeases } from '../../platform/jobs/job-leases.ts';
import type { JobSource } from '../../platform/jobs/job-runner.ts';
import { runInProcess } from '../../platform/jobs/task-process.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { MemberFile, MemberFileResult } from './import-member-file.ts';

interface MemberImportOptions extends Pick<ConsoleContext, 'database' | 'keys' | 'uploadFolder' | 'now'> {
  readonly connectionString: string;
}

const script = new URL('./member-import-process.ts', import.meta.url);
const failedTooOften =
  'The import failed several times, and nothing was imported. Ask the operator to look at the server’s log, then upload the file again.';

/**
 * Imports each uploaded file of class members in its own process, because hashing and encrypting
 * millions of IDs takes minutes. After a restart, an interrupted import starts over: none of it was
 * committed.
 */
export function memberImportJobs(options: MemberImportOptions): JobSource {
  const { database, connectionString, keys, uploadFolder, now } = options;
  // The process gets no other keys.
  const memberKeys = {
    'login-lookup': keys['login-lookup'],
    'unique-ids': keys['unique-ids'],
    version: keys.version,
  };

  async function refuse(id: string, holder: string, problem: string | null): Promise<void> {
    await database
      .updateTable('member_imports as job')
      .set({ status: 'refused', problem, finished_at: now(), leased_by: null })
      .where(isHeldJob('member-import', id, holder))
      .where('status', '=', 'waiting')
      .execute();
  }

  /** Adds the entry of a stored import to the history, once. */
  async function finish(id: string, holder: string): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      const at = now();
      const finished = await transaction
        .updateTable('member_imports as job')
        .set({ status: 'done', finished_at: at, leased_by: null })
        .where(isHeldJob('member-import', id, holder))
        .where('status', '=', 'stored')
        .returning(['started_by', 'case_ids', 'rows_read', 'bad_rows', 'imported', 'sha256'])
        .executeTakeFirst();
      if (!finished) return;
      const { started_by: by, case_ids: cases, sha256 } = finished;
      const [rows, bad, added] = [finished.rows_read, finished.bad_rows, finished.imported].map(Number);
      await addRecordEntry(transaction, { kind: 'member-import', id }, at, {
        kind: 'members-imported',
        details: {
          by,
          cases: cases.join(' '),
          rows: rows ?? 0,
          bad: bad ?? 0,
          added: added ?? 0,
          sha256: sha256?.toString('hex') ?? '',
        },
      });
    });
  }

  /** Removes the class members that an import added, with an entry in the history. */
  async function removeMembers(id: string, holder: string): Promise<void> {
    await withClient(connectionString, async (client) => {
      await client.query('begin');
      // Locked first, so that the deletion sees notes and addresses that were being saved.
      await client.query(
        'select count(*) from (select from class_members where import_id = $1 order by notice_id for update) locked',
        [id],
      );
      const { rowCount: removed } = await client.query(
        `delete from class_members member where import_id = $1
           and not exists (select from claims where claims.notice_id = member.notice_id)
           and not exists (select from member_notes where member_notes.notice_id = member.notice_id)
           and not exists (select from member_addresses where member_addresses.notice_id = member.notice_id)
           and not exists (select from id_request_answers where id_request_answers.notice_id = member.notice_id)`,
        [id],
      );
      const at = now();
      const { rows } = await client.query<{ by: string; kept: string }>(
        `update member_imports set status = 'removed', removed = $3, removed_at = $4, leased_by = null
         where id = $1 and leased_by = $2 and status = 'removing'
         returning removal_asked_by as by, (select count(*) from class_members where import_id = $1) as kept`,
        [id, holder, removed, at],
      );
      const [{ by, kept } = {}] = rows;
      // Without a commit, nothing is removed.
      if (by === undefined) return;
      await addRecordEntry(databaseOn(client), { kind: 'member-import', id }, at, {
        kind: 'members-removed',
        details: { by, removed: removed ?? 0, kept: Number(kept) },
      });
      await client.query('commit');
    });
  }

  return {
    name: 'member-import',
    leases: jobLeases(database, 'member-import'),
    concurrency: 1,
    pauseSeconds: [5, 30, 60, 300],
    maxAttempts: 5,
    async run(id, holder, signal) {
      const held = await findHeldJob(database, 'member-import', id, holder);
      if (held?.status === 'waiting') {
        const file: MemberFile = {
          connectionString,
          keys: memberKeys,
          file: await uploadFolder.fileOf(id, { name: held.file_name, size: Number(held.size) }),
          id,
          holder,
          cases: held.case_ids,
          skipBad: held.skip_bad,
          mapping: held.mapping ?? undefined,
          startedBy: held.started_by,
        };
        const result = await runInProcess<MemberFileResult>(script, file, signal);
        if (!result.stored) await refuse(id, holder, result.problem);
      }
      if (held?.status === 'removing') await removeMembers(id, holder);
      await finish(id, holder);
      // Cleanup removes the files that a crash leaves here.
      await uploadFolder.remove(id);
      return 'done';
    },
    async giveUp(id, holder) {
      await database
        .updateTable('member_imports as job')
        .set({ status: 'done', removal_asked_by: null, leased_by: null })
        .where(isHeldJob('member-import', id, holder))
        .where('status', '=', 'removing')
        .execute();
      await refuse(id, holder, failedTooOften);
      await finish(id, holder);
      await uploadFolder.remove(id);
    },
  };
}
