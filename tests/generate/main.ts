import { settlement } from '@redress/content/settlement';
import { StartError } from '@redress/server/platform/errors/start-error';
import { formatCount, print, printProgress, withInfrastructure } from '@redress/server/operations/commands/command';
import { runCommand } from '../bench/command.ts';
import { generateClaims } from './generate-claims.ts';

const maxClaims = 50_000_000;

const usage = `Usage: npm run generate -- [--claims N] [--members N] [--add]

Fills a database (DATABASE_URL or DATA_DIR) with invented class members, claims, histories, receipts, seals and
what they are found by, for trials and benches. It takes about seven minutes and 5 GB for each million claims.
  --claims N   how many (10,000)
  --members N  class members who have not filed (0)
  --add        adds to the claims that the database has; without it, a database with claims is refused`;

await runCommand({
  usage,
  options: {
    claims: { type: 'string', default: '10000' },
    members: { type: 'string', default: '0' },
    add: { type: 'boolean', default: false },
  },
  run: (values) => {
    const { add } = values;
    const [claims, members] = [Number(values.claims), Number(values.members)];
    for (const [name, count, min] of [['claims', claims, 1] as const, ['members', members, 0] as const])
      if (!Number.isInteger(count) || count < min || count > maxClaims)
        throw new StartError(`--${name} must be a whole number up to ${formatCount(maxClaims)}.`);
    return withInfrastructure(async ({ connectionString, keys }) => {
      const begun = Date.now();
      await generateClaims({ connectionString, keys, settlement, claims, members, add, onProgress: printProgress });
      print(`${formatCount(claims)} invented claims were added in ${Math.round((Date.now() - begun) / 1_000)} s.`);
      return 0;
    });
  },
});
