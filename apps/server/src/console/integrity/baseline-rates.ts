import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { hourOf, keyOf } from './blocking-keys.ts';
import type { ClaimFeatures } from './claim-features.ts';
import { type NameShares, nameShares } from './compare-claims.ts';
import type { Usual } from './find-signals.ts';

const hourMilliseconds = 60 * 60 * 1_000;
const hoursOfWeek = 7 * 24;

/** Counts new claims by hour and by the pattern of their email address. */
export async function countClaims(transaction: Kysely<Tables>, claims: readonly ClaimFeatures[]): Promise<void> {
  const counts = new Map<string, { form_id: string; kind: string; value: string; claims: number }>();
  const add = (form_id: string, kind: string, value: string) => {
    const key = `${form_id}\n${kind}\n${value}`;
    const count = counts.get(key) ?? { form_id, kind, value, claims: 0 };
    count.claims += 1;
    counts.set(key, count);
  };
  for (const { formId, filedAt, mailbox } of claims) {
    add(formId, 'claims', '');
    add(formId, 'hour', hourOf(filedAt));
    if (mailbox) add(formId, 'email-pattern', mailbox.pattern);
  }
  await sql`
    insert into integrity_counts (form_id, kind, value, claims)
    select * from jsonb_to_recordset(${JSON.stringify([...counts.values()])}::jsonb)
      as count (form_id text, kind text, value text, claims bigint)
    order by form_id, kind, value
    on conflict (form_id, kind, value) do update set claims = integrity_counts.claims + excluded.claims`.execute(
    transaction,
  );
}

const frequencyKey = (kind: 'surname' | 'given', word: string): string => keyOf('', 'name-state', `${kind}|${word}`);

export async function countNames(transaction: Kysely<Tables>, claims: readonly ClaimFeatures[]): Promise<void> {
  const counts = new Map<string, number>();
  const add = (kind: 'surname' | 'given', word: string) => {
    if (word === '') return;
    const key = frequencyKey(kind, word);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const { name, isOrganization } of claims) {
    if (isOrganization) continue;
    add('surname', name.surname);
    add('given', name.given);
  }
  await sql`
    insert into name_frequencies (name, claims)
    select * from unnest(${[...counts.keys()]}::bigint[], ${[...counts.values()]}::int[]) as count (name, claims)
    order by name
    on conflict (name) do update set claims = name_frequencies.claims + excluded.claims`.execute(transaction);
}

/** The shares of some claims' names among all claims. */
export async function readNameShares(
  transaction: Kysely<Tables>,
  claims: readonly ClaimFeatures[],
): Promise<NameShares> {
  const names = new Set(
    claims.flatMap(({ name }) => [frequencyKey('surname', name.surname), frequencyKey('given', name.given)]),
  );
  const rows = await transaction
    .selectFrom('name_frequencies')
    .select(['name', 'claims'])
    .where('name', '=', sql<string>`any(${[...names]}::bigint[])`)
    .execute();
  const { total } = await transaction
    .selectFrom('integrity_counts')
    .select(({ fn }) => fn.sum<string | null>('claims').as('total'))
    .where('kind', '=', 'claims')
    .executeTakeFirstOrThrow();
  const counts = new Map(rows.map((row) => [row.name, row.claims]));
  return nameShares((kind, word) => counts.get(frequencyKey(kind, word)) ?? 0, Number(total ?? 0));
}

const hourOfMilliseconds = (at: Date): number => Math.floor(at.getTime() / hourMilliseconds);

/** Counts the claims of a form in the hour of a claim, and in the week before that hour. */
async function readHours(transaction: Kysely<Tables>, forms: readonly string[], claims: readonly ClaimFeatures[]) {
  const moments = claims.map(({ filedAt }) => filedAt.getTime());
  const rows = await transaction
    .selectFrom('integrity_counts')
    .select(['form_id', 'value', 'claims'])
    .where('form_id', '=', sql<string>`any(${forms}::text[])`)
    .where('kind', '=', 'hour')
    .where('value', '>=', hourOf(new Date(Math.min(...moments) - hoursOfWeek * hourMilliseconds)))
    .where('value', '<=', hourOf(new Date(Math.max(...moments))))
    .execute();
  const counts = new Map(
    rows.map((row) => [`${row.form_id} ${hourOfMilliseconds(new Date(`${row.value}:00Z`))}`, Number(row.claims)]),
  );
  const known = new Map<string, { readonly inHour: number; readonly before: number }>();
  return (formId: string, filedAt: Date) => {
    const hour = hourOfMilliseconds(filedAt);
    const key = `${formId} ${hour}`;
    const found = known.get(key);
    if (found) return found;
    let before = 0;
    for (let earlier = hour - hoursOfWeek; earlier < hour; earlier += 1)
      before += counts.get(`${formId} ${earlier}`) ?? 0;
    const counted = { inHour: counts.get(key) ?? 0, before };
    known.set(key, counted);
    return counted;
  };
}

/** Reads the usual rates for the forms and hours of some claims. */
export async function readUsual(
  transaction: Kysely<Tables>,
  claims: readonly ClaimFeatures[],
): Promise<(claim: ClaimFeatures, inPatternOfHour: number) => Usual> {
  const forms = [...new Set(claims.map(({ formId }) => formId))];
  const hourly = await readHours(transaction, forms, claims);
  const rows = await transaction
    .selectFrom('integrity_counts')
    .select(['form_id', 'kind', 'value', 'claims'])
    .where('form_id', '=', sql<string>`any(${forms}::text[])`)
    .where('kind', 'in', ['claims', 'email-pattern', 'unit-price'])
    .execute();
  const counted = new Map(rows.map((row) => [`${row.form_id}\n${row.kind}\n${row.value}`, Number(row.claims)]));
  return ({ formId, filedAt, mailbox }, inPatternOfHour) => {
    const count = (kind: string, value: string) => counted.get(`${formId}\n${kind}\n${value}`);
    const { inHour, before } = hourly(formId, filedAt);
    const others = (count('claims', '') ?? 0) - inHour;
    const ofPattern = (mailbox && count('email-pattern', mailbox.pattern)) ?? 0;
    return {
      inHour,
      perHour: before / hoursOfWeek,
      others,
      patternShare: others > 0 ? Math.max(0, ofPattern - inPatternOfHour) / others : 0,
      highUnitPrice: count('unit-price', 'p99.9'),
    };
  };
}
