import { settlement } from '@redress/content/settlement';
import { acceptedKeys } from '@redress/server/platform/keys/keys';
import { findClassMember } from '@redress/server/site/login/find-class-member';
import { fillSearchNow, markMembersForSearch } from '@redress/server/console/search/fill-search';
import { type Database, openDatabase } from '@redress/server/platform/database/pool';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { generateClaims } from './generate-claims.ts';
import { idsOfClaim } from './invent-filers.ts';
import { createTestDatabase } from '../setup/test-database.ts';
import { keys } from '../setup/test-server.ts';
import { makeFolder } from '../setup/folders.ts';

/** Everything that searches and lists read, as hashes. */
async function readSearch(database: Database) {
  const tables = ['claim_search', 'claim_counts', 'member_search', 'name_words'];
  const hashes = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ hash: string }>`
        select md5(string_agg(each::text, E'\n' order by each::text)) as hash from ${sql.table(table)} as each`.execute(
        database,
      );
      return [table, rows[0]?.hash];
    }),
  );
  const members = await database.selectFrom('member_search').select('notice_id').execute();
  const { rows: counts } = await sql<object>`
    select sum(claims)::int as claims, (select count(*)::int from member_search) as members from claim_counts`.execute(
    database,
  );
  return { hashes, counts: counts[0], members: members.map(({ notice_id: id }) => id).sort() };
}

test('generated claims verify, their class members can log in, and a database with claims is refused', async () => {
  const place = await createTestDatabase('migrated');
  const folder = await makeFolder();
  const { database, close } = openDatabase(place.url, () => {});
  const generate = (claims: number, add: boolean) =>
    generateClaims({
      connectionString: place.url,
      keys,
      settlement,
      claims,
      members: add ? 0 : 40,
      add,
      claimsPerBlock: 150,
      onProgress: () => {},
    });
  try {
    expect(await generate(400, false)).toBe(1);
    await expect(generate(1, false)).rejects.toThrow('has claims already');
    await expect(generate(1_000_000_000_000, true)).rejects.toThrow(/GB free/);
    expect(await generate(30, true)).toBe(401);

    const store = await openUploadStore(folder);
    const messages: string[] = [];
    const counts = await verifyClaims({ database, keys, store }, (message) => messages.push(message));
    expect(messages).toEqual([]);
    const { rows } = await sql<{ entries: number }>`
      select 430 + count(email)::int as entries from claims`.execute(database);
    const entries = rows[0]?.entries;
    expect(counts).toMatchObject({
      claims: 430,
      historyEntries: entries,
      sealedEntries: entries,
      unsealedEntries: 0,
    });

    // The generated search rows are equal to those that the server's job derives.
    const generated = await readSearch(database);
    expect(generated.counts).toMatchObject({ claims: 430, members: 426 + 40 });
    await sql`truncate claim_search, claim_counts, member_search, name_words`.execute(database);
    await sql`update claim_search_progress set version = 0`.execute(database);
    await markMembersForSearch(database, generated.members);
    await fillSearchNow({ database, keys, settlement });
    expect(await readSearch(database)).toEqual(generated);

    const forms = settlement.claimForms.map(({ id }) => id);
    const lookupKeys = acceptedKeys(keys, 'login-lookup');
    const member = await findClassMember(database, idsOfClaim(430), lookupKeys, forms, 'login');
    expect(member?.claim?.claimNumber).toMatch(/^\d{10}$/);
  } finally {
    await close();
    await place.drop();
  }
});
