import type { ClaimRecord } from '@redress/contract/console/claim';
import { channelLabels, flagLabels, languageLabels, statusLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatDay } from '@redress/contract/language';
import { Facts } from '../layout/facts.tsx';
import { formatCount, formatCounted } from '../layout/format.ts';
import { ClaimReceipt } from './claim-receipt.tsx';
import { statusMeanings } from './messages.ts';
import { useMoments } from '../layout/moments.ts';

/** What a caller asks for, and what a reviewer has to know first. */
export function ClaimFacts({
  claim,
  status = claim.status,
}: {
  readonly claim: ClaimRecord;
  /** Where its review stands, if the screen may show it. */
  readonly status?: ClaimRecord['status'];
}) {
  const { formatMoment } = useMoments();
  const documents = claim.documents.length;
  const announced = claim.documentsExpected > documents ? `, ${formatCount(claim.documentsExpected)} announced` : '';
  return (
    <div className="panel claim-facts">
      <p className="claim-status">
        <strong>
          {claim.corrected.name ?? claim.name ?? (claim.status === 'purged' ? 'Name deleted' : 'No name')}
        </strong>
        {claim.corrected.name !== null && <span className="soft">Corrected. As filed: {claim.name ?? 'no name'}</span>}
        <span className={statusTags[status] ?? 'tag'}>{statusLabels[status]}</span>
        <Flags claim={claim} />
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
      {claim.contact === null && (
        <p className="soft">
          Names, addresses and answers are hidden: your role shows claims with personal data masked.
        </p>
      )}
    </div>
  );
}

const statusTags: Readonly<Partial<Record<ClaimRecord['status'], string>>> = {
  'waiting-documents': 'tag tag-warn',
  deficient: 'tag tag-warn',
  proposed: 'tag tag-warn',
  disputed: 'tag tag-warn',
  purged: 'tag tag-warn',
  approved: 'tag tag-good',
  final: 'tag tag-good',
  denied: 'tag tag-bad',
  void: 'tag tag-bad',
};

/** Marks, each with what it means and what it does not. */
function Flags({ claim }: { readonly claim: ClaimRecord }) {
  const dataErrors = claim.documents.reduce((sum, { data }) => sum + (data?.errors ?? 0), 0);
  const flags = [
    claim.late && [
      flagLabels.late,
      `Filed after the deadline of ${formatDay(claim.deadline, 'en', { dateStyle: 'medium' })}.`,
    ],
    claim.duplicate && [flagLabels.duplicate, 'An earlier claim has the same Notice ID.'],
    claim.machine && [flagLabels.machine, 'A field that no person sees was filled in. It does not decide anything.'],
    dataErrors > 0 && [flagLabels['data-errors'], `${formatCounted(dataErrors, 'error')} in data files.`],
    claim.documents.some(({ scan }) => scan === 'infected') && ['Virus found', 'A document is withheld.'],
  ].filter((flag): flag is [string, string] => Array.isArray(flag));
  return flags.map(([label, meaning]) => (
    <span key={label} className="claim-flag">
      <span className="tag tag-warn">{label}</span>
      <span className="soft">{meaning}</span>
    </span>
  ));
}
