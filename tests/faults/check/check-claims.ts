import { isDeepStrictEqual } from 'node:util';
import type { Ledger, SentClaim } from '../load/sent-claims.ts';
import type { Finding } from './finding.ts';
import type { Kept, KeptClaim, KeptTaxId } from './stored-data.ts';
import { byClaim } from './stored-data.ts';
import { openAnswers } from './open-answers.ts';

/** Holds what is kept of claims to what claimants sent and were told. */
export function checkClaims(ledger: Ledger, kept: Kept, secretKey: string): Finding[] {
  const keptByKey = Map.groupBy(kept.claims, (claim) => claim.idempotency_key ?? '');
  const taxIds = byClaim(kept.taxIds);
  const history = byClaim(kept.history);
  const sentKeys = new Set(ledger.claims.map(({ key }) => key));
  const findings: Finding[] = [];
  for (const sent of ledger.claims) {
    const [claim, ...others] = keptByKey.get(sent.key) ?? [];
    const who = `the claim of ${sent.email}`;
    if (others.length > 0) findings.push({ kind: 'claim-twice', what: `${who} is there ${others.length + 1} times` });
    if (claim === undefined) {
      if (sent.answered)
        findings.push({
          kind: 'claim-lost',
          what: `${who} was answered as ${sent.answered.claimNumber} and is not there`,
        });
      continue;
    }
    if (!sent.isSent) findings.push({ kind: 'claim-unsent', what: `${who} is there, and was never sent whole` });
    findings.push(...compare(sent, claim, taxIds.get(claim.id) ?? [], who, secretKey));
  }
  for (const claim of kept.claims) {
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
  claim: KeptClaim,
  taxIds: readonly KeptTaxId[],
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
    // Neither digits nor reason: what cannot be opened was changed.
    differ('a tax ID cannot be opened');
  }
  return findings;
}
