import { type ClaimProof, formatProof, proveClaim } from '../../claims/history/prove-claim.ts';
import { findLastSeal } from '../../platform/history/seals.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { noteRun, recordRun } from '../record-run.ts';
import { verifyClaims } from '../verify/verify-claims.ts';
import { type CommandContext, defineCommand, formatCount, print, runAsProgram, withInfrastructure } from './command.ts';

const usage = `Usage: npm run claims:verify -- [--documents] [--claim NUMBER [--json]]

Checks whether every claim is intact: history and seals, answers, tax IDs, documents, data checks and receipt; and the histories of
other records and the access log. The server may keep running.
  --documents     reads every byte of every document; otherwise only checks that it exists and has its size.
                  Only this counts as the verification that "npm run doctor" asks for
  --claim NUMBER  prints the history of one claim, its seals and whether they hold; with --json as JSON, with the path to each root
Exits with 1 when it finds a fault.`;

async function verifyAll(
  { config, dataFolder, database, keys }: CommandContext,
  readDocuments: boolean,
): Promise<number> {
  const { store } = await openStorage(config, dataFolder);
  let found = 0;
  const onIssue = (message: string) => {
    found += 1;
    print(message);
  };
  const counts = await verifyClaims({ database, keys, store }, onIssue, { readDocuments });
  const format = (name: keyof typeof counts) => formatCount(counts[name]);
  if (found > 0) print('');
  print(`Claims: ${format('claims')} (${format('purged')} purged).`);
  print(
    `History: ${format('historyEntries')} entries of claims, ${format('recordEntries')} of other records. Access log: ${format('reads')}.`,
  );
  print(
    `Seals: ${format('seals')}, over ${format('sealedEntries')} entries and reads. Not sealed yet: ${format('unsealedEntries')}.`,
  );
  print(`Tax IDs: ${format('taxIds')}. Documents: ${format('documents')}. Files in the store: ${format('files')}.`);
  if (counts.claims === 0) print('There are no claims here: check DATA_DIR or DATABASE_URL.');
  const last = await findLastSeal(database);
  if (last)
    print(`The newest seal is ${last.position}, of ${last.sealedAt.toISOString()}: ${last.root.toString('hex')}`);
  print(found === 0 ? 'No faults found.' : `${formatCount(found)} faults found: see above.`);
  return found === 0 ? 0 : 1;
}

/** Only a run that reads every byte may say that all is well, also after another one found a fault. */
async function verifyAndRecord(context: CommandContext, readDocuments: boolean): Promise<number> {
  const { database } = context;
  if (readDocuments) return recordRun(database, 'verify', () => verifyAll(context, true));
  const code = await verifyAll(context, false);
  if (code !== 0) await noteRun(database, 'verify', 'failed_at');
  return code;
}

async function showClaim(context: CommandContext, claimNumber: string, asJson: boolean): Promise<number> {
  const proof = await proveClaim(context, claimNumber);
  if (!proof) throw new StartError(`There is no claim ${claimNumber}. A claim number has ten digits.`);
  if (asJson) print(formatProof(proof));
  else printProof(proof);
  return proof.faults.length === 0 ? 0 : 1;
}

function printProof({ claimNumber, filedAt, status, entries, head, faults }: ClaimProof): void {
  print(`Claim ${claimNumber}, filed ${filedAt.toISOString()}${status === 'purged' ? ', purged since' : ''}`);
  for (const { position, at, kind, details, hash, covered } of entries) {
    print(`${position}. ${at.toISOString()} ${kind} ${JSON.stringify(details)}`);
    print(`   hash ${hash.toString('hex')}`);
    print(
      covered
        ? `   under seal ${covered.seal.position} of ${covered.seal.sealedAt.toISOString()}, as entry ${covered.index + 1} of ${covered.seal.entries}, root ${covered.seal.root.toString('hex')}`
        : '   not sealed yet',
    );
  }
  if (head) {
    print(`The newest seal is ${head.position}, of ${head.sealedAt.toISOString()}`);
    print(`  root ${head.root.toString('hex')}`);
  }
  for (const fault of faults) print(fault);
  const unsealed = entries.filter(({ covered }) => !covered).length;
  print(
    faults.length > 0
      ? 'The history is not intact: see above.'
      : `The history is intact, and its seals hold.${unsealed > 0 ? ` ${unsealed} of its entries are not sealed yet.` : ''}`,
  );
}

export const main = defineCommand({
  usage,
  options: {
    documents: { type: 'boolean', default: false },
    claim: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  run: ({ documents, claim, json }) =>
    withInfrastructure((context) =>
      claim === undefined ? verifyAndRecord(context, documents) : showClaim(context, claim, json),
    ),
});

await runAsProgram(import.meta.filename, main);
