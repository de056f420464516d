import { migrate } from '@redress/server/database/migrate';
import { idempotencyHeader, xsrfCookie, xsrfHeader, receiptTokenHeader } from '@redress/contract/http-headers';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { companyAnswers } from '../setup/sample-claims.ts';
import { multipart } from '../setup/no-script-browser.ts';
import { startTemporaryPostgres } from '../setup/temporary-postgres.ts';
import { median, percentile } from './figures.ts';
import { startRealServer } from './start-server.ts';

// npm run bench:slow-clients: what claimants notice when one address opens as many downloads and
// uploads as the documented proxy lets through, and hardly moves them. A claimant files a payor's
// claim, sends a document and downloads it. Quiet and disturbed rounds alternate.

const slowEach = 20;
const attacker = '203.0.113.1';
const claimantsAtOnce = 4;
const documentBytes = 200_000;
const largeBytes = 24 * 1024 ** 2;
/** A slow client reads or writes this much, and then waits. */
const chunkBytes = 64 * 1024;
const betweenChunksMs = 30_000;

interface Round {
  readonly perSecond: number;
  readonly p99: number;
}

/** A claimant's browser behind a load balancer that forwards its address. */
function openBrowser(base: string, address: string) {
  const cookies = new Map<string, string>();
  let receiptToken = '';
  const headers = () => ({
    [receiptTokenHeader]: receiptToken,
    'x-forwarded-for': address,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    [xsrfHeader]: cookies.get(xsrfCookie) ?? '',
  });
  const send = async (method: string, path: string, contentType?: string, body?: string | Buffer<ArrayBuffer>) => {
    const more = contentType === undefined ? {} : { 'content-type': contentType, [idempotencyHeader]: randomUUID() };
    const init = { method, headers: { ...headers(), ...more }, ...(body === undefined ? {} : { body }) };
    const answer = await fetch(`${base}${path}`, init);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    receiptToken = textIn(bytes, 'receiptToken') || receiptToken;
    if (!answer.ok) throw new Error(`${method} ${path.replace(/\d{10}/, 'N')}: ${answer.status} ${bytes.toString()}`);
    return bytes;
  };
  return { send, headers };
}

const textIn = (json: Buffer, name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(json.toString())?.[1] ?? '';

/** Files a claim with a document; returns its paths. */
async function fileWithDocument(browser: ReturnType<typeof openBrowser>, bytes: Buffer<ArrayBuffer>) {
  await browser.send('GET', '/api/session');
  const filed = await browser.send('POST', '/api/TppClaimants', 'application/json', JSON.stringify(companyAnswers));
  const claimNumber = textIn(filed, 'claimNumber');
  const upload = `/api/TppClaimants/SubmitDocuments?claimnumber=${claimNumber}`;
  const { contentType, body } = multipart([], [{ name: 'a.pdf', bytes }]);
  await browser.send('POST', upload, contentType, body);
  const list = await browser.send('GET', `/api/claims/${claimNumber}/documents`);
  return { upload, download: `/api/claims/${claimNumber}/documents/${textIn(list, 'id')}` };
}

/** Limits are per address, so each claimant has one, from the benchmark network. */
let addresses = 0;
const freshAddress = () => {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
};

async function measure(base: string, seconds: number): Promise<Round> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(documentBytes)]);
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const work = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      const browser = openBrowser(base, freshAddress());
      const { download } = await fileWithDocument(browser, bytes);
      const { length } = await browser.send('GET', download);
      if (length !== bytes.length) throw new Error(`${length} bytes came back`);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: claimantsAtOnce }, work));
  return {
    perSecond: times.length / seconds,
    p99: percentile(
      times.toSorted((a, b) => a - b),
      0.99,
    ),
  };
}

/** Opens the slow clients and returns a function that ends them. */
async function startSlowClients(
  base: string,
  browser: ReturnType<typeof openBrowser>,
  paths: { upload: string; download: string },
) {
  const { hostname, port } = new URL(base);
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  const head = (line: string, more: Readonly<Record<string, string>>) =>
    `${line} HTTP/1.1\r\n${Object.entries({ host: 'localhost', ...browser.headers(), ...more })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
  const open = () => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    sockets.push(socket);
    return socket;
  };
  for (let index = 0; index < slowEach; index += 1) {
    const down = open();
    down.write(head(`GET ${paths.download}`, {}));
    const readChunk = () => {
      let read = 0;
      const take = (chunk: Buffer) => {
        read += chunk.length;
        if (read >= chunkBytes) down.off('data', take).pause();
      };
      down.on('data', take).resume();
    };
    readChunk();
    const up = open();
    up.write(
      head(`POST ${paths.upload}`, {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(largeBytes),
      }),
    );
    up.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF');
    up.resume();
    timers.push(
      setInterval(readChunk, betweenChunksMs),
      setInterval(() => up.write('x'.repeat(1_000)), 1_000),
    );
  }
  await wait(1_000);
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

async function bench(seconds: number, rounds: number): Promise<void> {
  const temporary = await startTemporaryPostgres(join(tmpdir(), `redress-slow-clients-${process.pid}`));
  const folder = join(temporary.folder, 'bench');
  await mkdir(folder, { recursive: true });
  await migrate(temporary.address);
  const secretKey = randomBytes(32).toString('base64');
  const server = await startRealServer({
    databaseUrl: temporary.address,
    secretKey,
    folder,
    processes: 1,
    limits: 'on',
  });
  try {
    const { address: base } = server;
    const slow = openBrowser(base, attacker);
    const paths = await fileWithDocument(slow, Buffer.alloc(largeBytes, '%PDF-1.7\n'));
    await measure(base, seconds);
    const quiet: Round[] = [];
    const disturbed: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Quiet first, then disturbed: a machine that slows down affects both.
      const isQuietFirst = round % 2 === 0;
      if (isQuietFirst) quiet.push(await measure(base, seconds));
      const stop = await startSlowClients(base, slow, paths);
      disturbed.push(await measure(base, seconds));
      stop();
      if (!isQuietFirst) {
        await wait(1_000);
        quiet.push(await measure(base, seconds));
      }
    }
    const row = (name: string, all: readonly Round[]) =>
      `| ${name} | ${median(all.map((one) => one.perSecond)).toFixed(1)} | ${median(all.map((one) => one.p99)).toFixed(0)} |\n`;
    const ratio = median(disturbed.map((one, index) => one.perSecond / (quiet[index]?.perSecond ?? Number.NaN)));
    process.stdout.write(
      `| | claimants/s | p99 ms |\n| --- | ---: | ---: |\n${row('quiet', quiet)}${row('beside the slow clients', disturbed)}\nratio ${ratio.toFixed(2)} (median of ${rounds} rounds of ${seconds} s each way)\n`,
    );
  } finally {
    await server.stop();
    await temporary.remove();
  }
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, rounds: { type: 'string', default: '5' } },
});
await bench(Number(values.seconds), Number(values.rounds));
