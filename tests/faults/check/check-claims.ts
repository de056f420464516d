import { isDeepStrictEqual } from 'node:util';
import type { SentClaims, SentClaim } from '../load/sent-claims.ts';
import type { Finding } from './finding.ts';
import { byClaim, type StoredClaim, type StoredData, type StoredTaxId } from './stored-data.ts';
import { openAnswers } from './open-answers.ts';

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
    if (others.length > 0) findings.push({ kind: 'claim-twice', what: `${who} is there ${others.length + 1} times` });
    if (claim === undefined) {
      if (sentClaim.answered)
        findings.push({
          kind: 'claim-lost',
          what: `${who} was answered as ${sentClaim.answered.claimNumber} and is not there`,
        });
      continue;
    }
    if (!sentClaim.isSent)
      findings.push({ kind: 'claim-unsent', what: `${who} is there, and was never sent completely` });
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
  if (sent.formId !== claim.form_id || sent.formVersion !== claim.form_version) differ('it is of another form');
  if ((sent.noticeId ?? null) !== claim.notice_id) differ('it is under another Notice ID');
  if (sent.email !== claim.email) differ('its e-mail address is another one');
  try {
    const answers = openAnswers(claim, taxIds, secretKey);
    for (const name of new Set([...Object.keys(sent.answers), ...Object.keys(answers)]))
      if (!isDeepStrictEqual(sent.answers[name], answers[name]))
        differ(`the answer ${name} is not the one that was sent`);
  } catch {
    // Neither digits nor reason: a tax ID that cannot be decrypted was changed.
    differ('a tax ID cannot be opened');
  }
  return findings;
}
