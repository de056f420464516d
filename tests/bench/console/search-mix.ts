import { settlement } from '@redress/content/settlement';
import { createRandom, type Random } from '@redress/content/demo/random';
import type { Database } from '@redress/server/platform/database/pool';
import { decryptTaxId } from '@redress/server/platform/keys/encrypted-fields';
import type { Keys } from '@redress/server/platform/keys/keys';
import { sql } from 'kysely';
import { mistype } from '../integrity/write-otherwise.ts';

/** The call center looks for this claim by parts of its data. */
interface Meant extends Sample {
  /** The tax ID is decrypted. Undefined without one. */
  readonly digits: string | undefined;
}
type Words = (meant: Meant, random: Random) => string | null | undefined;

/** Each kind of search has its share and its words. A claim may lack them. */
const kinds: readonly (readonly [kind: string, share: number, words: Words])[] = [
  ['name and ZIP', 24, ({ lastName, zip5 }) => `${lastName} ${zip5}`],
  ['full name', 20, ({ name }) => name.split(' ').toReversed().join(' ')],
  ['misspelled name', 10, ({ name }, random) => mistype(random, name)],
  ['misspelled name and ZIP', 6, ({ lastName, zip5 }, random) => `${mistype(random, lastName)} ${zip5}`],
  ['phone', 12, ({ phone }) => phone?.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')],
  ['e-mail', 6, ({ email }) => email],
  ['claim number', 8, ({ number }) => number],
  ['Notice ID', 6, ({ notice_id: noticeId }) => noticeId],
  ['last name', 3, ({ lastName }) => lastName],
  ['tax ID', 2, ({ digits }) => digits],
  ['name and end of tax ID', 1, ({ lastName, digits = '' }) => `${lastName} ${digits.slice(-4)}`],
  ['ZIP', 1, ({ zip5 }) => zip5],
  ['unknown name', 1, ({ lastName }, random) => `${lastName}qqx ${random.integer(10_000, 99_999)}`],
];
export const searchKinds = kinds.map(([kind]) => kind);

export interface InventedSearch {
  readonly kind: string;
  readonly words: string;
  /** The intended claim is among the results unless there are too many. */
  readonly claimNumber?: string;
}

interface Sample {
  readonly number: string;
  readonly name: string;
  readonly lastName: string;
  readonly zip5: string;
  readonly email: string | null;
  readonly notice_id: string | null;
  readonly phone: string | null;
  readonly path: string | null;
  readonly encrypted: Buffer | null;
  readonly key_version: number;
}

/** Invents searches for random claims of the database, in the proportions above. */
export async function inventSearches(database: Database, keys: Keys, count: number): Promise<InventedSearch[]> {
  const random = createRandom(`searches ${count}`);
  const samples = await sampleClaims(database, random, Math.min(count, 1_000));
  const payors = samples.filter(({ path }) => path !== null);
  const weighted = kinds.map((kind) => [kind, kind[1]] as const);
  const searches: InventedSearch[] = [];
  for (let tries = 0; searches.length < count && tries < 20 * count; tries += 1) {
    const [kind, , wordsOf] = random.pickWeighted(weighted);
    const isAboutTaxId = kind === 'tax ID' || kind === 'name and end of tax ID';
    if (isAboutTaxId && payors.length === 0) continue;
    const sample = random.pick(isAboutTaxId ? payors : samples);
    const { number, path, encrypted, key_version } = sample;
    const hasTaxId = path !== null && encrypted !== null;
    const digits = hasTaxId ? decryptTaxId(number, { path, encrypted, key_version }, keys).digits : undefined;
    const words = wordsOf({ ...sample, digits }, random);
    if (typeof words === 'string')
      searches.push({ kind, words, ...(kind !== 'unknown name' && { claimNumber: number }) });
  }
  return searches;
}

async function sampleClaims(database: Database, random: Random, count: number): Promise<readonly Sample[]> {
  const limits = await sql<{ last: string }>`select coalesce(max(id), 1) as last from claims`.execute(database);
  const ids = Array.from({ length: 2 * count }, () => random.integer(1, Number(limits.rows[0]?.last)));
  const namesOf = (kind: 'phone' | 'taxId') => {
    const items = settlement.claimForms.flatMap(({ sections }) => sections.flatMap((section) => section.items));
    return [...new Set(items.flatMap((item) => (item.kind === kind ? item.name : [])))];
  };
  const [phones, taxIds] = [namesOf('phone'), namesOf('taxId')];
  const { rows } = await sql<Sample>`
    select distinct on (id) number, name, split_part(name, ' ', -1) as "lastName", left(zip, 5) as zip5, email,
      notice_id, path, encrypted, key_version,
      coalesce(${sql.join(phones.map((name) => sql`answers->>${sql.lit(name)}`))}) as phone
    from claims left join claim_tax_ids on claim_id = id and path = any(${taxIds}::text[])
    where id = any(${ids}::bigint[]) and name is not null and zip is not null order by id, path`.execute(database);
  return rows;
}
