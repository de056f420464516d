import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

// Untyped: these routes violate their own description.
const schema: FastifySchema = { response: { 200: Type.Object({ status: Type.Literal('ok') }) } };
/** Microseconds. */
const held = 1_300_000;
/** Milliseconds. */
const slow = 2_300;
const plain = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').serializer(JSON.stringify).type('application/json');

/**
 * Routes that each break one of the fuzzer's rules, so that a test can check that it notices. They
 * are described like any other.
 */
export function injectFaults(app: FastifyInstance): void {
  app.get('/api/injected/throws', { schema }, () => {
    throw new Error('injected');
  });
  app.get('/api/injected/leaks', { schema }, (_request, reply) =>
    plain(reply).send({ status: 'ok', more: new Error('injected').stack }),
  );
  app.get('/api/injected/other-answer', { schema }, (_request, reply) => plain(reply).send({ status: 7 }));
  app.get('/api/injected/other-status', { schema }, (_request, reply) => plain(reply).code(202).send({ status: 'ok' }));
  app.get('/api/injected/other-problem', { schema }, (_request, reply) =>
    plain(reply).code(400).type('application/problem+json').send({ error: 'Bad Request' }),
  );
  app.get('/api/injected/bare', { schema }, (_request, reply) => {
    reply.hijack();
    reply.raw.end('{"status":"ok"}');
  });
  app.get('/api/injected/redirects', { schema }, (_request, reply) => plain(reply).redirect('//fake.example/'));
  app.get('/api/injected/logs', { schema }, (request, reply) => {
    request.log.info({ url: request.url }, 'injected');
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/injected/writes', { schema }, (_request, reply) => {
    writeFileSync('stray.txt', '');
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/injected/blocks', { schema }, (_request, reply) => {
    // By CPU time: on a busy machine, wall-clock time passes without it.
    const from = process.threadCpuUsage().user;
    while (process.threadCpuUsage().user - from < held);
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/injected/waits', { schema }, async (_request, reply) => {
    await pause(slow);
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/injected/ends', { schema }, () => process.exit(7));
}
