import { settlement } from '@redress/content/settlement';
import { openDatabase } from '@redress/server/database/pool';
import { deriveKeys } from '@redress/server/keys/keys';
import { runReview } from '@redress/server/review/review-job';

/**
 * Runs the job of the review at a moment, and kills its process before its n-th release is stored.
 * Arguments: connection string, secret, moment, n.
 */
const [, , connectionString = '', secret = '', moment = '', times = '1'] = process.argv;
const { database } = openDatabase(connectionString, () => {});
let releases = 0;
const watched = database.withPlugin({
  transformQuery({ node }) {
    if (JSON.stringify(node).includes('decision-released')) releases += 1;
    if (releases === Number(times)) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});
await runReview({ database: watched, keys: deriveKeys(secret), settlement, now: () => new Date(moment) });
process.exit();
