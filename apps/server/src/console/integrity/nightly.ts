import { dayIn } from '@redress/forms/court-day';
import { type Kysely, sql } from 'kysely';
import { hash } from 'node:crypto';
import type { ConsoleContext } from '../context.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { flagHighValues } from '../search/fill-search.ts';
import { compareClusters } from './compare-clusters.ts';
import type { IntegrityContext } from './load-claims.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { scoreAllAgain } from './queue-rescoring.ts';
import { thresholdsOf } from './score-claim.ts';
import { publishedWeights } from './signal-catalog.ts';

/** Hours of the court's day in which few people file. */
const nightHours = { from: 1, before: 5 };
const dayMilliseconds = 24 * 60 * 60 * 1_000;
const leastMilliseconds = 20 * 60 * 60 * 1_000;

type NightlyContext = IntegrityContext & Pick<ConsoleContext, 'log'>;

/** Runs the nightly work once a night, or after two days without it. Called every minute. */
export async function runNightly(context: NightlyContext): Promise<void> {
  const { database, settlement, now } = context;
  const { compared_at: last } = await database
    .selectFrom('integrity_progress')
    .select('compared_at')
    .executeTakeFirstOrThrow();
  const age = now().getTime() - last.getTime();
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: settlement.site.timeZone }).format(
      now(),
    ),
  );
  const isNight = hour >= nightHours.from && hour < nightHours.before;
  if (!(isNight && age > leastMilliseconds) && age < 2 * dayMilliseconds) return;
  await workAtNight(context);
}

/** Learns usual prices, flags and scores all claims again if that is due, and compares clusters. */
export async function workAtNight(context: NightlyContext): Promise<void> {
  await context.database.transaction().execute((transaction) => learnPrices(transaction));
  // Flags come first: scoring notes the settings as used.
  if (await hasOtherSettings(context)) await flagHighValues(context);
  await context.database.transaction().execute((transaction) => scoreAgainIfDue(transaction, context));
  const differences = await compareClusters(context);
  if (differences > 0)
    context.log.warn({ differences }, 'clusters of claims differed from their links, and were repaired');
}

/** With fewer claims, an unusual price cannot be recognized. */
const minPrices = 1_000;
/** The number of rows to read, in random pages. */
const sampledPrices = 100_000;

/** Learns the price per unit, in whole dollars, that 99.9% of a form's claims stay below. */
async function learnPrices(transaction: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::float8 as rows from pg_class where oid = 'claims'::regclass`.execute(transaction);
  const percent = Math.min(100, (100 * sampledPrices) / Math.max(1, rows[0]?.rows ?? 0));
  await sql`
    insert into integrity_counts (form_id, kind, value, claims)
    select form_id, 'unit-price', 'p99.9', ceil(percentile_disc(0.999) within group (order by amount / quantity))::bigint
    from claims tablesample system (${percent}) where amount is not null and quantity > 0 and status = 'filed'
    group by form_id having count(*) >= ${minPrices}
    on conflict (form_id, kind, value) do update set claims = excluded.claims`.execute(transaction);
}

/** Late claims, and other points or thresholds in `content/`, may change earlier results. */
async function scoreAgainIfDue(
  transaction: Kysely<Tables>,
  { settlement, now }: Pick<NightlyContext, 'settlement' | 'now'>,
): Promise<void> {
  const { relinked } = await transaction
    .selectFrom('integrity_progress')
    .select('relinked')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isOver = ({ deadline, timeZone }: { readonly deadline: string; readonly timeZone: string }) =>
    dayIn(timeZone, now()) > deadline;
  const over = settlement.claimForms.filter(isOver).map(({ id, deadline }) => `${id} ${deadline}`);
  const settings = nameSettings(settlement);
  const due = [...new Set([...over, settings])].filter((name) => !relinked.includes(name));
  if (due.length === 0) return;
  // Earlier settings may return.
  const kept = relinked.filter((name) => name === settings || !name.startsWith(settingsPrefix));
  await transaction
    .updateTable('integrity_progress')
    .set({ relinked: [...kept, ...due] })
    .execute();
  await scoreAllAgain(transaction);
}

async function hasOtherSettings({ database, settlement }: NightlyContext): Promise<boolean> {
  const { relinked } = await database.selectFrom('integrity_progress').select('relinked').executeTakeFirstOrThrow();
  return !relinked.includes(nameSettings(settlement));
}

/** No form's ID has a colon. */
const settingsPrefix = 'settings:';

function nameSettings(settlement: NightlyContext['settlement']): string {
  const settings = {
    weights: [...publishedWeights(settlement.integrity?.weights)],
    thresholds: thresholdsOf(settlement),
    highValueFrom: settlement.review.highValueFrom,
  };
  return settingsPrefix + hash('sha256', canonicalJson(settings));
}
