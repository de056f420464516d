import { settlement } from '@redress/content/settlement';
import { acceptedKeys } from '@redress/server/keys/keys';
import { findClassMember } from '@redress/server/class-members/find-class-member';
import { openDatabase } from '@redress/server/database/pool';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateClaims } from '../generate/generate-claims.ts';
import { idsOfClaim } from '../generate/invent-claims.ts';
import { createTestDatabase } from '../setup/test-database.ts';
import { keys } from '../setup/test-server.ts';

test('generated claims verify, their class members can log in, and a database with claims is refused', async () => {
  const place = await createTestDatabase('migrated');
  const folder = await mkdtemp(join(tmpdir(), 'redress-generate-'));
  const { database, close } = openDatabase(place.url, () => {});
  const generate = (claims: number, add: boolean) =>
    generateClaims({ connectionString: place.url, keys, settlement, claims, add, onProgress: () => {} });
  try {
    expect(await generate(2_500, false)).toBe(1);
    await expect(generate(1, false)).rejects.toThrow('has claims already');
    await expect(generate(1_000_000_000_000, true)).rejects.toThrow(/GB free/);
    expect(await generate(30, true)).toBe(2_501);

    const store = await openUploadStore(folder);
    const messages: string[] = [];
    const counts = await verifyClaims({ database, keys, store }, (message) => messages.push(message));
    expect(messages).toEqual([]);
    expect(counts).toMatchObject({ claims: 2_530, historyEntries: 5_060, sealedEntries: 5_060, unsealedEntries: 0 });

    const forms = settlement.claimForms.map(({ id }) => id);
    const lookupKeys = acceptedKeys(keys, 'login-lookup');
    const member = await findClassMember(database, idsOfClaim(2_530), lookupKeys, forms);
    expect(member?.claim?.claimNumber).toMatch(/^\d{10}$/);
  } finally {
    await close();
    await place.drop();
    await rm(folder, { recursive: true });
  }
});
