import { settlement } from '@redress/content/settlement';
import { createRandom, type Random } from '@redress/content/demo/random';
import type { Database } from '@redress/server/database/pool';
import { decryptTaxId } from '@redress/server/keys/encrypted-fields';
import type { Keys } from '@redress/server/keys/keys';
import { sql } from 'kysely';

/** How often the call center searches by what. */
const shares = {
  'name and ZIP': 24,
  'full name': 20,
  'misspelled name': 10,
  'misspelled name and ZIP': 6,
  phone: 12,
  'e-mail': 6,
  'claim number': 8,
  'Notice ID': 6,
  'last name': 3,
  'tax ID': 2,
  'name and end of tax ID': 1,
  ZIP: 1,
  'nobody’s name': 1,
} as const;
export type SearchKind = keyof typeof shares;
export const searchKinds = Object.keys(shares).filter((kind): kind is SearchKind => kind in shares);

export interface InventedSearch {
  readonly kind: SearchKind;
  readonly words: string;
  /** The claim that was meant. It is among the results unless there are too many. */
  readonly claimNumber?: string;
}

interface Sample {
  readonly id: string;
  readonly number: string;
  readonly form_id: string;
  readonly name: string;
  readonly zip: string;
  readonly email: string | null;
  readonly notice_id: string | null;
  readonly phone: string | null;
  readonly path: string | null;
  readonly encrypted: Buffer | null;
  readonly key_version: number;
}

/** Searches for random claims of the database, in the proportions above. */
export async function inventSearches(database: Database, keys: Keys, count: number): Promise<InventedSearch[]> {
  const random = createRandom(`searches ${count}`);
  const samples = await sampleClaims(database, random, Math.min(count, 1_000));
  const payors = samples.filter(({ path }) => path !== null);
  const weighted = searchKinds.map((kind) => [kind, shares[kind]] as const);
  const searches: InventedSearch[] = [];
  for (let tries = 0; searches.length < count && tries < 20 * count; tries += 1) {
    const kind = random.pickWeighted(weighted);
    const isAboutTaxId = kind === 'tax ID' || kind === 'name and end of tax ID';
    if (isAboutTaxId && payors.length === 0) continue;
    const sample = random.pick(isAboutTaxId ? payors : samples);
    const words = wordsFor(kind, sample, random, keys);
    if (words !== undefined)
      searches.push({ kind, words, ...(kind !== 'nobody’s name' && { claimNumber: sample.number }) });
  }
  return searches;
}

async function sampleClaims(database: Database, random: Random, count: number): Promise<readonly Sample[]> {
  const { rows: limits } = await sql<{ last: string }>`select coalesce(max(id), 1) as last from claims`.execute(
    database,
  );
  const ids = Array.from({ length: 2 * count }, () => random.integer(1, Number(limits[0]?.last)));
  const namesOf = (kind: 'phone' | 'taxId') => {
    const items = settlement.claimForms.flatMap(({ sections }) => sections.flatMap((section) => section.items));
    return [...new Set(items.flatMap((item) => (item.kind === kind ? item.name : [])))];
  };
  const [phones, taxIds] = [namesOf('phone'), namesOf('taxId')];
  const { rows } = await sql<Sample>`
    select distinct on (id) id, number, form_id, name, zip, email, notice_id, path, encrypted, key_version,
      coalesce(${sql.join(phones.map((name) => sql`answers->>${sql.lit(name)}`))}) as phone
    from claims left join claim_tax_ids on claim_id = id and path = any(${taxIds}::text[])
    where id = any(${ids}::bigint[]) and name is not null and zip is not null order by id, path`.execute(database);
  return rows;
}

/** What somebody types who looks for this claim; undefined if it does not have it. */
function wordsFor(kind: SearchKind, sample: Sample, random: Random, keys: Keys): string | undefined {
  const { name, zip, number, email, phone, notice_id: noticeId } = sample;
  const lastName = name.split(' ').at(-1) ?? name;
  const taxId = () =>
    sample.path === null || !sample.encrypted
      ? undefined
      : decryptTaxId(number, { path: sample.path, encrypted: sample.encrypted, key_version: sample.key_version }, keys)
          .digits;
  switch (kind) {
    case 'name and ZIP':
      return `${lastName} ${zip.slice(0, 5)}`;
    case 'full name':
      return name.split(' ').toReversed().join(' ');
    case 'misspelled name':
      return misspell(name, random);
    case 'misspelled name and ZIP':
      return `${misspell(lastName, random)} ${zip.slice(0, 5)}`;
    case 'phone':
      return phone === null ? undefined : phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
    case 'e-mail':
      return email ?? undefined;
    case 'claim number':
      return number;
    case 'Notice ID':
      return noticeId ?? undefined;
    case 'last name':
      return lastName;
    case 'tax ID':
      return taxId();
    case 'name and end of tax ID':
      return `${lastName} ${taxId()?.slice(-4) ?? ''}`;
    case 'ZIP':
      return zip.slice(0, 5);
    case 'nobody’s name':
      return `${lastName}qqx ${random.integer(10_000, 99_999)}`;
  }
}

/** Two letters change places, or one is left out or doubled. */
function misspell(name: string, random: Random): string {
  const at = random.integer(1, Math.max(1, name.length - 2));
  const [before, here, after, rest] = [
    name.slice(0, at),
    name.slice(at, at + 1),
    name.slice(at + 1, at + 2),
    name.slice(at + 2),
  ];
  return random.pick([before + after + here + rest, before + after + rest, before + here + here + after + rest]);
}
