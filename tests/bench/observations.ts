import { settlement } from '@redress/content/settlement';
import { observationsField } from '@redress/contract/observations';
import { evaluateAnswers } from '@redress/forms/parse-answers';
import { readClaimRequest } from '@redress/server/claims/claim-request';
import { claimRowOf, insertStatement } from '@redress/server/claims/insert-claims';
import { migrate } from '@redress/server/database/migrate';
import { deriveKeys } from '@redress/server/keys/keys';
import { type NetworkLists, readNetworkLists } from '@redress/server/observations/network-lists';
import { observeRequest } from '@redress/server/observations/observe-request';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startTemporaryPostgres } from '../setup/temporary-postgres.ts';
import { answersOf, formOf } from './answers.ts';
import { median } from './figures.ts';

// npm run bench:observations: what a claim costs more because of its observations. Claims are filed
// by the server's statement with and without them, in turns and on the same tables.

const { values: options } = parseArgs({ options: { claims: { type: 'string', default: '4000' } } });
const claims = Number(options.claims);
/** As many networks as a list of data centers has. */
const listedNetworks = 30_000;
/** Claims per statement: of a quiet server, and of one in a rush. */
const batchSizes = [1, 16];
const variants = ['with', 'without'] as const;

const keys = deriveKeys(randomBytes(32).toString('base64'));
const form = formOf(settlement);
const publicUrl = new URL('https://claims.example.com');
/** The statement as it would be without observations. */
const formerStatement = withoutObservations(insertStatement);

type Variant = (typeof variants)[number];

interface Cost {
  readonly elapsed: number;
  readonly log: number;
}

function withoutObservations(statement: string): string {
  const insertion = /^observation as \(\n[^]*?\n\),\n/m;
  const columns = /insert into claim_observations \(claim_id, case_id, at, ([^)]+)\)/.exec(statement)?.[1];
  if (columns === undefined) throw new Error('The statement has no observations to leave out');
  return statement.replace(insertion, '').replace(`, ${columns}\n`, '\n');
}

/** A claim as its request arrives, up to the row that is inserted. */
function rowOf(variant: Variant, index: number, networkLists: NetworkLists): string {
  const isObserved = variant === 'with';
  const observations = {
    visibleSeconds: 187,
    typed: 9,
    pasted: 0,
    filled: 4,
    other: 0,
    draftRestored: false,
    automated: false,
  };
  const body = { ...answersOf(index), ...(isObserved && { [observationsField]: observations }) };
  const request = readClaimRequest([form], body);
  const headers = {
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'sec-ch-ua': '"Chromium";v="142"',
  };
  const cookies = { '__Host-redress-browser': randomBytes(18).toString('base64url') };
  const ip = [...randomBytes(4)].join('.');
  const context = { noticeId: String(400_000_000 + index) };
  return claimRowOf(
    {
      number: String(1_000_000_000 + index),
      request,
      evaluation: evaluateAnswers(form, request.answers, context),
      context,
      filedAt: new Date(Date.parse(form.deadline)),
      late: false,
      documentsDue: false,
      withoutScript: false,
      idempotencyKey: randomUUID(),
      captcha: { nonce: randomBytes(16), expiresAt: new Date(Date.now() + 60_000) },
      observed: isObserved ? observeRequest({ keys, networkLists, publicUrl }, { headers, cookies, ip }) : undefined,
    },
    keys,
  ).json;
}

const temporary = await startTemporaryPostgres(join(tmpdir(), `redress-bench-${process.pid}`));
const client = new pg.Client({ connectionString: temporary.address });
try {
  await migrate(temporary.address);
  const folder = join(temporary.folder, 'networks');
  await mkdir(folder, { recursive: true });
  const networks = Array.from({ length: listedNetworks }, () => `${[...randomBytes(3)].join('.')}.0/24`);
  await writeFile(join(folder, 'hosting.txt'), ['# 2026-11-20', ...networks].join('\n'));
  const networkLists = await readNetworkLists(folder);
  await client.connect();
  // The disk is as slow for both, and less even than the difference.
  await client.query('set synchronous_commit to off');
  const readLog = async () =>
    Number(
      (await client.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)).rows[0]?.bytes,
    );

  let filed = 0;
  /** Milliseconds and bytes of write-ahead log per claim, from parsed requests to stored claims. */
  const fileBatch = async (variant: Variant, size: number) => {
    const log = await readLog();
    const start = performance.now();
    const batch = Array.from({ length: size }, () => rowOf(variant, filed++, networkLists));
    const text = variant === 'with' ? insertStatement : formerStatement;
    const { rowCount } = await client.query({ name: variant, text, values: [`[${batch.join(',')}]`] });
    const elapsed = performance.now() - start;
    if (rowCount !== size) throw new Error('A claim was not filed');
    return { elapsed: elapsed / size, log: ((await readLog()) - log) / size };
  };

  for (const size of batchSizes) {
    const measured: Record<Variant, Cost[]> = { with: [], without: [] };
    for (let batch = 0; batch < claims / size; batch += 1)
      for (const variant of batch % 2 === 0 ? variants : variants.toReversed())
        measured[variant].push(await fileBatch(variant, size));
    const figure = (variant: Variant, cost: keyof Cost) => median(measured[variant].map((each) => each[cost]));
    const line = (cost: keyof Cost, digits: number, unit: string) => {
      const [more, less] = [figure('with', cost), figure('without', cost)];
      return `${less.toFixed(digits)} ${unit} without, ${more.toFixed(digits)} with: ${(more - less).toFixed(digits)} more`;
    };
    process.stdout.write(
      `${size} per statement, ${claims} claims each way; medians per claim\n` +
        `  ${line('elapsed', 3, 'ms')}\n  ${line('log', 0, 'bytes of log')}\n`,
    );
  }
} finally {
  await client.end();
  await temporary.remove();
}
