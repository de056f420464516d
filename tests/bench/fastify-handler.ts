import { idempotencyHeader } from '@redress/contract/http-headers';
import { withClient } from '@redress/server/platform/database/pool';
import Fastify from 'fastify';
import pg from 'pg';
import { serveInProcesses } from './serve-in-processes.ts';

// The baseline "hand-written Fastify handler" takes a claim as JSON, inserts one row into the real
// table with a named statement, and responds after the commit. It has no validation, history or
// captcha.

/** A row has the columns of a claim that PostgreSQL does not fill in, as text. */
type Row = Readonly<Record<string, string | null>>;

/** Reads claims that the server filed, so that the baseline can write the same rows. */
function readFiledClaims(connectionString: string): Promise<Row[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<Row>({
      text: 'select * from claims order by id limit 1000',
      // The values go back to PostgreSQL as they came.
      types: { getTypeParser: () => (value: string) => value },
    });
    return rows.map(
      ({ id: _id, number: _number, duplicate_notice: _duplicate, idempotency_key: _key, ...claim }) => claim,
    );
  });
}

/** The stride shares no divisor with the billion numbers, so each claim gets a different one. */
const stride = 618_033_989;
/** Numbers are scattered like the server's, because adjacent index entries would be cheaper. */
const nextNumber = `lpad((nextval('claim_number_blocks') * ${stride} % 1000000000)::text, 10, '0')`;

await serveInProcesses(async () => {
  const { FILED_CLAIMS: filedClaims = '', DATABASE_URL: connectionString } = process.env;
  const filed = await readFiledClaims(filedClaims);
  const [first] = filed;
  if (first === undefined) throw new Error('No claim was filed');
  const columns = Object.keys(first);
  const text = `insert into claims (number, idempotency_key, ${columns.join(', ')})
    values (${nextNumber}, $1, ${columns.map((_, index) => `$${index + 2}`).join(', ')}) returning number, filed_at`;
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
    const row = { ...(filed[next % filed.length] ?? first), answers: JSON.stringify(answers) };
    next += 1;
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
