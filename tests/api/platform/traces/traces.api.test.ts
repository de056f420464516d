import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../../setup/free-port.ts';
import { serverProcesses, stopServer, untilReady } from '../../../setup/server-process.ts';
import { createTestDatabase } from '../../../setup/test-database.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}
interface TraceRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
}
const parseTraces: (json: string) => TraceRequest = JSON.parse;

/** A collector that keeps what it gets by OTLP. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { bodies, port: typeof address === 'object' ? (address?.port ?? 0) : 0, close: () => server.close() };
}

test('a request is a span with its queries, and names nobody', async () => {
  const collector = await startCollector();
  const database = await createTestDatabase('migrated');
  const folder = await mkdtemp(join(tmpdir(), 'redress-traces-'));
  const processes = serverProcesses();
  const port = await freePort();
  const website = `http://127.0.0.1:${port}`;
  try {
    const server = processes.start({
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SECRET_KEY: 'only for tests, 32 characters long',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_SERVICE_NAME: 'acme-settlement',
    });
    await untilReady(server, website);
    const answer = await fetch(`${website}/api/login/creds/?word=somebody`, {
      headers: { p1: 'SECRET42', p2: '200000001', 'user-agent': 'a-rare-browser' },
    });
    expect(answer.status).toBe(200);
    expect(await stopServer(server)).toBe(0);

    const spans = collector.bodies
      .flatMap((body) => parseTraces(body).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: some }) => some));
    const request = spans.find(({ name }) => name === 'GET /api/login/creds/');
    expect(request?.parentSpanId).toBeFalsy();
    const valueOf = (key: string) => request?.attributes.find((attribute) => attribute.key === key)?.value;
    expect(valueOf('redress.request_id')?.stringValue).toMatch(/^[0-9a-f]{16}$/);
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(queries.map(({ name }) => name)).toContain('database select');
    expect(queries.every(({ traceId }) => traceId === request?.traceId)).toBe(true);
    const sent = collector.bodies.join('\n');
    expect(sent).toContain('acme-settlement');
    for (const personal of ['SECRET42', '200000001', 'somebody', 'a-rare-browser', '127.0.0.1', '/api/health'])
      expect(sent).not.toContain(personal);
  } finally {
    await processes.killAll();
    collector.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
