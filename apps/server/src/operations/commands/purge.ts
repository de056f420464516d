import { settlement } from '@redress/content/settlement';
import { forgetUnusedNameWords } from '../../console/search/fill-search.ts';
import { withClient } from '../../platform/database/pool.ts';
import { deleteBatchFiles } from '../../console/letters/letter-batch-jobs.ts';
import { expireExports } from '../../console/exports/end-export.ts';
import { forgetRareNames } from '../../console/integrity/purge-integrity.ts';
import { sealHistory } from '../../platform/history/start-sealing.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { type CasePlan, planPurge } from '../purge/plan-purge.ts';
import { purgeClaims, purgeIdRequests, purgeMembers } from '../purge/purge.ts';
import { recordRun } from '../record-run.ts';
import { type CommandContext, defineCommand, formatCount, print, runAsProgram, withInfrastructure } from './command.ts';

const usage = `Usage: npm run purge -- [--yes]

Deletes personal data past its retention period (retention.ts of the settlement). A claim keeps its number, form, dates, flags and history.
Without --yes it only shows what would be deleted. You can stop it with Ctrl-C and run it again. The server may keep running.
  --yes  deletes permanently`;

async function purge(infrastructure: CommandContext, yes: boolean): Promise<number> {
  const { config, dataFolder, connectionString } = infrastructure;
  const context = {
    ...infrastructure,
    ...(await openStorage(config, dataFolder)),
    settlement,
    now: () => new Date(),
  };
  const { cases, withoutRule } = await planPurge(context);
  cases.forEach(printPlan);
  for (const caseId of withoutRule) print(`Case ${caseId}: no retention rule, so none of its data is deleted.`);
  const isPlanned = cases.some(({ claims, classMembers, idRequests }) => claims + classMembers + idRequests > 0);
  if (!isPlanned) print('Nothing to delete.');
  else if (!yes) print('Nothing was changed. Run "npm run purge -- --yes" to delete this permanently.');
  if (!yes) return 0;
  // The rest also runs without a plan: an interrupted purge may have left exports and name words.
  for (const plan of isPlanned ? cases : []) {
    const claims = await purgeClaims(context, plan);
    const members = await purgeMembers(context, plan);
    const requests = await purgeIdRequests(context, plan);
    print(
      `Case ${plan.caseId}: ${formatCount(claims)} claims were purged, and ${formatCount(members)} class members and ${formatCount(requests)} requests for lost IDs deleted.`,
    );
  }
  // Exports hold purged data. Staff can export the rest again.
  await expireExports(context, 'all');
  await deleteBatchFiles(context, 'all');
  const left = (await planPurge(context)).cases.reduce(
    (sum, plan) => sum + plan.claims + plan.classMembers + plan.idRequests,
    0,
  );
  if (left > 0)
    print(
      `${formatCount(left)} claims, class members or requests remain for now: files are still arriving, or another process uses the rows. Run it again tomorrow.`,
    );
  await forgetUnusedNameWords(context.database);
  if (isPlanned) await forgetRareNames(context.database);
  await vacuum(connectionString);
  if (isPlanned) print('Backups contain what was deleted until you delete them too.');
  await sealHistory(context).catch(() => {
    print('The history of the purge is not sealed yet: the server seals it within a minute.');
  });
  return 0;
}

function printPlan(plan: CasePlan): void {
  const { caseId, rule, lastDay, claims, documents, classMembers, idRequests, retainedClaims } = plan;
  print(
    `Case ${caseId}: kept until ${lastDay} (${rule.years} years after ${rule.from}); a claim filed later, for ${rule.years} years after its filing.`,
  );
  print(
    `  To delete: the data of ${formatCount(claims)} claims, with ${formatCount(documents)} documents, ${formatCount(classMembers)} class members, and ${formatCount(idRequests)} requests for lost IDs.`,
  );
  print(`  To keep for now: ${formatCount(retainedClaims)} claims.`);
}

/** Makes the space of deleted rows reusable, so that their bytes are overwritten in time. */
async function vacuum(connectionString: string): Promise<void> {
  const tables = `claims, claim_tax_ids, claim_documents, data_checks, uploads, receipt_outbox, class_members, member_addresses,
    id_requests, id_request_answers, claim_search, member_search, name_words`;
  await withClient(connectionString, (client) => client.query(`vacuum ${tables}`));
}

export const main = defineCommand({
  usage,
  options: { yes: { type: 'boolean', default: false } },
  run: ({ yes }) =>
    withInfrastructure((context) =>
      yes ? recordRun(context.database, 'purge', () => purge(context, yes)) : purge(context, yes),
    ),
});

await runAsProgram(import.meta.filename, main);
