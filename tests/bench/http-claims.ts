import { idempotencyHeader, xsrfHeader } from '@redress/contract/http-headers';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { answersOf, type formOf } from './answers.ts';
import type { Claimant } from './claimants.ts';
import { measure, type Measured, type Outcome } from './measure.ts';

interface HttpLoad {
  /** The server's address. */
  readonly address: string;
  readonly form: ReturnType<typeof formOf>;
  readonly claimants: readonly Claimant[];
  /** The next captcha solution, or undefined when there are no more. */
  readonly takeToken: () => string | undefined;
  readonly clients: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/**
 * Files complete claims over HTTP on keep-alive connections, each by the next claimant with a new
 * key and captcha solution.
 */
export async function measureHttp(load: HttpLoad): Promise<Measured & { readonly firstFailure?: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const address = new URL(`/api/${load.form.resource}`, load.address);
  let index = 0;
  let firstFailure: string | undefined;
  const fileOne = async (): Promise<Outcome> => {
    const claim = index;
    index += 1;
    const claimant = load.claimants[claim % load.claimants.length];
    const googleRecaptchaToken = load.takeToken();
    if (claimant === undefined || googleRecaptchaToken === undefined) return 'nothing-left';
    const body = JSON.stringify({
      ...answersOf(claim),
      documentsToFollow: 0,
      formVersion: load.form.version,
      googleRecaptchaToken,
    });
    const failure = await post(agent, address, claimant, body);
    firstFailure ??= failure;
    return failure === undefined ? 'filed' : 'failed';
  };
  try {
    const measured = await measure(fileOne, load);
    return { ...measured, ...(firstFailure === undefined ? {} : { firstFailure }) };
  } finally {
    agent.destroy();
  }
}

/** Resolves at the end of the response to undefined, or to the response if it is not a 201. */
function post(agent: Agent, address: URL, claimant: Claimant, body: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      address,
      {
        agent,
        method: 'POST',
        headers: {
          cookie: claimant.cookies,
          [xsrfHeader]: claimant.token,
          [idempotencyHeader]: randomUUID(),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        if (answer.statusCode === 201) {
          answer.resume();
          answer.once('end', () => resolve(undefined));
          answer.once('error', (error) => resolve(error.message));
          return;
        }
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('end', () => resolve(`${answer.statusCode} ${Buffer.concat(parts).toString('utf8')}`));
        answer.once('error', (error) => resolve(error.message));
      },
    );
    sent.once('error', (error) => resolve(error.message));
    sent.end(body);
  });
}
