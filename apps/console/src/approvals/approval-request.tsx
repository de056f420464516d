import type { Approval } from '@redress/contract/console/approvals';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Outcome } from '../ui/failure.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { Sentences } from '../ui/sentences.tsx';
import { useMoments } from '../ui/moments.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { useSend } from '../ui/use-send.ts';
import { isSaveKey } from '../ui/save-key.ts';
import { provePasskey } from '../sign-in/passkeys.ts';
import { ApprovalClaim } from './approval-claim.tsx';
import { describeEnd, headlineOf, reservedOf } from './headline.ts';
import { describeSummary } from '@redress/contract/console/allocation-figures';
import { useQuery } from '@tanstack/react-query';
import { letterPreviewQuery } from '../letters/letter-queries.ts';
import { PreviewedLetters } from '../letters/letter-text.tsx';
import { AllocationFacts } from '../allocations/allocation-facts.tsx';
import { allocationQuery } from '../allocations/allocation-queries.ts';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { RuleContentList } from '../rules/rule-content-list.tsx';
import { ruleQuery, rulesQuery } from '../rules/rule-queries.ts';

/** The field replaces the button that had the focus. What is declined stays in view above it. */
function focusOnce(field: HTMLElement | null): void {
  const request = field?.closest('article');
  request?.scrollTo({ top: 0 });
  request?.scrollIntoView({ block: 'start' });
  field?.focus();
}

interface ApprovalRequestProps {
  readonly approval: Approval;
  /** False once it has been decided elsewhere: then it is only shown. */
  readonly isWaiting: boolean;
  readonly onSend: () => void;
  readonly onDecided: (outcome: string) => Promise<void>;
}

/** An open request: approve it with a passkey, decline it with a reason, or withdraw one's own. */
export function ApprovalRequest({ approval, isWaiting, onSend, onDecided }: ApprovalRequestProps) {
  const { formatMoment } = useMoments();
  const { isSending, failure, errorOf, send } = useSend(onSend);
  const [reason, setReason] = useState<string>();
  const supervises = useCan('supervise');
  const { id, kind, what, rule, isOwn, refusal } = approval;
  const mayDecide = isWaiting && approval.mayDecide;
  const headline = headlineOf(approval);
  const approve = () =>
    send(async () => {
      const proof = await callApi('POST /approvals/:id/proof', { params: { id } });
      // The passkey signs the content of the request. Without one, the server asks for a new
      // sign-in.
      const body = proof.passkey ? { passkey: await provePasskey(proof.passkey) } : {};
      await callApi('POST /approvals/:id/approve', { params: { id }, body });
      await onDecided(describeEnd('approved', kind, headline));
    });
  const decline = () =>
    send(async () => {
      await callApi('POST /approvals/:id/decline', { params: { id }, body: { reason: reason ?? '' } });
      await onDecided(describeEnd('declined', kind, headline));
    });
  const withdraw = () =>
    send(async () => {
      await callApi('POST /approvals/:id/withdraw', { params: { id } });
      await onDecided(describeEnd('withdrawn', kind, headline));
    });
  useShortcuts(
    !mayDecide || isSending
      ? {}
      : {
          ...(refusal === null && { a: () => void approve() }),
          d: () => setReason(reason ?? ''),
          ...(reason !== undefined && { 'Ctrl+Enter': () => void decline() }),
        },
  );
  return (
    <article className="panel approval-detail" aria-labelledby={`approval-${id}`}>
      <h3 id={`approval-${id}`} tabIndex={-1}>
        {rule ? `Release the rule “${rule.name}”, version ${rule.version}` : headline}
      </h3>
      <p className="soft">
        Requested by {isOwn ? 'you' : approval.askedBy}, {formatMoment(approval.askedAt)}
      </p>
      {approval.reason !== '' && <p>{approval.reason}</p>}
      {rule && <ApprovalRule rule={rule} />}
      {kind === 'reserve-claims' && <ReservedClaims what={what} />}
      {headline !== what && approval.allocation === null && kind !== 'reserve-claims' && (
        <Sentences className="hash" text={rule ? what : what.replace(headline, '').trim()} />
      )}
      {approval.cluster !== null && (
        <p>
          <Link to={`/clusters/${approval.cluster}`}>Open cluster {approval.cluster}</Link>
        </p>
      )}
      {kind === 'ledger-entry' && approval.fund !== null && (
        <p>
          <Link to={`/funds/${approval.fund}`}>
            {what.includes(', docket number ') ? 'Open the fund and the order' : 'Open the fund'}
          </Link>
        </p>
      )}
      {approval.bulkJob !== null && supervises && (
        <p>
          <Link to={`/bulk/${approval.bulkJob}`}>See its claims</Link>
        </p>
      )}
      {kind === 'letters' && approval.bulkJob !== null && <RequestedLetters id={approval.bulkJob} />}
      {approval.allocation !== null && <ApprovalAllocation id={approval.allocation} />}
      {refusal !== null && <p className="soft">{refusal}</p>}
      <Outcome text={isWaiting ? '' : describeDecision(approval, formatMoment)} />
      <Failure error={failure} />
      {reason !== undefined && (
        <TextArea
          label="Why are you declining?"
          readOnly={!isWaiting}
          {...(approval.claim &&
            isWaiting && {
              hint: `The claim goes back to ${approval.askedBy}, who will see this. If they may no longer decide it, it goes to its queue.`,
            })}
          error={errorOf('reason')}
          ref={focusOnce}
          maxLength={1_000}
          value={reason}
          onChange={setReason}
          onKeyDown={(event) => {
            if (!isSaveKey(event)) return;
            event.preventDefault();
            if (mayDecide && !isSending) void decline();
          }}
        />
      )}
      <div className="actions">
        {isWaiting && isOwn && (
          <Button disabled={isSending} onClick={withdraw}>
            Withdraw
          </Button>
        )}
        {mayDecide && reason === undefined && (
          <>
            {refusal === null && (
              <Button look="main" disabled={isSending} aria-keyshortcuts="a" onClick={approve}>
                Approve <kbd aria-hidden="true">a</kbd>
              </Button>
            )}
            <Button disabled={isSending} aria-keyshortcuts="d" onClick={() => setReason('')}>
              Decline … <kbd aria-hidden="true">d</kbd>
            </Button>
          </>
        )}
        {mayDecide && reason !== undefined && (
          <>
            <Button look="danger" disabled={isSending} aria-keyshortcuts="Control+Enter" onClick={decline}>
              Decline <kbd aria-hidden="true">Ctrl ↵</kbd>
            </Button>
            <Button disabled={isSending} onClick={() => setReason(undefined)}>
              Cancel
            </Button>
          </>
        )}
        {isWaiting && !isOwn && !mayDecide && (
          <p className="soft">
            You can’t act on this request. It concerns your own account or requires a different role.
          </p>
        )}
      </div>
      {approval.claim && <ApprovalClaim claim={approval.claim} />}
    </article>
  );
}

/** Says who decided a request in the meantime. One that the person may no longer see has no decision. */
const describeDecision = (
  { decision, decidedBy, askedBy, decidedAt }: Approval,
  formatMoment: (moment: string) => string,
): string =>
  decision === null || decidedAt === null
    ? 'This request is no longer in this list.'
    : `Already ${decision} by ${decidedBy ?? askedBy}, ${formatMoment(decidedAt)}.`;

function ReservedClaims({ what }: { readonly what: string }) {
  const { claims, sums } = reservedOf(what);
  return (
    <>
      <p>{sums}</p>
      <ul className="plain-list row">
        {claims.map((number) => (
          <li key={number}>
            <Link to={`/claims/${number}`}>{number}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows some of the requested letters, as their claimants will see them. */
function RequestedLetters({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const preview = useQuery({ ...letterPreviewQuery({ job: id }), enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Preview the letters</summary>
      <QueryState query={preview}>{({ letters }) => <PreviewedLetters letters={letters} />}</QueryState>
    </details>
  );
}

/** Shows what is frozen with the approval: the figures, what they were computed from, and the SHA-256. */
function ApprovalAllocation({ id }: { readonly id: string }) {
  const query = useQuery(allocationQuery(id));
  return (
    <>
      <QueryState query={query} skeleton={<Skeleton lines={8} />}>
        {(allocation) => (
          <AllocationFacts
            allocation={allocation}
            figures={
              allocation.summary
                ? describeSummary(allocation.netFund ?? '', allocation.summary).map(({ label, value, note }) => [
                    label,
                    note === undefined ? value : `${value}, ${note}`,
                  ])
                : []
            }
          />
        )}
      </QueryState>
      <p>
        <Link to={`/allocations/${id}`}>Open the scenario and compare it</Link>
      </p>
    </>
  );
}

/** Describes the conditions of the version of a rule that is released. */
function ApprovalRule({ rule: { id, name, version } }: { readonly rule: NonNullable<Approval['rule']> }) {
  // A version never changes, but what was read of the rule before may not have it yet.
  const rule = useQuery({ ...ruleQuery(id), queryKey: ['rules', id, version], refetchInterval: false });
  const { data: known } = useQuery(rulesQuery);
  return (
    <>
      <QueryState query={rule}>
        {({ caseId, versions }) =>
          versions
            .filter((each) => each.version === version)
            .map((each) => (
              <RuleContentList
                key={version}
                version={each}
                ofCase={known?.cases.find((ofCase) => ofCase.id === caseId)}
              />
            ))
        }
      </QueryState>
      <p>
        <Link to={`/rules/${id}`}>Open the rule {name}</Link>
      </p>
    </>
  );
}
