/**
 * Who sends: a stranger, a browser with a token, one that is logged in, or one that has filed
 * claims.
 */
export type Visitor = 'stranger' | 'guest' | 'member' | 'filer';

/**
 * A request as it goes over the line, but for what only a running server knows. These words are
 * replaced when it is sent: `{{token}}` (of the visitor's cookies), `{{captcha}}` (solved and
 * unused), `{{claim}}` (one that the filer filed), `{{upload}}` (one that the filer began),
 * `{{origin}}`, `{{key}}` (a fresh idempotency key).
 */
export interface FuzzRequest {
  readonly kind: string;
  readonly visitor: Visitor;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Without one none is sent, and no length. */
  readonly body?: Buffer;
  /** How the body travels; `none`: neither length nor chunks are announced. */
  readonly framing?: 'length' | 'chunked' | 'none';
  /** In place of all of it but `kind`: bytes that are not HTTP, or hardly. */
  readonly raw?: Buffer;
  /** It stops in the middle: that no answer comes is no fault. */
  readonly isUnfinished?: boolean;
}

/** In everything that is made up and that a log must never show. */
export const canary = 'qz7canary';

/** One request as text for people, long parts cut. */
export function describeRequest({ raw, method, target, headers, body, visitor, framing }: FuzzRequest): string {
  if (raw) return `raw ${JSON.stringify(cut(raw.toString('latin1'), 1_000))}`;
  const lines = headers.map(([name, value]) => `${name}: ${cut(value, 200)}`);
  const shownBody = body
    ? ` ${framing ?? 'length'} ${body.length} bytes ${JSON.stringify(cut(body.toString('latin1'), 600))}`
    : '';
  return `${visitor} ${method} ${cut(target, 300)} ${JSON.stringify(lines)}${shownBody}`;
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}… (${text.length})` : text);
