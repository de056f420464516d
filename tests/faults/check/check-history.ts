import { findBrokenEntry } from '@redress/server/claims/claim-history';
import type { Finding } from './finding.ts';
import { byClaim, type StoredData } from './stored-data.ts';

/** Checks each claim's history against its own hashes, and its first entry against the claim. */
export function checkHistory(stored: StoredData): Finding[] {
  const history = byClaim(stored.history);
  return stored.claims.flatMap(({ id, number, answers_hash: hash }) => {
    const entries = history.get(id) ?? [];
    const broken = findBrokenEntry(
      number,
      entries.map((entry) => ({ ...entry, details: { ...entry.details } })),
    );
    const findings: Finding[] = [];
    if (broken !== undefined)
      findings.push({ kind: 'history-broken', what: `entry ${broken} of the claim ${number} does not follow` });
    if (entries[0]?.details['answersHash'] !== hash.toString('hex'))
      findings.push({ kind: 'history-broken', what: `the history of the claim ${number} begins with other answers` });
    return findings;
  });
}
