import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClaimProof, ProvenEntry } from '../../seals/prove-claim.ts';
import { proveClaim } from '../../seals/prove-claim.ts';
import { readLastSeal } from '../../seals/read-seals.ts';
import type { VerifiedCounts, VerifyRoom } from '../verify/verify-claims.ts';
import { verifyClaims } from '../verify/verify-claims.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../database/pool.ts';
import { bootstrapForCommand } from '../../bootstrap.ts';
import { StartError } from '../../start-error.ts';
import { openUploadStore } from '../../storage/upload-store.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run claims:verify -- [--documents] [--claim NUMBER [--json]]

Looks whether every claim is whole: its history and seals, answers, tax IDs, documents, checks and receipt. The server may go on working.
  --documents     reads each byte of each document; otherwise only whether it is there with its size
  --claim NUMBER  prints the history of one claim, the seals over it and whether they hold; with --json as JSON, with the way to each root
Ends with exit code 1 when something is not as it should be.`;

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      documents: { type: 'boolean' },
      claim: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    say(usage);
    return 0;
  }
  const config = readConfig(process.env, process.cwd());
  const infrastructure = await bootstrapForCommand(config, tell);
  try {
    const { database, close } = openDatabase(infrastructure.connectionString, (error) => tell(error.message));
    try {
      const store = await openUploadStore(config.documentsFolder ?? join(infrastructure.dataFolder, 'documents'));
      const context = { database, store, keys: infrastructure.keys };
      if (values.claim !== undefined) return await showClaim(context, values.claim, values.json === true);
      return await verifyAll(context, values.documents === true);
    } finally {
      await close();
    }
  } finally {
    await infrastructure.close();
  }
}

async function verifyAll(context: VerifyRoom, readDocuments: boolean): Promise<number> {
  const { findings, counts } = verifyClaims(context, { readDocuments });
  let found = 0;
  for await (const { sentence } of findings) {
    found += 1;
    say(sentence);
  }
  if (found > 0) say('');
  for (const line of describe(counts)) say(line);
  if (counts.claims === 0) say('There are no claims here: look whether DATA_DIR or DATABASE_URL is the right one.');
  const head = await readLastSeal(context.database);
  if (head) say(`The newest seal is ${head.position}, of ${head.sealedAt.toISOString()}: ${head.root.toString('hex')}`);
  say(found === 0 ? 'Everything is as it should be.' : `${count(found)} things are not as they should be: see above.`);
  return found === 0 ? 0 : 1;
}

const count = (value: number) => value.toLocaleString('en-US');

function describe(counts: VerifiedCounts): string[] {
  return [
    `Claims: ${count(counts.claims)}, of which ${count(counts.purged)} are purged.`,
    `History: ${count(counts.historyEntries)} entries, ${count(counts.sealedEntries)} of them under ${count(counts.seals)} seals, ${count(counts.unsealedEntries)} not sealed yet.`,
    `Tax IDs: ${count(counts.taxIds)}. Documents: ${count(counts.documents)}. Files in the store: ${count(counts.files)}.`,
  ];
}

async function showClaim(context: VerifyRoom, claimNumber: string, asJson: boolean): Promise<number> {
  const proof = await proveClaim(context, claimNumber);
  if (!proof) throw new StartError(`There is no claim ${claimNumber}. A claim number has ten digits.`);
  if (asJson) say(JSON.stringify(proof, writeBytes, 2));
  else for (const line of tellClaim(proof)) say(line);
  return proof.faults.length === 0 ? 0 : 1;
}

function tellClaim({ claimNumber, filedAt, status, entries, head, faults }: ClaimProof): string[] {
  const open = entries.filter(({ covered }) => !covered).length;
  return [
    `Claim ${claimNumber}, filed ${filedAt.toISOString()}${status === 'purged' ? ', purged since' : ''}`,
    ...entries.flatMap(tellEntry),
    ...(head
      ? [
          `The newest seal is ${head.position}, of ${head.sealedAt.toISOString()}`,
          `  root ${head.root.toString('hex')}`,
        ]
      : []),
    ...faults,
    faults.length > 0
      ? 'The history does not hold: see above.'
      : `The history is whole, and its seals hold.${open > 0 ? ` ${open} of its entries are not sealed yet.` : ''}`,
  ];
}

function tellEntry({ position, at, kind, details, hash, covered }: ProvenEntry): string[] {
  return [
    `${position}. ${at.toISOString()} ${kind} ${JSON.stringify(details)}`,
    `   hash ${hash.toString('hex')}`,
    covered
      ? `   under seal ${covered.seal.position} of ${covered.seal.sealedAt.toISOString()}, as entry ${covered.index + 1} of ${covered.seal.entries}, root ${covered.seal.root.toString('hex')}`
      : '   not sealed yet',
  ];
}

/** Hashes as hexadecimal digits: JSON would give the bytes of a Buffer as numbers. */
function writeBytes(this: unknown, key: string, value: unknown): unknown {
  const raw: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : value;
  return Buffer.isBuffer(raw) ? raw.toString('hex') : value;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What is no result. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

await runCommand(run);
