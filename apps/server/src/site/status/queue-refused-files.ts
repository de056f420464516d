import { sql } from 'kysely';
import { queueForClaims } from '../../claims/letters/queue-for-claims.ts';
import { planLetters, queueLetters } from '../../claims/letters/queue-letters.ts';
import type { SiteContext } from '../context.ts';
import { closedStatuses, findOpenDeficiency, readStatusRecords } from './status-records.ts';

const batchSize = 100;

/**
 * Queues a letter to each claimant in whose answer to a deficiency the scanner found a virus, as long
 * as the file can be sent again. There is one letter about each file.
 */
export async function queueRefusedFiles(
  context: Pick<SiteContext, 'database' | 'settlement' | 'keys' | 'publicUrl' | 'now' | 'log'>,
): Promise<void> {
  const { database, now } = context;
  await queueForClaims(
    context,
    async (tried) => {
      const { rows } = await sql<{ id: string }>`
        select distinct claim_id as id from claim_documents document join claim_review review using (claim_id)
        where scan = 'infected' and document.status = 'stored' and claim_id <> all(${tried}::bigint[])
          and review.status <> all(${closedStatuses}::text[])
          and exists (select from deficiency_answers where claim_id = document.claim_id)
          and not exists (select from letters where claim_id = document.claim_id and document.id = any(documents))
        order by claim_id limit ${batchSize}`.execute(database);
      return rows.map(({ id }) => id);
    },
    async (transaction, claimIds) => {
      for (const id of claimIds) {
        const told = await transaction
          .selectFrom('letters')
          .select('documents')
          .where('claim_id', '=', id)
          .where('documents', 'is not', null)
          .execute();
        const open = findOpenDeficiency(await readStatusRecords(transaction, id));
        const files = (open?.items ?? [])
          .flatMap(({ refused }) => refused)
          .filter((file, index, all) => all.findIndex((other) => other.id === file.id) === index)
          .filter((file) => !told.some(({ documents }) => documents?.includes(file.id)));
        if (files.length === 0) continue;
        const names = files.map(({ name }) => name);
        const letters = await planLetters(transaction, context, [id], now(), 'file-refused', names);
        const documents = files.map((file) => file.id);
        await queueLetters(
          transaction,
          context,
          letters.map((letter) => ({ ...letter, documents })),
          { at: now() },
        );
      }
    },
  );
}
