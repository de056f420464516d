import type { Work } from '@redress/contract/console/work';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan, useSession } from '../api/use-session.ts';
import { workQuery } from '../api/work-query.ts';
import { LinkButton } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { waitingAddressesId } from '../members/member-labels.ts';
import { QueryState } from '../ui/query-state.tsx';

/** For people who answer calls, and have no open work. */
function NextCall() {
  return (
    <section className="panel next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">What to do next</h2>
      <p>
        When someone calls, press <kbd>/</kbd> and type their name, phone number, claim number, or Notice ID. Open their
        claim to see its status, and log the call there. Press <kbd>?</kbd> for all keys.
      </p>
      <LinkButton look="main" to="/search">
        Search
      </LinkButton>
    </section>
  );
}

/** Lists the person's open work, the most urgent first. Each number links to its list. */
export function NextSteps() {
  const work = useQuery(workQuery);
  const { hasIdRequests, hasClassMembers } = useSession().settlement;
  const [decides, approves, corrects] = [useCan('decide'), useCan('approve'), useCan('members')];
  const [supervises, takesCalls, writes] = [useCan('supervise'), useCan('search'), useCan('letters')];
  if (!decides && !approves && !corrects && !writes) return takesCalls ? <NextCall /> : null;
  const stepsOf = ({
    returned,
    assigned,
    toReview,
    ofOthers,
    due,
    today,
    approvals,
    asked,
    disputes,
    lettersDue,
    lettersToBatch,
    idRequests,
    addresses,
    toSettle,
    secondReviews,
  }: Work) =>
    [
      decides && { label: 'Returned to you', count: returned, to: '/queue?mine=true&reason=reopened' },
      decides && { label: 'Assigned to you', count: assigned, to: '/queue?mine=true' },
      decides && { label: 'Cure due today', count: due, to: `/claims?cure-due=${today}` },
      approves && { label: 'Waiting for your approval', count: approvals, to: '/approvals' },
      supervises && { label: 'Reviews you may settle', count: toSettle, to: '/quality' },
      // Only another person can approve these.
      (approves || decides) && {
        label: 'Your requests awaiting approval',
        count: asked,
        to: '/approvals',
        isForOthers: true,
      },
      decides && { label: 'Disputes to decide', count: disputes, to: '/disputes' },
      decides && { label: 'Second reviews to do', count: secondReviews, to: '/quality' },
      writes && { label: 'Letters to queue', count: lettersDue, to: '/letters' },
      supervises && { label: 'Letters to mail', count: lettersToBatch, to: '/letter-batches' },
      corrects && hasIdRequests && { label: 'Lost IDs to answer', count: idRequests, to: '/id-requests' },
      corrects &&
        hasClassMembers && {
          label: 'Address changes to confirm',
          count: addresses,
          to: `/members#${waitingAddressesId}`,
        },
      decides && {
        label: 'All claims to review',
        count: toReview,
        to: '/queue',
        isForOthers: toReview <= ofOthers,
        hint: ofOthers === 0 ? undefined : `${formatCount(ofOthers)} assigned to others`,
      },
    ].filter((step) => step !== false);
  return (
    <section className="panel next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">What to do next</h2>
      <QueryState query={work}>
        {(data) => {
          const steps = stepsOf(data);
          const first = steps.find(({ count, isForOthers = false }) => count > 0 && !isForOthers);
          return (
            <>
              <ul className="plain-list">
                {steps.map(({ label, count, to, hint }) => (
                  <li key={label} data-waits={count > 0 || undefined}>
                    <strong>{formatCount(count)}</strong>
                    <span>
                      <Link to={to}>{label}</Link>
                      {hint !== undefined && <span className="soft"> ({hint})</span>}
                    </span>
                  </li>
                ))}
              </ul>
              {first === undefined ? (
                <p className="soft">You’re all caught up. New work appears here within a minute.</p>
              ) : (
                <LinkButton look="main" to={first.to}>
                  Start: {first.label}
                </LinkButton>
              )}
            </>
          );
        }}
      </QueryState>
    </section>
  );
}
