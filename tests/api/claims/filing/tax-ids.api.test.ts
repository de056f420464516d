import { settlement } from '@redress/content/settlement';
import { newestVersionOf } from '@redress/contract/claim-forms';
import { hashAnswers } from '@redress/server/claims/filing/hash-answers';
import { createLog } from '@redress/server/platform/logging/log';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, expectProblem } from '../../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';
import { readAnswers } from '../../../setup/stored-answers.ts';

let browser: Browser;
const logged: string[] = [];

const server = useTestServer({ overrides: { log: createLog('info', { write: (line) => logged.push(line) }) } });
beforeAll(async () => {
  browser = await openForm(server.app);
});

/** Everything in the database, table by table, as text. */
async function wholeDatabase(): Promise<Map<string, string>> {
  const tables = await server.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await server.query<{ text: string | null }>(
      `select string_agg(row_to_json(each)::text, E'\\n') as text from ${name} as each`,
    );
    contents.set(name, row?.text ?? '');
  }
  return contents;
}

/** Digits as text, and as bytes in other encodings. */
function spellingsOf(digits: string): string[] {
  const bytes = Buffer.from(digits);
  return [digits, bytes.toString('hex'), bytes.toString('base64')];
}

describe('tax IDs', () => {
  test('are readable in no column of any table and in no log, whether the claim was filed, refused, or failed', async () => {
    const members = classMembersOf(30, 640_000_000);
    expect((await fileTpp(browser, companyAnswers)).status).toBe(201);
    expect((await fileTpp(browser, { ...agentAnswers, classMembers: members })).status).toBe(201);
    expectProblem(await fileTpp(browser, { ...companyAnswers, tin: '5193-72648', zip: '1' }), 422, 'invalid-answers');
    expectProblem(await fileTpp(browser, { ...companyAnswers, '519372648': '519372648' }), 422, 'invalid-answers');
    await server.query('alter table claim_tax_ids rename to claim_tax_ids_away');
    const withoutTable = await fileTpp(browser, { ...companyAnswers, tin: '519372648' });
    await server.query('alter table claim_tax_ids_away rename to claim_tax_ids');
    await server.query('alter table claim_tax_ids add constraint none_fits check (key_version = 0) not valid');
    const refused = await fileTpp(browser, { ...companyAnswers, tin: '519372648' });
    await server.query('alter table claim_tax_ids drop constraint none_fits');
    for (const failed of [withoutTable, refused]) expectProblem(failed, 500, 'internal');

    const contents = await wholeDatabase();
    expect(contents.get('public.claim_tax_ids')?.split('\n')).toHaveLength(2 + 1 + 30);
    expect(contents.get('public.claims')).toContain('Larkmoor Health Plan');
    // Claims whose tax IDs could not be stored left nothing behind.
    expect(contents.get('public.claims')?.split('\n')).toHaveLength(2);
    expect(logged.join('')).toContain('/api/TppClaimants');
    expect(logged.join('')).toContain('request failed');
    const everything = [...contents.values(), ...logged].join('\n');
    const digits = [
      companyAnswers.tin,
      // Among the other names of a company.
      '51-9283746',
      agentAnswers.agentsTin,
      '519372648',
      '5193-72648',
      ...members.map((member) => member.classMemberFEIN),
    ];
    expect(digits.flatMap(spellingsOf).filter((spelling) => everything.includes(spelling))).toEqual([]);
    // Staff can recognize them by their last digits.
    expect(contents.get('public.claims')).toContain('•••••3645');
  });

  test('come back with all other answers, exactly as filed, with the key', async () => {
    const answers = { ...agentAnswers, classMembers: classMembersOf(500) };
    const { claimNumber } = (await fileTpp(browser, answers)).body;
    const read = await readAnswers(server.database, keys, claimNumber);
    expect(read).toEqual({ ...answers, filerType: 'Agent', phone1: '6085550142' });
    const form = newestVersionOf(settlement.claimForms, 'tpp');
    const [row] = await server.query<{ answers_hash: Buffer }>('select answers_hash from claims where number = $1', [
      claimNumber,
    ]);
    expect(form && read && hashAnswers(form, read, keys.answers)).toEqual(row?.answers_hash);
    expect(await readAnswers(server.database, keys, '0000000000')).toBeUndefined();
  });

  test('can be neither moved nor removed, but can be re-encrypted', async () => {
    await fileTpp(browser, companyAnswers);
    await expect(server.query('delete from claim_tax_ids')).rejects.toThrow('keeps the answers');
    await expect(server.query('truncate claim_tax_ids')).rejects.toThrow('keeps the answers');
    await expect(server.query(`update claim_tax_ids set path = 'agentsTin'`)).rejects.toThrow('keeps the answers');
    await server.query('update claim_tax_ids set encrypted = encrypted, key_version = key_version');
  });
});
