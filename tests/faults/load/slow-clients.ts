import { idempotencyHeader } from '@redress/contract/http-headers';
import { randomInt, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ClaimantBrowser, type ClaimantContext } from './browser.ts';
import type { SentClaim } from './sent-claims.ts';
import type { Request } from './unreliable-request.ts';
import { makeClaim } from './generate-claims.ts';
import { makeDocument } from './generate-documents.ts';
import { readClaim } from './parse-responses.ts';

/**
 * Of all slow clients, these also send the headers slowly, and these send a document of a claim
 * that they filed.
 */
const kinds = ['claim', 'headers', 'document'] as const;
const byteIntervalMilliseconds = 1_000;

/**
 * Clients that send a byte a second and never finish. Their claims and documents are recorded as
 * never sent completely.
 */
export async function startSlowClients(context: ClaimantContext, count: number): Promise<{ stop(): Promise<void> }> {
  const address = new URL(context.addresses[0] ?? '');
  const sockets: Socket[] = [];
  const stopping = new AbortController();
  const clients = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const kind = kinds[index % kinds.length] ?? 'claim';
      const browser = new ClaimantBrowser(context);
      await browser.sendUntilAnswered({ method: 'GET', path: '/api/session', headers: {} });
      const text = browser.write(
        kind === 'document' ? await slowDocument(browser, context) : slowClaim(context),
        address.host,
      );
      const bodyAt = text.indexOf('\r\n\r\n') + 4;
      const socket = connect(Number(address.port), address.hostname);
      socket.on('error', () => {});
      sockets.push(socket);
      const atOnce = kind === 'headers' ? 1 : bodyAt;
      return async () => {
        socket.write(text.subarray(0, atOnce));
        for (let at = atOnce; at < text.length && !stopping.signal.aborted && !socket.destroyed; at += 1) {
          await pause(byteIntervalMilliseconds);
          socket.write(text.subarray(at, at + 1));
        }
      };
    }),
  );
  const sending = Promise.all(clients.map((send) => send()));
  return {
    async stop() {
      stopping.abort();
      for (const socket of sockets) socket.destroy();
      await sending;
    },
  };
}

function slowClaim({ sent }: ClaimantContext): Request {
  // A company's claim: it needs neither login nor captcha.
  const { form, answers, email } = makeClaim(5 * randomInt(1_000_000));
  const claim: SentClaim = {
    key: randomUUID(),
    formId: form.id,
    formVersion: form.version,
    answers,
    email,
    documents: [],
    isSent: false,
  };
  sent.claims.push(claim);
  return {
    method: 'POST',
    path: `/api/${form.resource}`,
    headers: { 'content-type': 'application/json', [idempotencyHeader]: claim.key },
    body: Buffer.from(JSON.stringify({ ...answers, formVersion: form.version, documentsToFollow: 0 })),
  };
}

async function slowDocument(browser: ClaimantBrowser, context: ClaimantContext): Promise<Request> {
  const request = slowClaim(context);
  const claim = context.sent.claims.at(-1);
  if (claim) claim.isSent = true;
  const answer = await browser.sendUntilAnswered(request);
  const filed = answer?.status === 201 ? readClaim(answer.text) : undefined;
  if (claim && filed) claim.answered = { ...filed, at: performance.now() };
  const { bytes, sent } = makeDocument(1, { from: 5_000, to: 6_000 });
  claim?.documents.push(sent);
  const boundary = 'slowly';
  return {
    method: 'POST',
    path: `${request.path}/SubmitDocuments?claimnumber=${filed?.claimNumber}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${sent.name}"\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
