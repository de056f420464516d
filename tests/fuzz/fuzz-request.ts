/** The sender is a stranger, a browser with a token, one with a login, or one with filed claims. */
export type Visitor = 'stranger' | 'guest' | 'member' | 'filer';

/**
 * A request as it is sent, except for values that only a running server knows. These placeholders
 * are replaced on sending: `{{token}}` (from the sender's cookies), `{{captcha}}` (solved and
 * unused), `{{claim}}` (filed by the filer), `{{upload}}` (created by the filer), `{{origin}}`,
 * `{{key}}` (a new idempotency key).
 */
export interface FuzzRequest {
  readonly kind: string;
  readonly visitor: Visitor;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Without a body, no length is sent either. */
  readonly body?: Buffer;
  /** `none` sends the body with neither length nor chunked encoding. */
  readonly framing?: 'length' | 'chunked' | 'none';
  /** These bytes, which may not be HTTP, replace everything except `kind`. */
  readonly raw?: Buffer;
  /** The request stops in the middle, so a missing response is not a fault. */
  readonly isUnfinished?: boolean;
}

/** All generated values include it, and a log must never contain it. */
export const canary = 'qz7canary';

/** Writes a request as readable text, with long parts truncated. */
export function describeRequest({ raw, method, target, headers, body, visitor, framing }: FuzzRequest): string {
  if (raw) return `raw ${JSON.stringify(cut(raw.toString('latin1'), 1_000))}`;
  const lines = headers.map(([name, value]) => `${name}: ${cut(value, 200)}`);
  const shownBody = body
    ? ` ${framing ?? 'length'} ${body.length} bytes ${JSON.stringify(cut(body.toString('latin1'), 600))}`
    : '';
  return `${visitor} ${method} ${cut(target, 300)} ${JSON.stringify(lines)}${shownBody}`;
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}… (${text.length})` : text);
