import type { Finding } from './finding.ts';
import { byClaim, type StoredData } from './stored-data.ts';

/**
 * Each claim owes one receipt: queued once, and sent at least once to its address and no other.
 * `received` maps message IDs to the recipients that the mail server accepted; they end with the
 * website's host.
 */
export function checkReceipts(
  stored: StoredData,
  received: ReadonlyMap<string, readonly string[]>,
  host: string,
): Finding[] {
  const findings: Finding[] = [];
  const outbox = byClaim(stored.outbox);
  const history = byClaim(stored.history);
  const expected = new Set<string>();
  for (const { id, number, email } of stored.claims) {
    const rows = (outbox.get(id) ?? []).filter(({ kind }) => kind === 'receipt');
    const messageId = `receipt-${number}@${host}`;
    expected.add(messageId);
    const addresses = received.get(messageId) ?? [];
    const entries = (history.get(id) ?? []).filter(({ kind }) => kind === 'receipt-sent');
    const lost = (what: string) =>
      findings.push({ kind: 'receipt-lost', what: `the receipt of the claim ${number} ${what}` });
    if (rows.length === 0) lost('was never queued');
    if (rows.some(({ outcome }) => outcome !== 'sent')) lost('is not marked as sent');
    if (addresses.length === 0) lost('reached nobody');
    if (addresses.some((address) => address !== email)) lost('reached somebody else');
    if (entries.length === 0) lost('is not in the history');
    if (rows.length > 1 || entries.length > 1)
      findings.push({
        kind: 'receipt-twice',
        what: `the receipt of the claim ${number} was queued or recorded twice`,
      });
  }
  for (const messageId of received.keys())
    if (!expected.has(messageId))
      findings.push({ kind: 'receipt-lost', what: `${messageId} is a receipt of no claim` });
  return findings;
}
