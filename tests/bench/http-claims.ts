import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { idempotencyHeader, xsrfHeader } from '@redress/contract/http-headers';
import { randomBytes } from 'node:crypto';
import { answersOf, type formOf } from './answers.ts';
import type { Claimant } from './claimants.ts';
import { measure, type Measured, type MeasureOptions, type Outcome } from './measure.ts';
import { RawClient } from './overload/raw-client.ts';

interface HttpLoad extends MeasureOptions {
  /** Where claims are posted. */
  readonly url: URL;
  readonly form: ReturnType<typeof formOf>;
  readonly claimants: readonly Claimant[];
  /** The next captcha solution, or undefined when there are no more. */
  readonly takeToken: () => string | undefined;
}

/**
 * Files complete claims over HTTP on keep-alive connections, each by the next claimant with a new
 * key and captcha solution.
 */
export async function measureHttp({ url, form, claimants, takeToken, ...options }: HttpLoad): Promise<Measured> {
  const client = new RawClient(url.origin);
  let index = 0;
  const fileOne = async (): Promise<Outcome> => {
    const claim = index;
    index += 1;
    const claimant = claimants[claim % claimants.length];
    const googleRecaptchaToken = takeToken();
    if (claimant === undefined || googleRecaptchaToken === undefined) return 'nothing-left';
    const body = JSON.stringify({
      ...answersOf(claim),
      documentsToFollow: 0,
      formVersion: form.version,
      googleRecaptchaToken,
    });
    const answer = await client.send(
      [
        `POST ${url.pathname} HTTP/1.1`,
        `Host: ${url.host}`,
        `Cookie: ${claimant.cookies}`,
        `${xsrfHeader}: ${claimant.token}`,
        `${idempotencyHeader}: ${createIdempotencyKey(randomBytes(16))}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    if (answer?.status === 201) return 'filed';
    return { failure: answer ? `${answer.status} ${answer.body}` : 'The connection broke' };
  };
  try {
    return await measure(fileOne, options);
  } finally {
    client.close();
  }
}
