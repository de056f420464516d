import type { ClaimDetails, HistoryEntry } from '@redress/contract/console/claim-details';
import { correctionSourceLabels } from '@redress/contract/console/corrections';
import { describeOutcome, letterLabels, statusLabels, topicLabels } from '@redress/contract/console/claim-labels';
import { outcomes } from '@redress/contract/console/review';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import { verdictNames } from '@redress/contract/console/verdict-names';
import { formatCounted } from '../ui/format.ts';
import { describeCause } from '../letters/returned-labels.ts';
import { formatSize } from './format-size.ts';

type Named = Pick<ClaimDetails, 'form' | 'documents' | 'notes' | 'calls' | 'corrections' | 'people'>;

/** Describes an entry of a claim's history in plain words. */
export function describeEntry({ kind, details }: HistoryEntry, claim: Named): string {
  const document = claim.documents.find(({ id }) => id === details['documentId']);
  const name = document?.name === undefined || document.name === null ? 'A document' : `“${document.name}”`;
  switch (kind) {
    case 'claim-filed':
      return `Filed on the form “${claim.form.title}”, version ${String(details['formVersion'])}${details['late'] === true ? ', after the deadline' : ''}`;
    case 'document-stored':
      return `${name} arrived (${formatSize(Number(details['size']))})${details['by'] === undefined ? '' : `, added${byPerson(details, claim)}`}`;
    case 'document-scanned':
      return `${name} was scanned: ${scanOutcomes[String(details['outcome'])] ?? String(details['outcome'])}${details['finding'] === undefined ? '' : ` (${String(details['finding'])})`}`;
    case 'data-checked':
      return describeCheck(name, details);
    case 'receipt-sent':
      return 'The receipt was sent by email';
    case 'receipt-refused':
      return `The mail server permanently refused the receipt (code ${String(details['code'])})`;
    case 'note-added':
      return `Note${byAuthor(claim.notes?.find(({ id }) => id === details['noteId'])?.author)}`;
    case 'call-logged': {
      // People without access to calls get no topic.
      if (details['topic'] === undefined) return 'Call';
      const topic = Object.entries(topicLabels).find(([each]) => each === details['topic'])?.[1] ?? 'Other';
      return `Call: ${topic}${byAuthor(claim.calls?.find(({ id }) => id === details['callId'])?.author)}`;
    }
    case 'claim-corrected':
      return describeCorrection(details, claim.corrections);
    case 'queued-by-rule':
      return `Queued for review by a rule, approved by ${secondPerson(details, claim)}`;
    case 'claim-decided':
      return describeDecision(details, claim);
    case 'decision-undone':
      return details['approval'] === undefined
        ? `The decision was undone${byPerson(details, claim)}`
        : describeWithdrawal(details, claim);
    case 'decision-released':
      return `The decision took effect${details['approval'] === undefined ? '' : `, approved by ${secondPerson(details, claim)}`}: ${statusName(details['to'])}`;
    case 'decision-declined':
      return details['withdrawn'] === true ? describeWithdrawal(details, claim) : describeDecline(details, claim);
    case 'claim-assigned':
      if (details['by'] === undefined) return 'Unassigned, because the reviewer no longer decides claims in this case';
      return details['to'] === undefined
        ? `Unassigned${byPerson(details, claim)}`
        : `Assigned to ${claim.people[String(details['to'])] ?? 'a colleague'}${byPerson(details, claim)}`;
    case 'status-changed':
      return `${changeCauses[String(details['cause'])] ?? 'The status changed'}${byPerson(details, claim)}: ${statusName(details['from'])} → ${statusName(details['to'])}`;
    case 'answer-sent':
      return `The claimant answered the deficiency on the status page${details['late'] === true ? ', after the last day' : ''}`;
    case 'dispute-filed':
      return `${details['by'] === undefined ? 'The claimant disputed the decision on the status page' : `The claimant’s dispute was recorded${byPerson(details, claim)}`}${details['late'] === true ? ', after the last day' : ''}`;
    case 'quality-reviewed':
      return `Second decision for a quality sample${byPerson(details, claim)}: ${details['agrees'] === true ? 'the same' : 'a different one'}`;
    case 'quality-settled':
      return `The decision was ${details['verdict'] === 'upheld' ? 'upheld' : 'overturned'} in a quality review${byPerson(details, claim)}`;
    case 'claim-scored':
      return describeScores(details);
    case 'verdict':
      return `${details['second'] === true ? 'Second finding' : 'Finding'}${byPerson(details, claim)}: ${verdictName(String(details['verdict']))}${details['cluster'] === undefined ? '' : `, together with the claims of cluster ${String(details['cluster'])}`}`;
    case 'letter-queued':
      return `${letterName(details)} was queued ${details['channel'] === 'none' ? ', but there is no address' : `by ${String(details['channel'])}`}${details['replaces'] === undefined ? '' : ', again'}${byPerson(details, claim)}`.replace(
        ' ,',
        ',',
      );
    case 'letter-batched':
      return `A letter is in a batch for the mail house${byPerson(details, claim)}`;
    case 'letter-mailed':
      return `${letterName(details)} went out on ${formatCourtDay(String(details['mailedOn']))}${details['dueOn'] === undefined ? '' : `: answer by ${formatCourtDay(String(details['dueOn']))}`}`;
    case 'letter-returned':
      return `${letterName(details)} came back: ${describeCause(String(details['cause']))}${byPerson(details, claim).replace(' by', ', recorded by')}`;
    case 'letter-cancelled':
      return 'A letter was canceled, because its decision is no longer in force';
    case 'address-added':
    case 'email-added': {
      const contact = kind === 'email-added' ? 'email address' : 'postal address';
      return details['source'] === 'claimant'
        ? `The claimant changed the ${contact} on the status page. It is used after a hold`
        : `${kind === 'email-added' ? 'An' : 'A'} ${contact} was added (${describeAddressSource(details)})${byPerson(details, claim)}`;
    }
    case 'letter-undeliverable':
      return `A letter could not be delivered${byPerson(details, claim)}`;
    case 'claim-purged':
      return `Personal data deleted: answers, ${formatCounted(Number(details['taxIds']), 'tax ID')} and ${formatCounted(Number(details['documents']), 'document')}`;
    default:
      return kind.replaceAll('-', ' ');
  }
}

const addressSources: Readonly<Record<string, string>> = {
  ncoa: 'address update',
  forwarding: 'forwarding address',
  'skip-trace': 'skip trace',
};

const describeAddressSource = ({ source, memberAddressId }: HistoryEntry['details']): string =>
  memberAddressId === undefined
    ? (addressSources[String(source)] ?? String(source))
    : 'the new address of the class member';

const letterName = ({ letter }: HistoryEntry['details']): string => {
  const [, label] = Object.entries(letterLabels).find(([kind]) => kind === letter) ?? [];
  return `The letter “${label ?? String(letter)}”`;
};

/** People without access to the answer see only that one was corrected. */
function describeCorrection(details: HistoryEntry['details'], corrections: Named['corrections']): string {
  const isWithdrawal = details['withdraws'] !== undefined;
  const id = details[isWithdrawal ? 'withdraws' : 'correctionId'];
  const correction = corrections?.find((each) => each.id === id);
  if (!correction) return isWithdrawal ? 'The correction of an answer was withdrawn' : 'An answer was corrected';
  const { label, source, author, withdrawal } = correction;
  return isWithdrawal
    ? `The correction of “${label}” was withdrawn${byAuthor(withdrawal?.author)}`
    : `“${label}” was corrected by ${author} (${correctionSourceLabels[source].toLowerCase()})`;
}

/** The reasons for a change of status without a decision. */
const changeCauses: Readonly<Record<string, string>> = {
  documents: 'Documents arrived',
  cured: 'The deficiency was cured',
  reopened: 'Reopened',
  answered: 'The claimant answered the deficiency',
  disputed: 'The claimant disputed the decision',
  withdrawn: 'Withdrawn for the claimant',
  void: 'Declared void',
  expired: 'The cure period ended',
  overturned: 'Returned to review after the quality review',
  changed: 'New documents arrived before the decision took effect',
  survivor: 'The claim that counts was withdrawn, voided or denied',
  allocated: 'An allocation was frozen',
};

function statusName(status: unknown): string {
  return Object.entries(statusLabels).find(([each]) => each === status)?.[1] ?? String(status);
}

const byPerson = ({ by }: HistoryEntry['details'], { people }: Named) =>
  by === undefined ? '' : ` by ${people[String(by)] ?? 'a colleague'}`;

/** Names the person who approved or declined a decision. */
const secondPerson = ({ decidedBy }: HistoryEntry['details'], { people }: Named, unknown = 'a second person') =>
  people[String(decidedBy)] ?? unknown;

const describeWithdrawal = (details: HistoryEntry['details'], claim: Named) =>
  `The request for a second approval was withdrawn${byPerson(details, claim)}. The claim is in review again`;

function describeDecline(details: HistoryEntry['details'], claim: Named): string {
  const { reason } = details;
  const name = secondPerson(details, claim, 'A second person');
  const why = reason === undefined ? '' : `: “${String(reason).replace(/\.$/, '')}”`;
  return `${name} declined the decision${why}. The claim is in review again`;
}

const sourceLabels: Readonly<Record<string, string>> = {
  rule: ' by a rule',
  bulk: ' in a bulk action',
  expiry: ' because the deficiency wasn’t cured in time',
};

function describeDecision(details: HistoryEntry['details'], claim: Named): string {
  const decided = outcomes.find((each) => each === details['outcome']);
  const outcome =
    decided === undefined || decided === 'deficient'
      ? 'Found deficient'
      : describeOutcome(decided, details['waitsFor'] !== undefined);
  const how = sourceLabels[String(details['source'])] ?? '';
  const amount = details['amount'] === undefined ? '' : `, ${formatMoney(String(details['amount']))}`;
  // IDs of reasons are plain words.
  const reasons = String(details['reasons'] ?? '')
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => id.replaceAll('-', ' '));
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const counts = details['survivor'] === undefined ? '' : `. Claim ${String(details['survivor'])} counts instead`;
  const waits = details['waitsFor'] === undefined ? '' : '. Awaiting second approval';
  const by = `${details['source'] === 'rule' && details['by'] !== undefined ? ', requested' : ''}${byPerson(details, claim)}`;
  return `${outcome}${how}${by}${amount}${why}${counts}${waits}`;
}

/** A newer release may have other values. */
const verdictName = (verdict: string): string =>
  Object.entries(verdictNames).find(([each]) => each === verdict)?.[1] ?? verdict;

function describeScores(details: HistoryEntry['details']): string {
  const reached = [
    ...(details['duplicateReached'] === true ? [`possible duplicate (${String(details['duplicate'])})`] : []),
    ...(details['machineReached'] === true ? [`suspected machine (${String(details['machine'])})`] : []),
  ];
  return reached.length === 0
    ? 'No score reaches its threshold anymore'
    : `Score reached its threshold: ${reached.join(', ')}`;
}

const byAuthor = (author: string | undefined) => (author === undefined ? '' : ` by ${author}`);

const scanOutcomes: Readonly<Record<string, string>> = {
  clean: 'no virus',
  infected: 'a virus was found',
  'unscanned-too-large': 'too large for the scanner',
};

function describeCheck(name: string, { outcome, rows, errors, amount }: HistoryEntry['details']): string {
  if (outcome === 'checked') {
    const total = amount === undefined ? '' : `, ${formatMoney(String(amount))} counted`;
    return `The data of ${name} was checked: ${formatCounted(Number(rows), 'row')}, ${formatCounted(Number(errors), 'error')}${total}`;
  }
  if (outcome === 'no-data') return `${name} was checked: it has no data`;
  return outcome === 'unreadable' ? `The data of ${name} could not be read` : `The check of ${name} failed`;
}
