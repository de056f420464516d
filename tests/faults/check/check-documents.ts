import type { SentClaims } from '../load/sent-claims.ts';
import type { Finding } from './finding.ts';
import { byClaim, type StoredData, type StoredDocument } from './stored-data.ts';

/** Compares documents with what was sent and answered, rows with files, and files with rows. */
export function checkDocuments(sent: SentClaims, stored: StoredData): Finding[] {
  const findings: Finding[] = [];
  const rowsByClaim = byClaim(stored.documents);
  const claimsByKey = new Map(stored.claims.map((claim) => [claim.idempotency_key, claim]));
  const hashOfFile = new Map(stored.files.map(({ path, sha256 }) => [path, sha256]));
  const onlyStored = (rows: readonly StoredDocument[]) => rows.filter(({ status }) => status === 'stored');

  for (const sentClaim of sent.claims) {
    const claim = claimsByKey.get(sentClaim.key);
    const rows = onlyStored(claim ? (rowsByClaim.get(claim.id) ?? []) : []);
    for (const document of sentClaim.documents) {
      const found = rows.filter(({ sha256 }) => sha256?.toString('hex') === document.sha256);
      const who = `${document.name} of the claim ${claim?.number ?? sentClaim.key}`;
      if (document.isAnswered && found.length === 0)
        findings.push({ kind: 'document-lost', what: `${who} was answered and is not stored` });
      if (found.length > 1) findings.push({ kind: 'document-lost', what: `${who} is stored ${found.length} times` });
      if (found.some(({ size }) => Number(size) !== document.size))
        findings.push({ kind: 'document-changed', what: `${who} has another size` });
    }
    const sentHashes = new Set(sentClaim.documents.filter(({ isSent }) => isSent).map(({ sha256 }) => sha256));
    for (const { sha256 } of rows)
      if (!sentHashes.has(sha256?.toString('hex') ?? ''))
        findings.push({
          kind: 'document-unsent',
          what: `a document of the claim ${claim?.number} was never sent completely`,
        });
  }

  const history = byClaim(stored.history);
  for (const { id, claim_id: claimId, storage_key: key, status, sha256 } of stored.documents) {
    const hash = sha256?.toString('hex');
    if (status !== 'stored') findings.push({ kind: 'orphan', what: `the row of ${key} is still ${status}` });
    else if (hashOfFile.get(key) === undefined)
      findings.push({ kind: 'document-lost', what: `the file ${key} does not exist` });
    else if (hashOfFile.get(key) !== hash)
      findings.push({ kind: 'document-changed', what: `the bytes of ${key} are not those that were stored` });
    const entries = (history.get(claimId) ?? []).filter(
      ({ kind, details }) => kind === 'document-stored' && details['documentId'] === id,
    );
    if (status === 'stored' && (entries.length !== 1 || entries[0]?.details['sha256'] !== hash))
      findings.push({ kind: 'history-broken', what: `the history does not name ${key} once` });
  }
  const known = new Set(stored.documents.map(({ storage_key: key }) => key));
  for (const { path } of stored.files)
    if (!known.has(path)) findings.push({ kind: 'orphan', what: `the file ${path} belongs to no row` });
  for (const piece of stored.pieces)
    findings.push({ kind: 'orphan', what: `the unfinished upload ${piece} was left behind` });
  const rowIds = new Set(stored.documents.map(({ id }) => id));
  for (const { kind, details } of stored.history)
    if (kind === 'document-stored' && !rowIds.has(String(details['documentId'])))
      findings.push({ kind: 'document-lost', what: 'the history names a document that does not exist' });
  if (stored.stagedDocuments > 0)
    findings.push({
      kind: 'orphan',
      what: `${stored.stagedDocuments} documents wait for a form that nobody filled in`,
    });
  return findings;
}
