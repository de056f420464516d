import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../../errors/start-error.ts';
import { portableSettings, quote, quoteColumns, readTables } from './catalogue.ts';
import type { Manifest } from './manifest.ts';
import { restoreMark } from '../../database/restore-mark.ts';

/** Numbers that may have been given out after the backup was made are not given out again: claimants hold them. */
const numbersLeftOut = 5_000_000;
const numberSequence = 'claim_number_blocks';

/**
 * Loads all tables of a backup into the empty ones of the same migrations, and takes the mark away: all of it in one transaction. The
 * triggers rest meanwhile: what they would refuse or add has happened already.
 */
export async function loadTables(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  onProgress: (what: string) => void,
): Promise<void> {
  await client.query(portableSettings);
  await client.query('begin');
  try {
    const names = manifest.tables.map(({ name }) => quote(name));
    const here = await readTables(client);
    const hereNames = here.map(({ name }) => quote(name)).filter((name) => name !== quote(restoreMark));
    if (hereNames.toSorted().join() !== names.toSorted().join())
      throw new StartError('The tables here are not those of the backup: use a new, empty database.');
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    // Rows that the migrations themselves have made: those of the backup take their place.
    for (const name of names.toReversed()) await client.query(`delete from ${name}`);
    for (const table of manifest.tables) {
      onProgress(table.name);
      const rows = client.query(copyFrom(`copy ${quoteColumns(table)} from stdin`));
      await pipeline(createReadStream(join(folder, table.part.file)), createGunzip(), rows);
    }
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await client.query('delete from staged_documents where storage_key = any($1::text[])', [manifest.discarded]);
    await countRows(client, manifest);
    await setSequences(client, manifest);
    await client.query(`drop table ${restoreMark}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function countRows(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    const counted = await client.query<{ count: string }>(`select count(*) from ${quote(name)}`);
    const expected = name === 'staged_documents' ? rows - manifest.discarded.length : rows;
    if (Number(counted.rows[0]?.count) !== expected)
      throw new Error(`Of ${expected} rows of ${name} ${counted.rows[0]?.count ?? '0'} came in`);
  }
}

async function setSequences(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    const [limits] = (
      await client.query<{ max: string }>('select max_value as max from pg_sequences where sequencename = $1', [name])
    ).rows;
    if (!limits) throw new Error(`The sequence ${name} is not there`);
    const wanted = name === numberSequence ? BigInt(lastValue) + BigInt(numbersLeftOut) : BigInt(lastValue);
    const max = BigInt(limits.max);
    await client.query('select setval($1::regclass, $2, $3)', [
      quote(name),
      String(wanted > max ? max : wanted),
      isCalled,
    ]);
  }
}
