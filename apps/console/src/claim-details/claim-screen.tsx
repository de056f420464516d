import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { ApiError } from '../api/api-client.ts';
import { useCan, useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { DecisionPanel } from '../review/decision-panel.tsx';
import { isEmptyReview, ReviewState } from '../review/review-state.tsx';
import { usePresence } from '../review/use-presence.ts';
import { ClaimAnswers } from './claim-answers.tsx';
import { ClaimDocuments } from './claim-documents.tsx';
import { ClaimFacts, ShortClaimFacts } from './claim-facts.tsx';
import { ClaimHistory } from './claim-history.tsx';
import { ClaimLetters } from './claim-letters.tsx';
import { ClaimNotes } from './claim-notes.tsx';
import { claimIntegrityQuery, claimQuery, relatedQuery, reviewQuery } from '../api/claim-look.ts';
import { ClaimSignals } from './claim-signals.tsx';
import { RelatedClaims } from './related-claims.tsx';
import { type SectionId, sectionIds, SectionLinks, titleOfAnswers } from './section.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { useClaimUpdates } from './use-claim-updates.ts';
import './claim.css';
import { lazyPart } from '../ui/lazy-part.tsx';

const ClaimComparison = lazyPart(async () => (await import('./claim-comparison.tsx')).ClaimComparison);

interface ClaimScreenProps {
  readonly number: string;
  /** Rendered beside the heading. */
  readonly actions: ReactNode;
  /** The label of the button, for example `Confirm and next`. */
  readonly confirmLabel: string;
  readonly onDecided: () => void;
  /** In a queue, the answers and documents come first, and rarely needed sections are collapsed. */
  readonly isInQueue?: boolean;
}

/** Shows everything about a claim, and the panel that decides it. */
export function ClaimScreen({ number, actions, isInQueue = false, ...decision }: ClaimScreenProps) {
  const query = useQuery(claimQuery(number));
  const review = useQuery(reviewQuery(number));
  const { person } = useSession();
  const announcement = useClaimUpdates(number, query.data, person.name);
  const present = usePresence(number, review.data)?.others ?? [];
  const { data: record } = query;
  // People who review a sample of a cluster see neither scores nor other decisions.
  const isBlind = record?.hidden === 'cluster-sample';
  const mayDecide = useCan('decide', record?.caseId) && !isBlind;
  const seesContact = useCan('contact', record?.caseId);
  const { named, others } = useOtherClaims(number, {
    signals: mayDecide,
    related: record !== undefined && seesContact,
  });
  const [compared, setCompared] = useState<string>();
  const opener = useRef<Element>(null);
  const compare = (other: string | undefined) => {
    if (compared === undefined) opener.current = document.activeElement;
    setCompared(other);
    if (other === undefined && opener.current instanceof HTMLElement) opener.current.focus();
  };
  // The key goes through the other claims in order, then closes the comparison.
  const compareNext = () => compare(others[others.indexOf(compared ?? '') + 1]);
  useShortcuts(others.length > 0 ? { o: compareNext } : {});
  if (query.error instanceof ApiError && query.error.code === 'not-found')
    return (
      <Page title={`Claim ${number}`} actions={actions}>
        <p>This claim isn’t in your cases. Check the number.</p>
      </Page>
    );
  const suggestedSurvivor = compared ?? (named.length === 1 ? named[0] : undefined) ?? '';
  return (
    <Page
      title={`Claim ${record?.reference ?? number}`}
      heading={
        <>
          Claim <span className="figures">{record?.reference ?? number}</span>
        </>
      }
      actions={actions}
    >
      {/* Always rendered, so that screen readers announce changes. */}
      <p className="claim-update" role="status">
        {announcement}
      </p>
      <p className="claim-update" role="status">
        {present.length > 0 &&
          `${new Intl.ListFormat('en').format(present)} ${present.length === 1 ? 'is' : 'are'} also viewing this claim.`}
      </p>
      <div className="claim-layout" data-decides={mayDecide || undefined}>
        <div className="claim-content">
          <QueryState query={query} skeleton={<ClaimSkeleton />}>
            {(claim) => (
              <ClaimSections
                claim={claim}
                status={claim.status === 'purged' ? claim.status : (review.data?.status ?? claim.status)}
                decides={mayDecide}
                isBlind={isBlind}
                isInQueue={isInQueue}
                isReviewEmpty={review.data !== undefined && isEmptyReview(review.data)}
                comparison={{ compared, others, onCompare: compare }}
                review={
                  <QueryState query={review}>
                    {(data) => <ReviewState review={data} caseId={claim.caseId} />}
                  </QueryState>
                }
              />
            )}
          </QueryState>
        </div>
        {mayDecide && record && record.status !== 'purged' && review.data && (
          <DecisionPanel
            review={review.data}
            isLate={record.late}
            others={others}
            suggestedSurvivor={suggestedSurvivor}
            {...decision}
          />
        )}
      </div>
    </Page>
  );
}

function ClaimSections({
  claim,
  status,
  review,
  decides,
  isBlind,
  isInQueue,
  isReviewEmpty,
  comparison: { compared, others, onCompare },
}: {
  readonly claim: ClaimDetails;
  readonly status: ClaimDetails['status'];
  readonly review: ReactNode;
  readonly decides: boolean;
  readonly isBlind: boolean;
  readonly isInQueue: boolean;
  /** The review shows only the claim's assignee. */
  readonly isReviewEmpty: boolean;
  readonly comparison: {
    readonly compared: string | undefined;
    readonly others: readonly string[];
    readonly onCompare: (number: string | undefined) => void;
  };
}) {
  const seesSignals = useCan('decide', claim.caseId);
  const mayWrite = useCan('notes', claim.caseId);
  const seesContact = useCan('contact', claim.caseId);
  const [isWide, setWide] = useState(false);
  const isReviewBelow = isInQueue && isReviewEmpty;
  const shown = {
    decision: decides,
    review: !isBlind,
    answers: true,
    documents: true,
    signals: seesSignals && !isBlind,
    letters: !isBlind,
    notes: claim.notes !== null && claim.calls !== null,
    history: !isBlind,
    related: seesContact,
  } satisfies Readonly<Record<SectionId, boolean>>;
  const without = new Set(sectionIds.filter((id) => !shown[id]));
  return (
    <>
      <SectionLinks without={without} answers={titleOfAnswers(claim)} />
      {isBlind && (
        <p className="notice">
          This claim is in your sample of a cluster. Until you finish the sample, you can’t decide the claim, and its
          signals and history stay hidden.
        </p>
      )}
      {claim.hidden === 'random-sample' && (
        <p className="notice">This claim is in the random sample. Record your finding under Signals.</p>
      )}
      {isInQueue ? <ShortClaimFacts claim={claim} status={status} /> : <ClaimFacts claim={claim} status={status} />}
      {others[0] !== undefined && claim.flags.includes('duplicate') && (
        <p>
          <Button
            aria-expanded={compared !== undefined}
            aria-keyshortcuts="o"
            onClick={() => onCompare(compared === undefined ? others[0] : undefined)}
          >
            Compare with claim <span className="figures">{others[0]}</span> <kbd aria-hidden="true">o</kbd>
          </Button>
        </p>
      )}
      {compared !== undefined && (
        <Suspense fallback={<p className="loading">Loading …</p>}>
          <ClaimComparison
            claim={claim}
            other={compared}
            others={others}
            onOther={onCompare}
            onClose={() => onCompare(undefined)}
          />
        </Suspense>
      )}
      {!isBlind && !isReviewBelow && review}
      <div className="claim-columns" data-wide={isWide || undefined}>
        <div className="claim-column">
          <ClaimAnswers claim={claim} />
        </div>
        <div className="claim-column">
          <ClaimDocuments claim={claim} isWide={isWide} onWide={setWide} />
          {shown.signals && <ClaimSignals claim={claim} onCompare={onCompare} />}
          {seesContact && <RelatedClaims claim={claim} onCompare={onCompare} />}
          {!isBlind && <ClaimLetters claim={claim} />}
          {claim.notes && claim.calls && <ClaimNotes claim={claim} mayWrite={mayWrite && claim.status !== 'purged'} />}
        </div>
        <div className="claim-column">
          {!isBlind && isReviewBelow && review}
          {!isBlind && <ClaimHistory claim={claim} />}
        </div>
      </div>
    </>
  );
}

/** Keeps the layout while the claim loads. */
function ClaimSkeleton() {
  return (
    <>
      <PanelSkeleton lines={4} />
      <div className="claim-columns">
        {[8, 5, 6].map((count) => (
          <div key={count} className="claim-column">
            <PanelSkeleton lines={count} />
          </div>
        ))}
      </div>
    </>
  );
}

/**
 * Claims that may come from the same claimant: first those in a duplicate's signals, then linked
 * claims, then claims that share values.
 */
function useOtherClaims(number: string, sees: { readonly signals: boolean; readonly related: boolean }) {
  const { data: signals } = useQuery({ ...claimIntegrityQuery(number), enabled: sees.signals });
  const { data: related } = useQuery({ ...relatedQuery(number), enabled: sees.related });
  const integrity = sees.signals ? signals?.integrity : undefined;
  const named = [...new Set(integrity?.duplicate.signals.flatMap(({ claims }) => claims))];
  const linked = integrity?.links.map(({ claim }) => claim) ?? [];
  const alike = sees.related ? (related?.groups.flatMap(({ claims }) => claims.map((each) => each.number)) ?? []) : [];
  return { named, others: [...new Set([...named, ...linked, ...alike])] };
}
