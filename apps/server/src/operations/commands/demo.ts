import { flagLabels } from '@redress/contract/console/claim-labels';
import { type QueueReason, queueReasons } from '@redress/contract/console/review';
import { contentFolder, contentName } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { sql } from 'kysely';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decideClaims } from '../demo/decide-claims.ts';
import { fileDemonstration } from '../demo/file-demonstration.ts';
import { fillLedgers } from '../demo/fill-ledgers.ts';
import { writeLetters } from '../demo/write-letters.ts';
import { scoreDemonstration, type ScoredDemonstration } from '../demo/score-demonstration.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { createLog } from '../../platform/logging/log.ts';
import { createFolderMailer, createSmtpMailer } from '../../platform/mail/mailers.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import {
  alignColumns,
  type CommandContext,
  defineCommand,
  formatCount,
  print,
  printProgress,
  runAsProgram,
  withInfrastructure,
} from './command.ts';

const usage = `Usage: npm run demo -- [--claims N] [--seed N] [--decided] [--add] [--yes]

Files and scores invented claims of all forms, with class members, documents, data files and receipts, for trying the console. The server may keep running.
  --claims N  how many (500)
  --seed N    which people and claims to invent (1)
  --decided   decides the claims, so that an allocation can be computed and frozen
  --add       files them even if the database has other claims
  --yes       files them even if receipts go to a mail server (SMTP_URL). Their addresses are invented.
A run that was interrupted continues with the same options.`;

const maxClaims = 100_000;
const photos = join(contentFolder, 'demo/photos');

async function fileDemo(
  context: CommandContext,
  size: { readonly claims: number; readonly seed: number },
  { decided, add, yes }: { readonly decided: boolean; readonly add: boolean; readonly yes: boolean },
): Promise<number> {
  const { config, database, pool, keys, dataFolder, mailFolder, connectionString, started } = context;
  const { smtpUrl, publicUrl, clamd } = config;
  if (smtpUrl !== undefined && !yes)
    throw new StartError(
      'SMTP_URL is set, so a mail server would get a receipt for each claim. Unset it, or add --yes.',
    );
  const { demonstrationKeyPrefix, inventDemonstration } = await loadInventor();
  const ownKeys = `${demonstrationKeyPrefix}${size.seed}-${size.claims}-`;
  if (!add && (await hasOtherClaims(context, ownKeys)))
    throw new StartError(
      'The database has other claims. Use a new one (set DATA_DIR to a new folder), or add --add if these claims are only for trials.',
    );
  const begun = Date.now();
  const demonstration = inventDemonstration({ ...size, now: new Date() });
  const mailer = smtpUrl === undefined ? createFolderMailer(mailFolder) : createSmtpMailer(smtpUrl);
  started.defer(() => mailer.close());
  const stopping = new AbortController();
  const { store } = await openStorage(config, dataFolder);
  const resources = { settlement, database, keys, onProgress: printProgress, signal: stopping.signal };
  const fileAndScore = async () => {
    const counts = await fileDemonstration({
      ...resources,
      demonstration,
      connectionString,
      pool,
      publicUrl,
      mailer,
      from: config.mailFrom ?? { name: '', address: `no-reply@${publicUrl.hostname}` },
      store,
      log: createLog('warn'),
      readPhoto: (name) => readFile(join(photos, name)),
      isScanned: clamd !== undefined,
    });
    const letters = await writeLetters({ ...resources, publicUrl, store }, new Date());
    await fillLedgers({ ...resources, now: () => new Date() });
    const scored = await scoreDemonstration(resources);
    if (!decided) return { ...counts, decisions: letters, letters, ...scored };
    const decisions = letters + (await decideClaims({ ...resources, publicUrl }, new Date()));
    return { ...counts, decisions, letters, ...(await scoreDemonstration(resources)) };
  };
  const filing = fileAndScore();
  // A signal stops PostgreSQL only after the claims under way are filed, scored and sealed.
  started.defer(async () => {
    stopping.abort();
    await filing.catch(() => {});
  });
  const { claims, claimsBefore, members, idRequests, decisions, letters, ...scored } = await filing;
  const seconds = Math.round((Date.now() - begun) / 1_000);
  print(
    `${formatCount(claims)} invented claims were filed and scored in ${seconds} s, with ${formatCount(members)} class members and ${formatCount(idRequests)} requests for lost IDs.`,
  );
  if (decisions > 0)
    print(
      `${formatCount(decisions)} claims were decided, ${formatCount(letters)} of them with letters in every state. The author is “Robin Demo”.`,
    );
  if (claimsBefore > 0) print(`${formatCount(claimsBefore)} of this demonstration already existed.`);
  printQueues(scored);
  print(
    `Try it in the console: ${publicUrl.origin}/console, unless the website runs with another PORT or PUBLIC_URL. When it started, it printed its address and a link that sets up the first account.`,
  );
  return 0;
}

/** The reasons why claims wait, in the words of the console. */
const reasonTexts: Readonly<Record<QueueReason, string>> = { ...flagLabels, none: 'No flags: approve with two keys' };

/** Prints the claims of each queue, and clusters, for an operator to try. */
function printQueues({ queues, clusters }: ScoredDemonstration): void {
  print('Claims that wait for a decision, by queue. A claim can be in several:');
  const filled = queueReasons.filter((reason) => (queues.get(reason) ?? 0) > 0);
  const rows = filled.map((reason) => [`  ${formatCount(queues.get(reason) ?? 0)}`, reasonTexts[reason]]);
  for (const line of alignColumns(rows, [0])) print(line);
  const sizes = clusters.slice(0, 5).map(formatCount).join(', ');
  if (clusters.length > 0)
    print(`${formatCount(clusters.length)} clusters link more claims than a household has; the largest have ${sizes}.`);
}

/** Loads the program that invents claims for the settlement's forms. Few settlements have one. */
async function loadInventor() {
  if (!existsSync(join(contentFolder, 'demo/demonstration.ts')))
    throw new StartError(
      `The settlement "${contentName}" invents no claims: it has no content/${contentName}/demo/demonstration.ts. File claims on its website instead.`,
    );
  return import('@redress/content/demo/demonstration');
}

/** Whether another demonstration or a person has filed claims. */
async function hasOtherClaims({ database }: CommandContext, ownKeys: string): Promise<boolean> {
  const { rows } = await sql`
    select from claims where not starts_with(coalesce(idempotency_key, ''), ${ownKeys}) limit 1`.execute(database);
  return rows.length > 0;
}

function readNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new StartError(`--${name} must be a whole number from 1 to ${formatCount(max)}.`);
}

export const main = defineCommand({
  usage,
  options: {
    claims: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    decided: { type: 'boolean', default: false },
    add: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  },
  run: ({ claims, seed, ...flags }) => {
    const size = { claims: readNumber('claims', claims, maxClaims), seed: readNumber('seed', seed, 999_999) };
    return withInfrastructure((context) => fileDemo(context, size, flags));
  },
});

await runAsProgram(import.meta.filename, main);
