import { settlement } from '@redress/content/settlement';
import { withClient } from '../../database/pool.ts';
import { sealHistory } from '../../seals/start-sealing.ts';
import { StartError } from '../../errors/start-error.ts';
import { openUploadFolder } from '../../storage/upload-folder.ts';
import { type CasePlan, planPurge } from '../purge/plan-purge.ts';
import { purgeClaims, purgeMembers } from '../purge/purge.ts';
import { formatCount, print, runCommand, stopSignal, type Storage, withStorage } from './command.ts';

const usage = `Usage: npm run purge -- [--yes] [--on YYYY-MM-DD]

Deletes personal data past its retention period (content/retention.ts). A claim keeps its number, form, dates, flags and history.
Without --yes it only shows what would be deleted. You can stop it with Ctrl-C and run it again. The server may keep running.
  --yes            deletes permanently
  --on YYYY-MM-DD  shows what would be deleted on another day`;

async function purge(storage: Storage, on: string | undefined, yes: boolean): Promise<number> {
  const { folders, connectionString } = storage;
  const uploadFolder = await openUploadFolder(folders.uploads);
  const context = { ...storage, uploadFolder, mailFolder: folders.mail, settlement, now: () => new Date() };
  const { cases, withoutRule } = await planPurge(context, on);
  for (const plan of cases) for (const line of formatPlan(plan)) print(line);
  for (const caseId of withoutRule) print(`Case ${caseId}: has no retention rule, so nothing of it is deleted.`);
  if (!cases.some(({ claims, classMembers }) => claims + classMembers > 0)) {
    print('Nothing is to be deleted.');
    return 0;
  }
  if (!yes) {
    print(`Nothing was changed.${on === undefined ? ' Run "npm run purge -- --yes" to delete this permanently.' : ''}`);
    return 0;
  }
  const signal = stopSignal();
  for (const plan of cases) {
    const claims = await purgeClaims(context, plan, signal);
    const members = await purgeMembers(context, plan, signal);
    print(
      `Case ${plan.caseId}: ${formatCount(claims)} claims were purged, and ${formatCount(members)} class members deleted.`,
    );
  }
  const isComplete = !signal.aborted;
  if (isComplete) {
    const left = await planPurge(context);
    const leftClaims = left.cases.reduce((sum, { claims }) => sum + claims, 0);
    if (leftClaims > 0)
      print(`${formatCount(leftClaims)} claims are left for now: they are in use. Run it again tomorrow.`);
  } else print('It was stopped before everything was deleted. Run it again to continue.');
  await vacuum(connectionString);
  print('Backups contain what was deleted until you delete them too.');
  await sealHistory(context).catch(() => {
    print('The history of the purge is not sealed yet: the server does so within a minute.');
  });
  return isComplete ? 0 : 1;
}

function formatPlan(plan: CasePlan): string[] {
  const { caseId, rule, lastDay, claims, pendingClaims, documents, documentBytes, classMembers, retainedClaims } = plan;
  const megabytes = (documentBytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return [
    `Case ${caseId}: kept until ${lastDay} (${rule.years} years after ${rule.from}); a claim filed later, for ${rule.years} years after its filing.`,
    `  To delete: the data of ${formatCount(claims)} claims, with ${formatCount(documents)} documents (${megabytes} MB), and ${formatCount(classMembers)} class members.`,
    `  To keep for now: ${formatCount(retainedClaims)} claims.`,
    ...(pendingClaims > 0
      ? [`  Of the claims to delete, ${formatCount(pendingClaims)} wait until their files have arrived.`]
      : []),
  ];
}

/** Makes the space of deleted rows reusable, so that their bytes are overwritten in time. */
async function vacuum(connectionString: string): Promise<void> {
  const tables = 'claims, claim_tax_ids, claim_documents, data_checks, uploads, outbox, class_members';
  await withClient(connectionString, (client) => client.query(`vacuum ${tables}`));
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

await runCommand({
  usage,
  options: { yes: { type: 'boolean' }, on: { type: 'string' } },
  run: async ({ yes = false, on }) => {
    if (on !== undefined && !isDay(on)) throw new StartError('--on takes a day such as 2033-01-31.');
    if (on !== undefined && yes) throw new StartError('--on only looks ahead: use it without --yes.');
    return withStorage((storage) => purge(storage, on, yes));
  },
});
