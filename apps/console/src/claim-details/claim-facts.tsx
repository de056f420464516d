import type { ClaimRecord } from '@redress/contract/console/claim-details';
import { channelLabels, flagLabels, languageLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { ClaimReview } from '@redress/contract/console/review';
import { formatDay } from '@redress/contract/language';
import { Facts } from '../ui/facts.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { ClaimReceipt } from './claim-receipt.tsx';
import { statusMeanings } from './messages.ts';
import { useMoments } from '../ui/moments.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

/** What a caller asks for, and what a reviewer has to know first. */
export function ClaimFacts({
  claim,
  status = claim.status,
}: {
  readonly claim: ClaimRecord;
  /** Where its review stands, if the screen may show it. */
  readonly status?: ClaimRecord['status'];
}) {
  return (
    <div className="panel claim-facts">
      <p className="row claim-status">
        <ClaimName claim={claim} />
        <StatusBadge status={status} />
        {flagsOf(claim).map(([label, meaning]) => (
          <span key={label} className="claim-flag">
            <span className="tag tag-warn">{label}</span>
            <span className="soft">{meaning}</span>
          </span>
        ))}
      </p>
      <p>{statusMeanings[status]}</p>
      {claim.due.length > 0 && (
        <div className="notice notice-warn">
          <p>The claimant was asked for this:</p>
          <ul>
            {claim.due.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <FactList claim={claim} />
      {claim.contact === null && (
        <p className="soft">
          Names, addresses and answers are hidden: your role shows claims with personal data masked.
        </p>
      )}
    </div>
  );
}

/** The same in two lines, for somebody who decides one claim after the other. */
export function ShortClaimFacts({
  claim,
  status,
  recognized,
}: {
  readonly claim: ClaimRecord;
  readonly status: ClaimRecord['status'];
  /** Has the range, if the answers name one instead of an amount. */
  readonly recognized: ClaimReview['options']['recognized'] | undefined;
}) {
  const { formatMoment } = useMoments();
  const flags = flagsOf(claim);
  return (
    <div className="panel claim-facts claim-facts-short">
      <p className="row claim-status">
        <ClaimName claim={claim} />
        <StatusBadge status={status} />
        {flags.map(([label]) => (
          <span key={label} className="tag tag-warn">
            {label}
          </span>
        ))}
      </p>
      <p>
        {[
          `Filed ${formatMoment(claim.filedAt)}`,
          describeClaimed(claim, recognized),
          claim.form.title,
          claim.language !== 'en' && languageLabels[claim.language],
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </p>
      {claim.due.length > 0 && <p className="claim-due">Asked for: {claim.due.join(' ')}</p>}
      <details className="finger-summary">
        <summary>More facts</summary>
        <p>{statusMeanings[status]}</p>
        {flags.map(([label, meaning]) => (
          <p key={label}>
            {label}: {meaning}
          </p>
        ))}
        <FactList claim={claim} />
      </details>
    </div>
  );
}

function describeClaimed(
  { amount, corrected }: ClaimRecord,
  recognized: ClaimReview['options']['recognized'] | undefined,
): string {
  const claimed = corrected.amount ?? amount;
  if (claimed !== null) return `${formatMoney(claimed)} claimed${corrected.amount === null ? '' : ' (corrected)'}`;
  if (!recognized || recognized.from === null) return 'No amount stated';
  const { from, to } = recognized;
  return to === null ? `${formatMoney(from)} or more claimed` : `${formatMoney(from)} to ${formatMoney(to)} claimed`;
}

function ClaimName({ claim }: { readonly claim: ClaimRecord }) {
  return (
    <>
      <strong>{claim.corrected.name ?? claim.name ?? (claim.status === 'purged' ? 'Name deleted' : 'No name')}</strong>
      {claim.corrected.name !== null && <span className="soft">Corrected. As filed: {claim.name ?? 'no name'}</span>}
    </>
  );
}

function FactList({ claim }: { readonly claim: ClaimRecord }) {
  const { formatMoment } = useMoments();
  const documents = claim.documents.length;
  const announced = claim.documentsExpected > documents ? `, ${formatCount(claim.documentsExpected)} announced` : '';
  return (
    <Facts
      className="claim-fact-list"
      rows={[
        ['Filed', `${formatMoment(claim.filedAt)} (court’s time)`],
        ['Amount claimed', claim.amount === null ? 'None stated' : formatMoney(claim.amount)],
        claim.corrected.amount !== null && ['Amount claimed, corrected', formatMoney(claim.corrected.amount)],
        claim.quantity !== null && ['Quantity', formatCount(Number(claim.quantity))],
        ['Documents', `${formatCounted(documents, 'document')} received${announced}`],
        ['Receipt', <ClaimReceipt key="receipt" claim={claim} />],
        claim.noticeId !== null && ['Notice ID', claim.noticeId],
        ['Settlement', claim.settlement],
        ['Form', `${claim.form.title}, version ${claim.form.version}`],
        ['Language', languageLabels[claim.language]],
        ['Channel', channelLabels[claim.withoutScript ? 'no-script' : 'script']],
      ]}
    />
  );
}

/** Marks, each with what it means and what it does not. */
function flagsOf(claim: ClaimRecord): (readonly [label: string, meaning: string])[] {
  const dataErrors = claim.documents.reduce((sum, { data }) => sum + (data?.errors ?? 0), 0);
  return [
    claim.late && [
      flagLabels.late,
      `Filed after the deadline of ${formatDay(claim.deadline, 'en', { dateStyle: 'medium' })}.`,
    ],
    claim.duplicate && [
      flagLabels.duplicate,
      'Its signals say so, or an earlier claim has the same Notice ID. It decides nothing.',
    ],
    claim.machine && [
      flagLabels.machine,
      'Its signals say so, or a field was filled in that no person sees. It decides nothing.',
    ],
    dataErrors > 0 && [flagLabels['data-errors'], `${formatCounted(dataErrors, 'error')} in data files.`],
    claim.documents.some(({ scan }) => scan === 'infected') && ['Virus found', 'A document is withheld.'],
  ].filter((flag): flag is [string, string] => Array.isArray(flag));
}
