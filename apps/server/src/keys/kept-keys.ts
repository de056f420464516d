import type pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { KeptKeys, Keys } from './keys.ts';
import { openText, sealText } from './sealed-text.ts';

const KeptSchema = Type.Object({
  answers: Type.String(),
  seals: Type.String(),
  'claim-numbers': Type.String(),
});

/** Keeps those keys of earlier secrets that are needed for good, encrypted with the key of a newer secret. Keeping them twice is no error. */
export async function keepKeys(client: pg.ClientBase, earlier: readonly KeptKeys[], by: Keys): Promise<void> {
  for (const kept of earlier) {
    const text = JSON.stringify({
      answers: kept.answers.toString('base64'),
      seals: kept.seals.toString('base64'),
      'claim-numbers': kept['claim-numbers'].toString('base64'),
    });
    await client.query(
      'insert into kept_keys (version, sealed_with, sealed) values ($1, $2, $3) on conflict do nothing',
      [kept.version, by.version, sealText(text, by['kept-keys'], placeOf(kept.version, by.version))],
    );
  }
}

/** The kept keys that one of the secrets of this ring opens, each version once. */
export async function readKeptKeys(client: pg.ClientBase, ring: readonly Keys[]): Promise<KeptKeys[]> {
  const { rows } = await client.query<{ version: number; sealed_with: number; sealed: Buffer }>(
    'select version, sealed_with, sealed from kept_keys order by version',
  );
  const found = new Map<number, KeptKeys>();
  for (const { version, sealed_with: sealedWith, sealed } of rows) {
    const by = ring.find((keys) => keys.version === sealedWith);
    if (!by || found.has(version)) continue;
    const kept = Value.Parse(KeptSchema, JSON.parse(openText(sealed, by['kept-keys'], placeOf(version, sealedWith))));
    found.set(version, {
      version,
      answers: Buffer.from(kept.answers, 'base64'),
      seals: Buffer.from(kept.seals, 'base64'),
      'claim-numbers': Buffer.from(kept['claim-numbers'], 'base64'),
    });
  }
  return [...found.values()];
}

function placeOf(version: number, sealedWith: number): string {
  return `kept-keys:${version}:${sealedWith}`;
}
