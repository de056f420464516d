import { settlement } from '@redress/content/settlement';
import { StartError } from '@redress/server/errors/start-error';
import {
  formatCount,
  print,
  printProgress,
  runCommand,
  withInfrastructure,
} from '@redress/server/operations/commands/command';
import { generateClaims } from './generate-claims.ts';

const maxClaims = 50_000_000;

const usage = `Usage: npm run generate -- [--claims N] [--add]

Fills a database (DATABASE_URL or DATA_DIR) with invented class members, claims, histories, receipts and seals, for trials and benches.
  --claims N  how many (10,000)
  --add       adds to the claims that the database has; without it, a database with claims is refused`;

await runCommand({
  usage,
  options: { claims: { type: 'string', default: '10000' }, add: { type: 'boolean', default: false } },
  run: ({ claims: text, add }) => {
    const claims = Number(text);
    if (!Number.isInteger(claims) || claims < 1 || claims > maxClaims)
      throw new StartError(`--claims must be a whole number up to ${formatCount(maxClaims)}.`);
    return withInfrastructure(async ({ connectionString, keys }) => {
      const begun = Date.now();
      await generateClaims({ connectionString, keys, settlement, claims, add, onProgress: printProgress });
      print(`${formatCount(claims)} invented claims were added in ${Math.round((Date.now() - begun) / 1_000)} s.`);
      return 0;
    });
  },
});
