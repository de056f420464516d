import { inventDemonstration } from '@redress/content/demo/demonstration';
import { settlement } from '@redress/content/settlement';
import type { InventedClaim } from '@redress/contract/demonstration';
import { openDatabase } from '@redress/server/platform/database/pool';
import { fileDemonstration } from '@redress/server/operations/demo/file-demonstration';
import { scoreDemonstration } from '@redress/server/operations/demo/score-demonstration';
import { decideClaims } from '@redress/server/operations/demo/decide-claims';
import { fillLedgers } from '@redress/server/operations/demo/fill-ledgers';
import { writeLetters } from '@redress/server/operations/demo/write-letters';
import { queueReminders } from '@redress/server/claims/letters/queue-reminders';
import { createLog } from '@redress/server/platform/logging/log';
import { createFolderMailer } from '@redress/server/platform/mail/mailers';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { cleanUpReceivedUploads } from '@redress/server/site/uploads/cleanup-uploads';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { callCommand } from '../../../setup/call-command.ts';
import { createTestDatabase } from '../../../setup/test-database.ts';
import { keys, runningClock, secret } from '../../../setup/test-server.ts';
import { makeFolder } from '../../../setup/folders.ts';

const size = { seed: 7, now: new Date('2026-03-02T15:00:00Z') };
const photos = new URL('../../../../content/demonstration/demo/photos/', import.meta.url);

type Demonstration = ReturnType<typeof inventDemonstration>;

async function openDemonstrationDatabase(demonstration: Demonstration) {
  const place = await createTestDatabase('migrated');
  const folder = await mkdtemp(join(tmpdir(), 'redress-demo-'));
  const { database, pool, close } = openDatabase(place.url, () => {});
  const store = await openUploadStore(join(folder, 'documents'));
  return {
    database,
    store,
    mailFolder: join(folder, 'mail'),
    file: (options: { readonly signal?: AbortSignal; readonly onProgress?: (step: string) => void } = {}) =>
      fileDemonstration({
        demonstration,
        settlement,
        connectionString: place.url,
        database,
        pool,
        keys,
        store,
        publicUrl: new URL('http://localhost:4300'),
        mailer: createFolderMailer(join(folder, 'mail')),
        from: { name: '', address: 'no-reply@localhost' },
        log: createLog('warn', { write: () => {} }),
        readPhoto: (name) => readFile(new URL(name, photos)),
        isScanned: false,
        onProgress: () => {},
        signal: new AbortController().signal,
        ...options,
      }),
    score: () =>
      scoreDemonstration({ database, keys, settlement, onProgress: () => {}, signal: new AbortController().signal }),
    cleanUp: () => cleanUpReceivedUploads({ database, keys, store, now: () => new Date() }),
    async verify() {
      const issues: string[] = [];
      const counts = await verifyClaims({ database, keys, store }, (issue) => issues.push(issue), {
        readDocuments: true,
      });
      return { issues, counts };
    },
    async close() {
      await close();
      await place.drop();
      await rm(folder, { recursive: true });
    },
  };
}
type DemonstrationDatabase = Awaited<ReturnType<typeof openDemonstrationDatabase>>;

describe('a demonstration', () => {
  const demonstration = inventDemonstration({ ...size, claims: 400 });
  let opened: DemonstrationDatabase;
  let counts: Awaited<ReturnType<DemonstrationDatabase['file']>>;
  let scored: Awaited<ReturnType<DemonstrationDatabase['score']>>[];
  let cleanups = 0;
  beforeAll(async () => {
    opened = await openDemonstrationDatabase(demonstration);
    let isFiling = true;
    // A server beside it may clean up at any moment.
    const cleaning = (async () => {
      for (; isFiling; cleanups += 1) await opened.cleanUp();
    })();
    try {
      counts = await opened.file();
    } finally {
      isFiling = false;
      await cleaning;
    }
    // Each finds the locks of the other.
    scored = await Promise.all([opened.score(), opened.score()]);
  });
  afterAll(() => opened?.close());

  test('has as many claims as asked for, all verifiable and sealed, with their documents', async () => {
    expect(counts).toMatchObject({ claims: 400, claimsBefore: 0 });
    expect(cleanups).toBeGreaterThan(0);
    const { issues, counts: verified } = await opened.verify();
    expect(issues).toEqual([]);
    expect(verified).toMatchObject({ claims: 400, unsealedEntries: 0 });
    expect(verified.documents).toBeGreaterThan(50);
  });

  test('has every form, late and Spanish claims, documents that are due, duplicates and machines', async () => {
    const claims = await opened.database.selectFrom('claims').selectAll().execute();
    expect(new Set(claims.map(({ form_id: id }) => id))).toEqual(new Set(settlement.claimForms.map(({ id }) => id)));
    for (const kind of [
      claims.filter(({ late }) => late),
      claims.filter(({ language }) => language === 'es'),
      claims.filter(({ documents_due: due }) => due),
      claims.filter(({ duplicate_notice: duplicate }) => duplicate),
      claims.filter(({ suspected_machine: suspected }) => suspected),
      claims.filter(({ without_script: without }) => without),
    ])
      expect(kind.length).toBeGreaterThan(0);
    const late = claims.filter((claim) => claim.late);
    expect(late.length).toBeLessThan(claims.length / 5);
    const addresses = claims.map(({ zip, answers }) => `${JSON.stringify(answers['street1'])} ${zip}`);
    expect(new Set(addresses).size).toBeLessThan(addresses.length);
    expect(claims.filter(({ filed_at: at }) => at > size.now)).toEqual([]);
    // Most class members have not filed.
    expect(counts.members).toBeGreaterThan(claims.length * 2);
  });

  test('has histories that continue at the time of the claim: documents, checks and receipt within days', async () => {
    const entries = await opened.database
      .selectFrom('claim_history')
      .innerJoin('claims', 'claims.id', 'claim_history.claim_id')
      .select(['at', 'filed_at', 'kind', 'email'])
      // Scores are of today.
      .where('kind', 'in', ['claim-filed', 'document-stored', 'data-checked', 'receipt-sent'])
      .execute();
    const days = entries.map(({ at, filed_at: filedAt }) => (at.getTime() - filedAt.getTime()) / 86_400_000);
    expect(Math.min(...days)).toBe(0);
    expect(Math.max(...days)).toBeLessThan(6);
    const owed = entries.filter(({ kind, email }) => kind === 'claim-filed' && email !== null);
    expect(entries.filter(({ kind }) => kind === 'receipt-sent')).toHaveLength(owed.length);
    expect(await readdir(opened.mailFolder)).toHaveLength(owed.length);
    expect(
      await opened.database.selectFrom('receipt_outbox').select('id').where('done_at', 'is', null).execute(),
    ).toEqual([]);
  });

  test('filed and scored again, it stays the same, also beside a website that scores', async () => {
    expect(await opened.file()).toMatchObject({ members: 0, claims: 0, claimsBefore: 400 });
    expect([scored[1], await opened.score()]).toEqual([scored[0], scored[0]]);
    expect(await opened.database.selectFrom('claim_scores').select('claim_id').execute()).toHaveLength(400);
  });

  test('has decisions with letters of each kind, in both languages and in every state', async () => {
    const context = {
      database: opened.database,
      store: opened.store,
      settlement,
      keys,
      publicUrl: new URL('http://localhost:4300'),
    };
    const written = await writeLetters(context, size.now);
    expect(written).toBeGreaterThan(30);
    expect(await writeLetters(context, size.now)).toBe(0);
    await queueReminders({ ...context, log: createLog('warn', { write: () => {} }), now: () => size.now });
    const letters = await opened.database.selectFrom('letters').selectAll().execute();
    const of = (column: 'kind' | 'status' | 'language' | 'channel') =>
      [...new Set(letters.map((row) => row[column]))].toSorted();
    expect(of('kind')).toEqual(['approved', 'deficiency', 'denied', 'reduced', 'reminder']);
    expect(of('status')).toEqual(expect.arrayContaining(['bounced', 'mailed', 'queued', 'returned', 'sent']));
    expect(of('language')).toEqual(['en', 'es']);
    // The first batch was mailed, the second is open.
    const inBatches = Object.groupBy(letters, (row) => String(row.batch_id));
    expect(Object.keys(inBatches)).toHaveLength(3);
    for (const [id, ofBatch = []] of Object.entries(inBatches))
      if (id !== 'null') expect(new Set(ofBatch.map(({ status }) => status)).size).toBe(1);
    expect(of('status')).toContain('in-batch');
    expect(await opened.database.selectFrom('disputes').select('id').execute()).toHaveLength(2);
  });

  test('has a ledger for each fund, with one entry that waits for a second person', async () => {
    const { database } = opened;
    for (let time = 0; time < 2; time += 1)
      await fillLedgers({ database, settlement, keys, now: runningClock({ now: size.now }) });
    const posted = await database.selectFrom('ledger_transactions').select(['fund_id', 'kind']).execute();
    expect(new Set(posted.map((row) => row.fund_id))).toEqual(new Set(settlement.funds.map(({ id }) => id)));
    expect(posted).toHaveLength(7 * settlement.funds.length);
    const waiting = await database.selectFrom('approvals').select('id').where('decision', 'is', null).execute();
    expect(waiting).toHaveLength(settlement.funds.length);
  });

  const readFlags = async () => {
    const rows = await opened.database
      .selectFrom('claim_search')
      .innerJoin('claims', 'claims.id', 'claim_search.claim_id')
      .select(['idempotency_key', 'duplicate', 'machine'])
      .execute();
    return new Map(rows.map(({ idempotency_key: key, ...flags }) => [key, flags]));
  };

  test('has flagged three campaigns, and no honest group', async () => {
    const flags = await readFlags();
    expect(flags.size).toBe(400);
    const groups = Map.groupBy(demonstration.claims, groupOf);
    const countOf = (group: Group, flag: 'duplicate' | 'machine') =>
      (groups.get(group) ?? []).filter(({ idempotencyKey }) => flags.get(idempotencyKey)?.[flag] === true).length;
    const sizeOf = (group: Group) => groups.get(group)?.length ?? 0;
    expect([sizeOf('loop'), sizeOf('counted mailboxes'), sizeOf('one person in variants')]).toEqual([12, 13, 12]);
    expect(countOf('loop', 'machine')).toBe(12);
    expect(countOf('loop', 'duplicate')).toBeGreaterThanOrEqual(11);
    expect(countOf('counted mailboxes', 'machine')).toBeGreaterThanOrEqual(12);
    expect(countOf('one person in variants', 'duplicate')).toBeGreaterThanOrEqual(10);
    for (const group of ['nursing home', 'family'] as const) {
      expect(sizeOf(group)).toBeGreaterThanOrEqual(10);
      expect([countOf(group, 'machine'), countOf(group, 'duplicate')]).toEqual([0, 0]);
    }
    // The eight who filed twice.
    expect(countOf('others', 'machine')).toBe(0);
    expect(countOf('others', 'duplicate')).toBeGreaterThan(3);
    expect(countOf('others', 'duplicate')).toBeLessThanOrEqual(8);
  });

  test('shows how claims were filed: typed, filled in by browsers, through relays, or without script', async () => {
    const observed = await opened.database.selectFrom('claim_observations').selectAll().execute();
    expect(observed).toHaveLength(400);
    for (const kind of [
      observed.filter(({ fields_typed: typed, fields_filled: filled }) => Number(typed) > 5 && filled === 0),
      observed.filter(({ fields_filled: filled }) => Number(filled) > 0),
      observed.filter(({ network_kind: kind }) => kind === 'relay'),
      observed.filter(({ automated }) => automated === true),
      observed.filter((row) => row.visible_seconds === null && !row.without_script),
    ])
      expect(kind.length).toBeGreaterThan(0);
    expect(observed.filter((row) => row.without_script && row.visible_seconds !== null)).toEqual([]);
    expect(new Set(observed.map((row) => row.browser_hash?.toString('hex'))).size).toBeGreaterThan(250);
  });

  test('has data files with findings and without, PDFs and photos', async () => {
    const checks = await opened.database
      .selectFrom('claim_history')
      .select('details')
      .where('kind', '=', 'data-checked')
      .execute();
    expect(checks.filter(({ details }) => details['outcome'] !== 'checked')).toEqual([]);
    const errors = checks.map(({ details }) => Number(details['errors']));
    expect(errors.filter((count) => count === 0).length).toBeGreaterThan(0);
    expect(errors.filter((count) => count > 0).length).toBeGreaterThan(0);
    const documents = await opened.database.selectFrom('claim_documents').select('type').execute();
    const types = new Set(documents.map(({ type }) => type));
    expect(['pdf', 'jpg', 'csv'].filter((type) => ![...types].some((found) => found === type))).toEqual([]);
  });

  test('can be decided, mostly as approved, and each claim once', async () => {
    const context = { ...opened, settlement, keys, publicUrl: new URL('http://localhost:4300') };
    const quiet = { onProgress: () => {}, signal: new AbortController().signal };
    expect(await decideClaims({ ...context, ...quiet }, size.now)).toBeGreaterThan(300);
    expect(await decideClaims({ ...context, ...quiet }, size.now)).toBe(0);
    const reviews = await opened.database.selectFrom('claim_review').select('status').execute();
    const { approved = [], reduced = [] } = Object.groupBy(reviews, ({ status }) => status);
    expect(reviews).toHaveLength(400);
    expect(approved.length + reduced.length).toBeGreaterThan(200);
    expect(reduced.length).toBeGreaterThan(10);
    await opened.score();
    expect((await opened.verify()).issues).toEqual([]);
  });
});

type Group = 'loop' | 'counted mailboxes' | 'one person in variants' | 'nursing home' | 'family' | 'others';

function groupOf({ answers }: Pick<InventedClaim, 'answers'>): Group {
  const { street1, email } = answers;
  const street = typeof street1 === 'string' ? street1 : '';
  if (street === '77 Oxbowridge Road') return 'loop';
  if (street.startsWith('1400 Gooseberry Place')) return 'counted mailboxes';
  if (/^218 marr?owfen/i.test(street)) return 'one person in variants';
  if (/ Room 1\d\d$/.test(street)) return 'nursing home';
  return typeof email === 'string' && email.includes('.family@') ? 'family' : 'others';
}

test('an interrupted demonstration is verifiable, and continues', async () => {
  const opened = await openDemonstrationDatabase(inventDemonstration({ ...size, claims: 60 }));
  try {
    const stopping = new AbortController();
    const stopped = await opened.file({
      signal: stopping.signal,
      onProgress: (step) => {
        if (step === '20 claims') stopping.abort();
      },
    });
    expect(stopped.claims).toBeLessThan(60);
    expect((await opened.verify()).issues).toEqual([]);
    expect((await opened.file()).claims).toBe(60 - stopped.claims);
    expect((await opened.verify()).issues).toEqual([]);
  } finally {
    await opened.close();
  }
});

test('the command refuses a mail server, and a database with claims of others, unless it is told', async () => {
  const place = await createTestDatabase('migrated');
  onTestFinished(() => place.drop());
  const folder = await makeFolder();
  const environment = { DATA_DIR: folder, DATABASE_URL: place.url, SECRET_KEY: secret };
  const demo = (args: readonly string[], more = {}) =>
    callCommand('demo', ['--claims', '3', ...args], { ...environment, ...more });
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'claims@example.com' };
  expect(await demo(['--claims', '0'])).toMatchObject({ code: 1, err: expect.stringContaining('from 1 to') });
  expect(await demo([], mail)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
  const out = expect.stringMatching(/^3 invented claims[^]*wait for a decision[^]*\n +\d+ {2}[^]*:4321\/console,/);
  expect(await demo([], { PORT: '4321' })).toMatchObject({ code: 0, out });
  // The same demonstration is there.
  expect(await demo([])).toMatchObject({ code: 0, out: expect.stringMatching(/^0 invented claims/) });
  const other = ['--seed', '2'];
  expect(await demo(other)).toMatchObject({ code: 1, err: expect.stringContaining('--add') });
  expect(await demo([...other, '--add'])).toMatchObject({ code: 0, out: expect.stringMatching(/^3 invented claims/) });
  expect(await callCommand('claims-verify', [], environment)).toMatchObject({ code: 0 });
});

describe('what is invented', () => {
  const demonstration = inventDemonstration({ ...size, claims: 2_000 });
  const answers = demonstration.claims.map((claim) => claim.answers);
  const textsOf = (...names: readonly string[]) =>
    answers.flatMap((each) =>
      names.flatMap((name) => {
        const answer = each[name];
        return typeof answer === 'string' ? answer : [];
      }),
    );

  const taxIds = Array.from(
    JSON.stringify(answers).matchAll(/"(?:tin|agentsTin|classMemberFEIN)":"([^"]*)"/g),
    ([, taxId = '']) => taxId,
  );

  test('is the same for the same seed, whatever day it is, and other for another', () => {
    const again = inventDemonstration({ ...size, claims: 2_000, now: new Date('2031-01-01T00:00:00Z') });
    // In another order, because people file on other days.
    const byKey = (claims: readonly InventedClaim[]) =>
      new Map(claims.map(({ idempotencyKey, answers: given, visit }) => [idempotencyKey, { given, visit }]));
    expect(byKey(again.claims)).toEqual(byKey(demonstration.claims));
    expect(again.members).toEqual(demonstration.members);
    const other = inventDemonstration({ ...size, claims: 2_000, seed: 8 });
    expect(other.claims[0]?.answers).not.toEqual(answers[0]);
    const notices = new Set(demonstration.members.map(({ noticeId }) => noticeId));
    expect(other.members.filter(({ noticeId }) => notices.has(noticeId))).toEqual([]);
  });

  test('is recognizably nobody: phone numbers for fiction, example addresses, tax IDs never issued', () => {
    const phones = textsOf('phone1').map((phone) => phone.replaceAll(/\D/g, ''));
    expect(phones.length).toBeGreaterThan(500);
    expect(phones.filter((phone) => !/^\d{3}55501\d\d$/.test(phone))).toEqual([]);
    const emails = textsOf('email', 'emailAddress');
    expect(emails.filter((email) => !/@([a-z]+\.)?example\.(com|org|net)$/.test(email))).toEqual([]);
    expect(taxIds.length).toBeGreaterThan(100);
    // 96 is not an employer's prefix (IRS), and no 9xx number with a group below 50 is an ITIN or
    // SSN.
    expect(taxIds.filter((taxId) => !/^96\d[0-4]\d{5}$/.test(taxId))).toEqual([]);
    // RFC 3849.
    expect(demonstration.claims.filter(({ visit }) => !visit.address.startsWith('2001:db8:'))).toEqual([]);
  });

  test('has households, odd names, shared phones and tax IDs, files of all kinds, and a machine campaign', () => {
    const homes = Map.groupBy(demonstration.members, ({ street, zip }) => `${street} ${zip}`);
    expect([...homes.values()].filter((people) => people.length > 1).length).toBeGreaterThan(50);
    const names = textsOf('name1');
    for (const sign of [/[À-ž]/, /'/, /-/, /[\u0590-\u06ff]/])
      expect(names.filter((name) => sign.test(name)).length).toBeGreaterThan(0);
    const repeated = (values: readonly string[]) => values.length - new Set(values).size;
    expect(repeated(textsOf('phone1').map((phone) => phone.replaceAll(/\D/g, '')))).toBeGreaterThan(10);
    expect(repeated(taxIds)).toBeGreaterThan(0);
    const files = demonstration.claims.flatMap(({ uploads }) => uploads.map(({ file }) => file));
    expect(new Set(files.map((file) => (file.kind === 'table' ? file.format : file.kind)))).toEqual(
      new Set(['comma-delimited', 'pipe-delimited', 'workbook', 'photo', 'printout']),
    );
    const campaign = demonstration.claims.filter((claim) => groupOf(claim) === 'counted mailboxes');
    expect(campaign.length).toBeGreaterThan(20);
    const times = campaign.map(({ filedAt }) => filedAt.getTime());
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(30 * 60 * 1_000);
    const amounts = textsOf('repealerStateTotalAmountPaid')
      .map(Number)
      .toSorted((one, two) => one - two);
    expect(amounts.at(-1)).toBeGreaterThan(100 * (amounts[Math.floor(amounts.length / 2)] ?? 0));
  });
});
