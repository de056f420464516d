import type { Ledger } from '../load/sent-claims.ts';
import type { Finding } from './finding.ts';
import type { Kept, KeptDocument } from './stored-data.ts';
import { byClaim } from './stored-data.ts';

/** Holds documents to what was sent and answered, rows to files, and files to rows. */
export function checkDocuments(ledger: Ledger, kept: Kept): Finding[] {
  const findings: Finding[] = [];
  const rowsByClaim = byClaim(kept.documents);
  const claimsByKey = new Map(kept.claims.map((claim) => [claim.idempotency_key, claim]));
  const hashOfFile = new Map(kept.files.map(({ path, sha256 }) => [path, sha256]));
  const stored = (rows: readonly KeptDocument[]) => rows.filter(({ status }) => status === 'stored');

  for (const sent of ledger.claims) {
    const claim = claimsByKey.get(sent.key);
    const rows = stored(claim ? (rowsByClaim.get(claim.id) ?? []) : []);
    for (const document of sent.documents) {
      const found = rows.filter(({ sha256 }) => sha256?.toString('hex') === document.sha256);
      const who = `${document.name} of the claim ${claim?.number ?? sent.key}`;
      if (document.isAnswered && found.length === 0)
        findings.push({ kind: 'document-lost', what: `${who} was answered and is not there` });
      if (found.length > 1) findings.push({ kind: 'document-lost', what: `${who} is there ${found.length} times` });
      if (found.some(({ size }) => Number(size) !== document.size))
        findings.push({ kind: 'document-changed', what: `${who} has another size` });
    }
    const sentHashes = new Set(sent.documents.filter(({ isSent }) => isSent).map(({ sha256 }) => sha256));
    for (const { sha256 } of rows)
      if (!sentHashes.has(sha256?.toString('hex') ?? ''))
        findings.push({
          kind: 'document-unsent',
          what: `a document of the claim ${claim?.number} was never sent whole`,
        });
  }

  const history = byClaim(kept.history);
  for (const { id, claim_id: claimId, storage_key: key, status, sha256 } of kept.documents) {
    const hash = sha256?.toString('hex');
    if (status !== 'stored') findings.push({ kind: 'orphan', what: `the row of ${key} is still ${status}` });
    else if (hashOfFile.get(key) === undefined)
      findings.push({ kind: 'document-lost', what: `the file ${key} is not there` });
    else if (hashOfFile.get(key) !== hash)
      findings.push({ kind: 'document-changed', what: `the bytes of ${key} are not those that were stored` });
    const entries = (history.get(claimId) ?? []).filter(
      ({ kind, details }) => kind === 'document-stored' && details['documentId'] === id,
    );
    if (status === 'stored' && (entries.length !== 1 || entries[0]?.details['sha256'] !== hash))
      findings.push({ kind: 'history-broken', what: `the history does not tell of ${key} once` });
  }
  const known = new Set(kept.documents.map(({ storage_key: key }) => key));
  for (const { path } of kept.files)
    if (!known.has(path)) findings.push({ kind: 'orphan', what: `the file ${path} belongs to no row` });
  for (const piece of kept.pieces) findings.push({ kind: 'orphan', what: `the pieces ${piece} were left` });
  const rowIds = new Set(kept.documents.map(({ id }) => id));
  for (const { kind, details } of kept.history)
    if (kind === 'document-stored' && !rowIds.has(String(details['documentId'])))
      findings.push({ kind: 'document-lost', what: 'the history tells of a document that is not there' });
  if (kept.stagedDocuments > 0)
    findings.push({ kind: 'orphan', what: `${kept.stagedDocuments} documents wait for a form that nobody filled in` });
  return findings;
}
