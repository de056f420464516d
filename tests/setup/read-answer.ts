import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Waits for the whole response. Rejects if it breaks off. */
export function readAnswer(sent: ClientRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((read) => resolve({ status, headers, text: read }), reject);
    });
  });
}
