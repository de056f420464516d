import type { ClaimPayment } from '@redress/contract/claim-payment';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { channelLabels, flagLabels, languageLabels, letterLabels } from '@redress/contract/console/claim-labels';
import { formatClaimed, formatMoney } from '@redress/contract/console/format-figure';
import { claimFlags, type ClaimFlag } from '@redress/contract/console/review';
import { formatCourtDay } from '@redress/contract/language';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan } from '../api/use-session.ts';
import { describeLetter, describeNextLetter } from '../letters/describe-letter.ts';
import { claimLettersQuery } from '../api/claim-look.ts';
import { formatAddress } from '../members/format-address.ts';
import { sourceNames } from '../members/member-labels.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { ClaimReceipt } from './claim-receipt.tsx';
import { describeDispute, describeStatus } from './messages.ts';
import { useMoments } from '../ui/moments.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

/** The facts that callers ask for and reviewers need first. */
export function ClaimFacts({
  claim,
  status = claim.status,
}: {
  readonly claim: ClaimDetails;
  /** The state of the review, if the screen may show it. */
  readonly status?: ClaimDetails['status'];
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
      <p>{describeStatus(status, claim)}</p>
      {claim.due.length > 0 && (
        <div className="notice notice-warn">
          <p>The claimant was asked for:</p>
          <ul>
            {claim.due.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <FactList claim={claim} />
      {claim.contact === null && (
        <p className="soft">Your role shows claims with names, addresses, and answers masked.</p>
      )}
    </div>
  );
}

/** The same facts in two lines, for reviewers who decide one claim after another. */
export function ShortClaimFacts({
  claim,
  status,
}: {
  readonly claim: ClaimDetails;
  readonly status: ClaimDetails['status'];
}) {
  const flags = flagsOf(claim);
  const dispute = useOpenDispute(claim);
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
      <SummaryLine claim={claim} />
      {claim.due.length > 0 && <p className="claim-due">Asked for: {claim.due.join(' ')}</p>}
      {dispute !== undefined && <p className="claim-due">Dispute: {dispute}</p>}
      <details className="finger-summary">
        <summary>More facts</summary>
        <p>{describeStatus(status, claim)}</p>
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

/**
 * The facts behind most decisions, in one line: filing, delay, amount, documents, data findings.
 */
export function SummaryLine({ claim }: { readonly claim: ClaimDetails }) {
  const { formatMoment, countDaysAfter } = useMoments();
  const { filedAt, deadline, late, documents, due, form, language } = claim;
  const findings = countFindings(claim);
  return (
    <p className="claim-summary">
      {[
        `Filed ${formatMoment(filedAt)}`,
        late && `${formatCounted(countDaysAfter(deadline, filedAt), 'day')} late`,
        describeClaimed(claim),
        documents.length === 0 ? 'No documents' : formatCounted(documents.length, 'document'),
        due.length > 0 && 'Documents due',
        findings > 0 && formatCounted(findings, 'data finding'),
        form.title,
        language !== 'en' && languageLabels[language],
      ]
        .filter((part) => part !== false)
        .join(' · ')}
    </p>
  );
}

const countFindings = ({ documents }: ClaimDetails): number =>
  documents.reduce((sum, { data }) => sum + (data?.errors ?? 0), 0);

function describeClaimed({ amount, range, corrected }: ClaimDetails): string {
  const claimed = formatClaimed(corrected.amount, corrected.range);
  if (claimed !== undefined) return `${claimed} claimed (corrected)`;
  const filed = formatClaimed(amount, range);
  return filed === undefined ? 'None stated' : `${filed} claimed`;
}

function ClaimName({ claim }: { readonly claim: ClaimDetails }) {
  return (
    <>
      <strong>{claim.corrected.name ?? claim.name ?? (claim.status === 'purged' ? 'Name deleted' : 'No name')}</strong>
      {claim.corrected.name !== null && <span className="soft">Corrected. As filed: {claim.name ?? 'no name'}</span>}
    </>
  );
}

/** Shows what a frozen allocation gives the claim, and why. */
function Payment({ payment, status }: { readonly payment: ClaimPayment } & Pick<ClaimDetails, 'status'>) {
  const seesAllocations = useCan('approve-allocation');
  const { kind, amount, recognized, isRange, rate, minimum, allocation } = payment;
  const counted = isRange
    ? `the ${formatMoney(recognized)} counted for its range`
    : `the recognized ${formatMoney(recognized)}`;
  const reasons = {
    share: amount === recognized ? `all of ${counted}` : `${rate}% of ${counted}`,
    capped: `the most that the plan allows for ${counted}`,
    floor: `the least that the plan pays, for ${counted}`,
    limits: `set by the limits of the plan, for ${counted}`,
    'below-minimum': `because its share of ${counted} is below the minimum${minimum === null ? '' : ` of ${formatMoney(minimum)}`}`,
    reserved:
      status === 'approved' || status === 'reduced'
        ? 'set aside; a supplemental allocation pays the claim'
        : 'set aside until the claim is decided',
    zero: `because its share of ${counted} is less than a cent`,
  };
  return (
    <>
      {`${formatMoney(amount)}, ${reasons[kind]}. `}
      {seesAllocations && <Link to={`/allocations/${allocation}`}>Allocation</Link>}
    </>
  );
}

/** The same query as that of the claim's letters. */
function useOpenDispute({ number }: ClaimDetails): string | undefined {
  const { data: told } = useQuery(claimLettersQuery(number));
  return told && describeDispute(told.disputes);
}

function FactList({ claim }: { readonly claim: ClaimDetails }) {
  const seesMembers = useCan('search');
  const { formatMoment } = useMoments();
  const { data: told } = useQuery(claimLettersQuery(claim.number));
  const [letter] = told?.letters ?? [];
  const dispute = useOpenDispute(claim);
  const documents = claim.documents.length;
  const corrected = formatClaimed(claim.corrected.amount, claim.corrected.range);
  const announced =
    claim.documentsExpected > documents
      ? ` of ${formatCount(claim.documentsExpected)} that were chosen when the claim was filed`
      : '';
  return (
    <Facts
      className="facts-columns"
      rows={[
        dispute !== undefined && ['Dispute', dispute],
        ['Filed', `${formatMoment(claim.filedAt)} (court’s time)`],
        ['Amount claimed', formatClaimed(claim.amount, claim.range) ?? 'None stated'],
        corrected !== undefined && ['Amount claimed, corrected', corrected],
        claim.quantity !== null && ['Quantity', formatCount(Number(claim.quantity))],
        ['Documents', `${formatCounted(documents, 'document')} received${announced}`],
        ['Receipt', <ClaimReceipt key="receipt" claim={claim} />],
        ...claim.payments.map(
          (payment) =>
            [
              `Payment, ${payment.fund}`,
              <Payment key={payment.fund} payment={payment} status={claim.status} />,
            ] as const,
        ),
        letter && ['Last letter', `${letterLabels[letter.kind]}, ${describeLetter(letter)}`],
        told?.next && [
          'Next letter',
          <bdi key="next-letter">
            <Breakable text={describeNextLetter(told.next)} />
          </bdi>,
        ],
        claim.noticeId !== null && [
          'Notice ID',
          seesMembers ? (
            <Link key="notice-id" to={`/members/${claim.noticeId}`}>
              {claim.noticeId}
            </Link>
          ) : (
            claim.noticeId
          ),
        ],
        claim.mailing !== null && [
          'Class member’s address',
          <>
            <bdi>{formatAddress(claim.mailing.address) || 'no address'}</bdi>{' '}
            <span className="soft">
              ({claim.mailing.source === null ? 'Imported list' : sourceNames[claim.mailing.source]})
            </span>
          </>,
        ],
        ['Case', claim.settlement],
        ['Form', `${claim.form.title}, version ${claim.form.version}`],
        ['Language', languageLabels[claim.language]],
        ['Channel', channelLabels[claim.withoutScript ? 'no-script' : 'script']],
      ]}
    />
  );
}

/** The flags in the list of claims, and others, each with its meaning and its limits. */
function flagsOf(claim: ClaimDetails): (readonly [label: string, meaning: string])[] {
  const dataErrors = countFindings(claim);
  const meanings: Readonly<Record<ClaimFlag, string>> = {
    late: `Filed after the deadline of ${formatCourtDay(claim.deadline)}.`,
    duplicate: 'Based on its signals, or on an earlier claim with the same Notice ID. A flag never decides a claim.',
    machine: 'Based on its signals, or on a hidden field that only a program fills in. A flag never decides a claim.',
    'documents-missing': 'The claimant was asked for documents that haven’t arrived.',
    'data-errors': dataErrors > 0 ? `${formatCounted(dataErrors, 'error')} in data files.` : 'In data files.',
    'high-value': 'Its amount is unusually high for this settlement.',
    rule: 'A rule selected it for review. A flag never decides a claim.',
    reopened: 'An earlier decision was disputed, declined, withdrawn, or reopened.',
  };
  return [
    ...claimFlags
      .filter((flag) => claim.flags.includes(flag) || (flag === 'data-errors' && dataErrors > 0))
      .map((flag) => [flagLabels[flag], meanings[flag]] as const),
    ...(claim.documents.some(({ scan }) => scan === 'infected')
      ? [['Virus found', 'A document is withheld.'] as const]
      : []),
  ];
}
