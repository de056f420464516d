import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ClaimantBrowser, type ClaimantContext } from './browser.ts';
import { claimRequest, recordClaim } from './claimant.ts';
import { makeClaim, makeDocument } from './generate-claims.ts';
import { documentRequest, readClaim } from './send-documents.ts';
import type { Request } from './unreliable-request.ts';

/** `headers` also sends the headers slowly, `document` sends a document of a filed claim. */
const kinds = ['claim', 'headers', 'document'] as const;
const byteIntervalMilliseconds = 1_000;

/**
 * The clients send a byte a second and never finish. Their claims and documents are recorded as
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

// A company's claim needs neither login nor captcha.
function slowClaim(context: ClaimantContext, sent = newClaim(context)): Request {
  // The request is never sent completely.
  const { onSent: _onSent, ...request } = claimRequest(sent.recorded, sent.form, 0);
  return request;
}

function newClaim(context: ClaimantContext) {
  const claim = makeClaim(5 * randomInt(1_000_000));
  return { form: claim.form, recorded: recordClaim(context, claim) };
}

async function slowDocument(browser: ClaimantBrowser, context: ClaimantContext): Promise<Request> {
  const claim = newClaim(context);
  claim.recorded.isSent = true;
  const answer = await browser.sendUntilAnswered(slowClaim(context, claim));
  const filed = answer?.status === 201 ? readClaim(answer.text) : undefined;
  if (filed) claim.recorded.answered = { ...filed, at: performance.now() };
  const document = makeDocument(1, { from: 5_000, to: 6_000 });
  claim.recorded.documents.push(document.sent);
  return documentRequest(claim.form.resource, filed?.claimNumber ?? '', document);
}
