import { settlement } from '@redress/content/settlement';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sealHistory } from '../../seals/seal-history.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../database/pool.ts';
import { bootstrapForCommand } from '../../bootstrap.ts';
import type { CasePlan } from '../purge/plan-purge.ts';
import { planPurge } from '../purge/plan-purge.ts';
import { purgeClaims } from '../purge/purge-claims.ts';
import { purgeMembers } from '../purge/purge-members.ts';
import type { PurgeRoom } from '../purge/purge-context.ts';
import { StartError } from '../../start-error.ts';
import { openUploadStore } from '../../storage/upload-store.ts';
import { openUploadFolder } from '../../storage/upload-folder.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run purge -- [--yes] [--on YYYY-MM-DD]

Deletes personal data whose time is over by the rules in content/retention.ts. A claim keeps its number, form, dates, marks and history.
Without --yes it only says what would be deleted. It may be ended with Ctrl-C and begun again. The server may go on working.
  --yes            deletes for good
  --on YYYY-MM-DD  says what would be deleted on another day`;

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { yes: { type: 'boolean' }, on: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    say(usage);
    return 0;
  }
  const { on, yes = false } = values;
  if (on !== undefined && !isDay(on)) throw new StartError('--on takes a day such as 2033-01-31.');
  if (on !== undefined && yes) throw new StartError('--on only looks ahead: leave --yes out, or leave --on out.');
  const config = readConfig(process.env, process.cwd());
  const infrastructure = await bootstrapForCommand(config, say);
  try {
    const { database, close } = openDatabase(infrastructure.connectionString, (error) => say(error.message));
    try {
      const context: PurgeRoom = {
        database,
        store: await openUploadStore(config.documentsFolder ?? join(infrastructure.dataFolder, 'documents')),
        folder: await openUploadFolder(join(config.documentsFolder ?? infrastructure.dataFolder, 'uploads')),
        mailFolder: join(infrastructure.dataFolder, 'mail'),
        settlement,
        now: () => new Date(),
      };
      const { cases, withoutRule } = await planPurge(context, on);
      for (const plan of cases) for (const line of tellPlan(plan)) say(line);
      for (const caseId of withoutRule) say(`Case ${caseId}: has no rule, so that nothing of it is deleted.`);
      if (!cases.some(({ claims, classMembers }) => claims + classMembers > 0)) {
        say('Nothing is to be deleted.');
        return 0;
      }
      if (!yes) {
        say(`Nothing was changed.${on === undefined ? ' Run "npm run purge -- --yes" to delete this for good.' : ''}`);
        return 0;
      }
      const isWhole = await purge(context, cases);
      await sealHistory({ database, keys: infrastructure.keys, now: context.now });
      await vacuum(infrastructure.connectionString);
      say('Backups hold what was deleted until they are deleted, too.');
      return isWhole ? 0 : 1;
    } finally {
      await close();
    }
  } finally {
    await infrastructure.close();
  }
}

/** Gives whether it came to its end. */
async function purge(context: PurgeRoom, cases: readonly CasePlan[]): Promise<boolean> {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  for (const ruled of cases) {
    let claims = 0;
    let members = 0;
    for await (const done of purgeClaims(context, ruled)) {
      claims += done;
      if (isStopped) break;
    }
    if (!isStopped)
      for await (const done of purgeMembers(context, ruled)) {
        members += done;
        if (isStopped) break;
      }
    say(`Case ${ruled.caseId}: ${count(claims)} claims were purged, and ${count(members)} class members deleted.`);
    if (isStopped) break;
  }
  const { cases: left } = await planPurge(context);
  const waiting = left.reduce((sum, { claims }) => sum + claims, 0);
  if (isStopped) say('It was ended before all was done. Run it again to go on.');
  else if (waiting > 0) say(`${count(waiting)} claims are left for now: they are in use. Run it again tomorrow.`);
  return !isStopped;
}

function tellPlan(plan: CasePlan): string[] {
  const { caseId, rule, lastDay, claims, waiting, documents, bytes, classMembers, keptClaims } = plan;
  const megabytes = (bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return [
    `Case ${caseId}: kept until ${lastDay} (${rule.years} years after ${rule.from}); a claim that was filed later, ${rule.years} years after its filing.`,
    `  To delete: the data of ${count(claims)} claims, with ${count(documents)} documents (${megabytes} MB), and ${count(classMembers)} class members.`,
    `  To keep for now: ${count(keptClaims)} claims.`,
    ...(waiting > 0 ? [`  Left until their files have come: ${count(waiting)} of the claims to delete.`] : []),
  ];
}

/** So that the space of what was deleted is used again, and its bytes are overwritten in time. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const table of [
      'claims',
      'claim_tax_ids',
      'claim_documents',
      'data_checks',
      'uploads',
      'outbox',
      'class_members',
    ])
      await client.query(`vacuum ${table}`);
  } finally {
    await client.end();
  }
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

const count = (value: number) => value.toLocaleString('en-US');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runCommand(run);
