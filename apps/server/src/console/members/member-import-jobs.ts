import type { Selectable } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import { databaseOn, withClient } from '../../platform/database/pool.ts';
import { endHeldJob, type HeldJob, readHeldJob, updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { jobLeases, LeaseLostError } from '../../platform/jobs/job-leases.ts';
import type { JobSource } from '../../platform/jobs/job-runner.ts';
import { runInProcess } from '../../platform/jobs/task-process.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { MemberFile, MemberFileResult } from './import-member-file.ts';
import type { MemberImportsTable } from './tables.ts';

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

  const refuse = (job: HeldJob, problem: string | null) =>
    updateHeldJob(database, 'member-import', job, { status: 'refused', problem, finished_at: now(), leased_by: null });

  /** Ends a stored import, with the entry in its history. */
  async function finish(id: string, holder: string): Promise<void> {
    const stored = await readHeldJob(database, 'member-import', id, holder);
    const details = {
      by: stored.started_by,
      cases: stored.case_ids.join(' '),
      rows: Number(stored.rows_read),
      bad: Number(stored.bad_rows),
      added: Number(stored.imported),
      sha256: stored.sha256?.toString('hex') ?? '',
    };
    await endHeldJob(options, 'member-import', stored, { status: 'done' }, { kind: 'members-imported', details });
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
      if (by === undefined) throw new LeaseLostError();
      await addRecordEntry(databaseOn(client), { kind: 'member-import', id }, at, {
        kind: 'members-removed',
        details: { by, removed: removed ?? 0, kept: Number(kept) },
      });
      await client.query('commit');
    });
  }

  async function runImport(
    job: Selectable<MemberImportsTable>,
    holder: string,
    signal: AbortSignal,
  ): Promise<MemberFileResult> {
    const file: MemberFile = {
      connectionString,
      keys: memberKeys,
      file: await uploadFolder.fileOf(job.id, { name: job.file_name, size: Number(job.size) }),
      id: job.id,
      holder,
      cases: job.case_ids,
      skipBad: job.skip_bad,
      mapping: job.mapping ?? undefined,
      startedBy: job.started_by,
    };
    return runInProcess<MemberFileResult>(script, file, signal);
  }

  return {
    name: 'member-import',
    leases: jobLeases(database, 'member-import'),
    concurrency: 1,
    pauseSeconds: [5, 30, 60, 300],
    maxAttempts: 5,
    async run(id, holder, signal) {
      const held = await readHeldJob(database, 'member-import', id, holder);
      if (held.status === 'removing') await removeMembers(id, holder);
      else {
        // An import that was stored before the process ended has only to be finished.
        const result = held.status === 'stored' ? { stored: true } : await runImport(held, holder, signal);
        await ('problem' in result ? refuse(held, result.problem) : finish(id, holder));
      }
      // Cleanup removes the files that a crash leaves here.
      await uploadFolder.remove(id);
      return 'done';
    },
    async giveUp(id, holder) {
      const held = await readHeldJob(database, 'member-import', id, holder);
      const keep = { status: 'done', removal_asked_by: null, leased_by: null } as const;
      if (held.status === 'removing') await updateHeldJob(database, 'member-import', held, keep);
      else await (held.status === 'stored' ? finish(id, holder) : refuse(held, failedTooOften));
      await uploadFolder.remove(id);
    },
  };
}
