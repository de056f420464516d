import type { Ledger } from '../load/sent-claims.ts';
import { checkClaims } from './check-claims.ts';
import { checkDocuments } from './check-documents.ts';
import { checkHistory } from './check-history.ts';
import { checkReceipts } from './check-receipts.ts';
import type { Finding } from './finding.ts';
import type { Place } from './stored-data.ts';
import { readKept } from './stored-data.ts';
import { verify } from './verify.ts';

export interface Evidence extends Place {
  readonly ledger: Ledger;
  /** Addresses of the messages that the mail server took, by message id. */
  readonly received: ReadonlyMap<string, readonly string[]>;
  readonly secretKey: string;
}

/** Everything that is not as it must be, once the server has come to rest. */
export async function check({ ledger, received, secretKey, ...place }: Evidence): Promise<Finding[]> {
  const kept = await readKept(place);
  return [
    ...checkClaims(ledger, kept, secretKey),
    ...checkDocuments(ledger, kept),
    ...checkHistory(kept),
    ...checkReceipts(kept, received),
    ...(await verify(place, secretKey)),
    ...ledger.oddAnswers.map(({ request, status, text }): Finding => ({
      kind: 'odd-answer',
      what: `${request} was answered ${status}: ${text}`,
    })),
  ];
}
