import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

// No types: what these routes answer is not what their description says.
const schema: FastifySchema = { response: { 200: Type.Object({ status: Type.Literal('ok') }) } };
/** Microseconds. */
const held = 1_300_000;
/** Milliseconds. */
const slow = 2_300;
const plain = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').serializer(JSON.stringify).type('application/json');

/**
 * Routes that each break one of the fuzzer's rules, so that a test can see it notice. They are
 * described like any other.
 */
export function injectFaults(app: FastifyInstance): void {
  app.get('/api/planted/throws', { schema }, () => {
    throw new Error('planted');
  });
  app.get('/api/planted/leaks', { schema }, (_request, reply) =>
    plain(reply).send({ status: 'ok', more: new Error('planted').stack }),
  );
  app.get('/api/planted/other-answer', { schema }, (_request, reply) => plain(reply).send({ status: 7 }));
  app.get('/api/planted/other-status', { schema }, (_request, reply) => plain(reply).code(202).send({ status: 'ok' }));
  app.get('/api/planted/other-problem', { schema }, (_request, reply) =>
    plain(reply).code(400).type('application/problem+json').send({ error: 'Bad Request' }),
  );
  app.get('/api/planted/bare', { schema }, (_request, reply) => {
    reply.hijack();
    reply.raw.end('{"status":"ok"}');
  });
  app.get('/api/planted/redirects', { schema }, (_request, reply) => plain(reply).redirect('//fake.example/'));
  app.get('/api/planted/logs', { schema }, (request, reply) => {
    request.log.info({ url: request.url }, 'planted');
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/planted/writes', { schema }, (_request, reply) => {
    writeFileSync('stray.txt', '');
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/planted/blocks', { schema }, (_request, reply) => {
    // By the processor's time: on a busy machine the clock runs on without it.
    const from = process.threadCpuUsage().user;
    while (process.threadCpuUsage().user - from < held);
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/planted/waits', { schema }, async (_request, reply) => {
    await pause(slow);
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/planted/ends', { schema }, () => process.exit(7));
}
