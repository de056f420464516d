import type { SentClaims } from '../load/sent-claims.ts';
import { checkClaims } from './check-claims.ts';
import { checkDocuments } from './check-documents.ts';
import { checkHistory } from './check-history.ts';
import { checkReceipts } from './check-receipts.ts';
import type { Finding } from './finding.ts';
import { type Place, readStoredData } from './stored-data.ts';
import { verify } from './verify.ts';

export interface Evidence extends Place {
  readonly sent: SentClaims;
  /** Recipients of the messages that the mail server accepted, by message ID. */
  readonly received: ReadonlyMap<string, readonly string[]>;
  readonly secretKey: string;
}

/** Everything that is wrong once the server is idle. */
export async function check({ sent, received, secretKey, ...place }: Evidence): Promise<Finding[]> {
  const stored = await readStoredData(place);
  return [
    ...checkClaims(sent, stored, secretKey),
    ...checkDocuments(sent, stored),
    ...checkHistory(stored),
    ...checkReceipts(stored, received),
    ...(await verify(place, secretKey)),
    ...sent.oddAnswers.map(({ request, status, text }): Finding => ({
      kind: 'odd-answer',
      what: `${request} was answered ${status}: ${text}`,
    })),
  ];
}
