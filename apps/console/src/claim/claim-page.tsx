import type { ClaimRecord } from '@redress/contract/console/claim';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useCan, useSession } from '../api/use-session.ts';
import { Page } from '../layout/page.tsx';
import { QueryState } from '../layout/query-state.tsx';
import { ClaimAnswers } from './claim-answers.tsx';
import { ClaimDocuments } from './claim-documents.tsx';
import { ClaimFacts } from './claim-facts.tsx';
import { ClaimHistory } from './claim-history.tsx';
import { ClaimNavigation } from './claim-navigation.tsx';
import { ClaimNotes } from './claim-notes.tsx';
import { claimQuery } from './claim-queries.ts';
import { ClaimSignals } from './claim-signals.tsx';
import { RelatedClaims } from './related-claims.tsx';
import { SectionLinks } from './section.tsx';
import { useClaimUpdates } from './use-claim-updates.ts';
import './claim.css';

export function Component() {
  const { number = '' } = useParams();
  // With another claim, everything starts anew: drafts, previews, revealed tax IDs.
  return <ClaimScreen key={number} number={number} />;
}

function ClaimScreen({ number }: { readonly number: string }) {
  const query = useQuery(claimQuery(number));
  const { person } = useSession();
  const announcement = useClaimUpdates(number, query.data, person.name);
  const { data: record } = query;
  return (
    <Page
      title={`Claim ${record?.reference ?? number}`}
      heading={
        <>
          Claim <span className="figures">{record?.reference ?? number}</span>
        </>
      }
      actions={<ClaimNavigation number={record?.number ?? number} />}
    >
      <p className="claim-update" role="status">
        {announcement}
      </p>
      <QueryState query={query} skeleton={<ClaimSkeleton />}>
        {(claim) => <ClaimSections claim={claim} />}
      </QueryState>
    </Page>
  );
}

function ClaimSections({ claim }: { readonly claim: ClaimRecord }) {
  const mayWrite = useCan('notes', claim.caseId);
  const seesContact = useCan('contact', claim.caseId);
  const mayJudge = useCan('decide', claim.caseId);
  const [parameters] = useSearchParams();
  // Somebody who judges a sample of a cluster must not know the scores.
  const isBlind = parameters.get('signals') === 'hidden';
  const [isWide, setWide] = useState(false);
  return (
    <>
      <SectionLinks />
      {isBlind && <p className="notice">Signals and history are hidden while you judge a sample.</p>}
      <ClaimFacts claim={claim} />
      <div className="claim-columns" data-wide={isWide || undefined}>
        <div className="claim-column">
          <ClaimAnswers claim={claim} />
        </div>
        <div className="claim-column">
          <ClaimDocuments claim={claim} isWide={isWide} onWide={setWide} />
        </div>
        <div className="claim-column">
          {mayJudge && !isBlind && <ClaimSignals claim={claim} />}
          {claim.notes && claim.calls && <ClaimNotes claim={claim} mayWrite={mayWrite && claim.status !== 'purged'} />}
          {!isBlind && <ClaimHistory claim={claim} />}
          {seesContact && <RelatedClaims claim={claim} />}
        </div>
      </div>
    </>
  );
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => <span key={index} className="skeleton" />);

/** Keeps the layout while the claim loads. */
function ClaimSkeleton() {
  return (
    <>
      <div className="panel">{lines(4)}</div>
      <div className="claim-columns">
        {[8, 5, 6].map((count) => (
          <div key={count} className="claim-column">
            <div className="panel">{lines(count)}</div>
          </div>
        ))}
      </div>
    </>
  );
}
