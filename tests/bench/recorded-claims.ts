import type { Settlement } from '@redress/contract/settlement';
import { readClaimRequest } from '@redress/server/claims/claim-request';
import { insertStatement } from '@redress/server/claims/insert-claims';
import { fileClaim } from '@redress/server/claims/file-claim';
import type { Tables } from '@redress/server/database/tables';
import { deriveKeys } from '@redress/server/keys/keys';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { answersOf, formOf } from './answers.ts';
import { noticeIdOf } from './claimants.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
/**
 * The server's statements for one claim, in order, and the values in them that no other claim may
 * have.
 */
export interface RecordedClaim {
  readonly statements: readonly Statement[];
  readonly number: string;
  readonly idempotencyKey: string;
  readonly challenge: Buffer;
}

/** Files claims with the server's own code on a fake database that records its statements. */
export async function recordClaims(settlement: Settlement, count: number): Promise<RecordedClaim[]> {
  const form = formOf(settlement);
  const statements: Statement[] = [];
  const database = new Kysely<Tables>({ dialect: recordingDialect((statement) => statements.push(statement)) });
  const keys = deriveKeys(randomBytes(32).toString('base64'));

  const recorded: RecordedClaim[] = [];
  for (let index = 0; index < count; index += 1) {
    const number = String(index).padStart(10, '0');
    const challenge = randomBytes(16);
    const idempotencyKey: string = randomUUID();
    const { outcome } = await fileClaim(
      {
        database,
        keys,
        captcha: {
          createChallenge: () => Promise.reject(new Error('No challenge is needed')),
          verify: () => ({ nonce: challenge, expiresAt: new Date(Date.now() + 20 * 60 * 1_000) }),
        },
        insertClaim: (row) => {
          statements.push({ text: insertStatement, values: [`[${row.json}]`] });
          return Promise.resolve(true);
        },
        nextClaimNumber: () => Promise.resolve(number),
        countAttempt: () => Promise.resolve({ ok: true }),
        now: () => new Date(),
      },
      readClaimRequest([form], { ...answersOf(index), formVersion: form.version, googleRecaptchaToken: 'solved' }),
      { address: 'bench', login: { noticeId: noticeIdOf(index), caseId: form.caseId }, idempotencyKey },
    );
    if (outcome !== 'filed') throw new Error(`The claim could not be recorded: ${outcome}`);
    recorded.push({ statements: statements.splice(0), number, idempotencyKey, challenge });
  }
  return recorded;
}

/** A PostgreSQL that finds no rows and reports success for everything. */
function recordingDialect(record: (statement: Statement) => void): Dialect {
  class RecordingDriver extends DummyDriver {
    override async acquireConnection() {
      const connection = await super.acquireConnection();
      return {
        executeQuery({ sql, parameters }: CompiledQuery) {
          record({ text: sql, values: parameters });
          return Promise.resolve({ rows: [] });
        },
        streamQuery: connection.streamQuery.bind(connection),
      };
    }
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new RecordingDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Repeats the statements of a claim for another claim. */
export function renew({ statements, ...old }: RecordedClaim, number: string): Statement[] {
  const idempotencyKey = randomUUID();
  const challenge = randomBytes(16);
  return statements.map(({ text, values }) => ({
    text,
    values: values.map((value) => {
      return String(value)
        .replaceAll(old.number, number)
        .replace(old.idempotencyKey, idempotencyKey)
        .replace(old.challenge.toString('hex'), challenge.toString('hex'));
    }),
  }));
}
