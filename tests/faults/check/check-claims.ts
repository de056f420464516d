import type { AnyAnswer, AnyAnswers } from '@redress/forms/answers';
import { findBrokenEntry } from '@redress/server/claims/claim-history';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SentClaims, SentClaim } from '../load/sent-claims.ts';
import type { Finding } from './finding.ts';
import { byClaim, type StoredClaim, type StoredData, type StoredTaxId } from './stored-data.ts';

/** Compares the stored claims with what claimants sent and what the server answered. */
export function checkClaims(sent: SentClaims, stored: StoredData, secretKey: string): Finding[] {
  const storedByKey = Map.groupBy(stored.claims, (claim) => claim.idempotency_key ?? '');
  const taxIds = byClaim(stored.taxIds);
  const history = byClaim(stored.history);
  const sentKeys = new Set(sent.claims.map(({ key }) => key));
  const findings: Finding[] = [];
  for (const sentClaim of sent.claims) {
    const [claim, ...others] = storedByKey.get(sentClaim.key) ?? [];
    const who = `the claim of ${sentClaim.email}`;
    if (others.length > 0) findings.push({ kind: 'claim-twice', what: `${who} is stored ${others.length + 1} times` });
    if (claim === undefined) {
      if (sentClaim.answered)
        findings.push({
          kind: 'claim-lost',
          what: `${who} was answered as ${sentClaim.answered.claimNumber} and is not stored`,
        });
      continue;
    }
    if (!sentClaim.isSent)
      findings.push({ kind: 'claim-unsent', what: `${who} is stored, and was never sent completely` });
    findings.push(...compare(sentClaim, claim, taxIds.get(claim.id) ?? [], who, secretKey));
  }
  for (const claim of stored.claims) {
    if (!sentKeys.has(claim.idempotency_key ?? ''))
      findings.push({ kind: 'claim-unsent', what: `nobody sent the claim ${claim.number}` });
    if (history.get(claim.id)?.[0]?.kind !== 'claim-filed')
      findings.push({
        kind: 'half-claim',
        what: `the claim ${claim.number} has no history that begins with its filing`,
      });
  }
  return findings;
}

function compare(
  sent: SentClaim,
  claim: StoredClaim,
  taxIds: readonly StoredTaxId[],
  who: string,
  secretKey: string,
): Finding[] {
  const findings: Finding[] = [];
  const differ = (what: string) => findings.push({ kind: 'claim-changed', what: `${who} (${claim.number}): ${what}` });
  if (sent.answered && sent.answered.claimNumber !== claim.number)
    differ(`it was answered as ${sent.answered.claimNumber}`);
  if (sent.answered && sent.answered.dateCreated !== claim.filed_at.toISOString())
    differ('its date is not the one that was answered');
  if (sent.formId !== claim.form_id || sent.formVersion !== claim.form_version) differ('it has another form');
  if ((sent.noticeId ?? null) !== claim.notice_id) differ('it is under another Notice ID');
  if (sent.email !== claim.email) differ('it has another email address');
  try {
    const answers = openAnswers(claim, taxIds, secretKey);
    for (const name of new Set([...Object.keys(sent.answers), ...Object.keys(answers)]))
      if (!isDeepStrictEqual(sent.answers[name], answers[name]))
        differ(`the answer ${name} is not the one that was sent`);
  } catch {
    // Neither digits nor reason: a tax ID that cannot be decrypted was changed.
    differ('a tax ID cannot be decrypted');
  }
  return findings;
}

/**
 * The complete answers of a claim. Throws when a tax ID cannot be decrypted. Independent of the
 * server's code: uses only the documented format (docs/decisions/0006-tax-ids.md).
 */
function openAnswers(claim: StoredClaim, taxIds: readonly StoredTaxId[], secretKey: string): AnyAnswers {
  const answers: Record<string, AnyAnswer> = { ...claim.answers };
  for (const { path, encrypted } of taxIds) {
    const digits = open(encrypted, `${claim.number}:${path}`, secretKey);
    const [name = '', row, cell] = path.split('.');
    const rows = answers[name];
    if (row === undefined || cell === undefined) answers[name] = digits;
    else if (typeof rows === 'object')
      answers[name] = rows.map((there, index) => (index === Number(row) ? { ...there, [cell]: digits } : there));
  }
  return answers;
}

function open(sealed: Buffer, boundTo: string, secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'redress', 'tax-ids/1', 32));
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

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
