import { idempotencyHeader } from '@redress/contract/http-headers';
import Fastify from 'fastify';
import pg from 'pg';
import { insertOfClaim, readFiledClaims } from './filed-claims.ts';
import { serveInProcesses } from './serve-in-processes.ts';

// The baseline "hand-written Fastify handler": takes a claim as JSON, inserts one row into the real
// table with a named statement, and responds after the commit. No validation, history or captcha.

await serveInProcesses(async () => {
  const { FILED_CLAIMS: filedClaims = '', DATABASE_URL: connectionString } = process.env;
  const filed = await readFiledClaims(filedClaims, 1_000);
  const [first] = filed;
  if (first === undefined) throw new Error('No claim was filed');
  const text = `${insertOfClaim(first)} returning number, filed_at`;
  const pool = new pg.Pool({ connectionString, max: 20 });
  let next = 0;

  const app = Fastify();
  app.post<{ Body: Record<string, unknown> }>('/claims', async (request, reply) => {
    const {
      formVersion: _version,
      documentsToFollow: _documents,
      googleRecaptchaToken: _token,
      ...answers
    } = request.body;
    const { claim } = filed[next % filed.length] ?? first;
    next += 1;
    const row = { ...claim, answers: JSON.stringify(answers) };
    const values = [request.headers[idempotencyHeader], ...Object.values(row)];
    const { rows } = await pool.query<{ number: string; filed_at: Date }>({ name: 'file-claim', text, values });
    return reply.code(201).send({ claimNumber: rows[0]?.number, dateCreated: rows[0]?.filed_at });
  });
  return {
    address: await app.listen({ port: 0, host: '127.0.0.1' }),
    async stop() {
      await app.close();
      await pool.end();
    },
  };
});
