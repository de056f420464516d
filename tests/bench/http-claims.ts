import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { idempotencyHeader, xsrfHeader } from '@redress/contract/http-headers';
import { randomBytes } from 'node:crypto';
import { answersOf, type formOf } from './answers.ts';
import type { Claimant } from './claimants.ts';
import { type Figures, figuresOf } from './figures.ts';
import { RawClient } from './overload/raw-client.ts';

export interface Load {
  readonly clients: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

interface HttpLoad extends Load {
  /** Where claims are posted. */
  readonly url: URL;
  readonly form: ReturnType<typeof formOf>;
  readonly claimants: readonly Claimant[];
  /** The next captcha solution, or undefined when there are no more, which ends the measurement. */
  readonly takeToken: () => string | undefined;
}

interface Measured extends Figures {
  /** All filed claims, including the warm-up and those still in flight at the end. */
  readonly filed: number;
  readonly failures: readonly string[];
}

/**
 * Lets this many clients file complete claims over HTTP on keep-alive connections, each the next
 * one as soon as the last was answered, by the next claimant with a new key and captcha solution:
 * first the warm-up, then, without a pause, the measured time. Only claims answered within that
 * time count; each client finishes its last claim.
 */
export async function measureHttp(load: HttpLoad): Promise<Measured> {
  const { url, form, claimants, takeToken, clients, warmUpSeconds, seconds } = load;
  const client = new RawClient(url.origin);
  const from = performance.now() + warmUpSeconds * 1_000;
  let to = from + seconds * 1_000;
  const latencies: number[] = [];
  const failures: string[] = [];
  let [next, filed] = [0, 0];
  const requestOf = (claim: number, { cookies, token }: Claimant, googleRecaptchaToken: string): string => {
    const answers = { ...answersOf(claim), documentsToFollow: 0, formVersion: form.version, googleRecaptchaToken };
    const body = JSON.stringify(answers);
    return [
      `POST ${url.pathname} HTTP/1.1`,
      `Host: ${url.host}`,
      `Cookie: ${cookies}`,
      `${xsrfHeader}: ${token}`,
      `${idempotencyHeader}: ${createIdempotencyKey(randomBytes(16))}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  };
  const work = async () => {
    for (;;) {
      const begun = performance.now();
      if (begun >= to) return;
      const claim = next++;
      const claimant = claimants[claim % claimants.length];
      const solution = takeToken();
      if (claimant === undefined || solution === undefined) {
        to = Math.min(to, begun);
        return;
      }
      const answer = await client.send(requestOf(claim, claimant, solution));
      const ended = performance.now();
      if (answer?.status !== 201) {
        failures.push(answer ? `${answer.status} ${answer.body}` : 'The connection broke');
        continue;
      }
      filed += 1;
      if (ended >= from && ended < to) latencies.push(ended - begun);
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, work));
  } finally {
    client.close();
  }
  if (to <= from) throw new Error('Nothing was left to measure after the warm-up');
  return { ...figuresOf(latencies, (to - from) / 1_000), filed, failures };
}
