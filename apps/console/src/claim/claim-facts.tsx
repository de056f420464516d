import type { ClaimRecord } from '@redress/contract/console/claim';
import { channelLabels, flagLabels, languageLabels, statusLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatDay } from '@redress/contract/language';
import type { ReactNode } from 'react';
import { ClaimReceipt } from './claim-receipt.tsx';
import { formatCount, formatCounted } from './format.ts';
import { statusMeanings } from './messages.ts';
import { useMoments } from '../layout/moments.ts';

/** What a caller asks for, and what a reviewer has to know first. */
export function ClaimFacts({ claim }: { readonly claim: ClaimRecord }) {
  const { formatMoment } = useMoments();
  const documents = claim.documents.length;
  const announced = claim.documentsExpected > documents ? `, ${formatCount(claim.documentsExpected)} announced` : '';
  return (
    <div className="panel claim-facts">
      <p className="claim-status">
        <strong>{claim.name ?? (claim.status === 'purged' ? 'Name deleted' : 'No name')}</strong>
        <span className={claim.status === 'received' ? 'tag tag-good' : 'tag tag-warn'}>
          {statusLabels[claim.status]}
        </span>
        <Flags claim={claim} />
      </p>
      <p>{statusMeanings[claim.status]}</p>
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
      <dl className="facts claim-fact-list">
        <Fact name="Filed">{formatMoment(claim.filedAt)} (court’s time)</Fact>
        <Fact name="Amount claimed">{claim.amount === null ? 'None stated' : formatMoney(claim.amount)}</Fact>
        {claim.quantity !== null && <Fact name="Quantity">{formatCount(Number(claim.quantity))}</Fact>}
        <Fact name="Documents">{`${formatCounted(documents, 'document')} received${announced}`}</Fact>
        <Fact name="Receipt">
          <ClaimReceipt claim={claim} />
        </Fact>
        {claim.noticeId !== null && <Fact name="Notice ID">{claim.noticeId}</Fact>}
        <Fact name="Settlement">{claim.settlement}</Fact>
        <Fact name="Form">
          {claim.form.title}, version {claim.form.version}
        </Fact>
        <Fact name="Language">{languageLabels[claim.language]}</Fact>
        <Fact name="Channel">{channelLabels[claim.withoutScript ? 'no-script' : 'script']}</Fact>
      </dl>
      {claim.contact === null && (
        <p className="soft">
          Names, addresses and answers are hidden: your role shows claims with personal data masked.
        </p>
      )}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

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
