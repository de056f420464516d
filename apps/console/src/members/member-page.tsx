import './members.css';
import type { Member } from '@redress/contract/console/members';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Facts } from '../ui/facts.tsx';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { useNames } from '../ui/use-names.ts';
import { AddressForm } from './address-form.tsx';
import { AddressHistory } from './address-history.tsx';
import { describeMail } from './claim-mail.tsx';
import { formatAddress } from './format-address.ts';
import { answerNames } from './member-labels.ts';
import { MemberNotes } from './member-notes.tsx';
import { memberQuery } from './member-queries.ts';

/** `/members/:noticeId`: a class member, with addresses, claims and requests for lost IDs. */
export function Component() {
  const { noticeId = '' } = useParams();
  const member = useQuery(memberQuery(noticeId));
  if (member.error instanceof ApiError && member.error.code === 'not-found')
    return (
      <Page title={`Class member ${noticeId}`}>
        <p>No class member in your cases has this Notice ID. Check it for typos.</p>
        <Link to="/members">Search the list</Link>
      </Page>
    );
  return (
    <Page title={`Class member ${noticeId}`} heading={member.data ? <bdi>{member.data.name}</bdi> : 'Class member'}>
      <QueryState query={member} skeleton={<Skeleton lines={5} />}>
        {(data) => (
          <>
            <MemberFacts member={data} />
            <MemberAddresses key={data.noticeId} member={data} />
            <MemberClaims member={data} />
            <MemberIdRequests member={data} />
            <MemberNotes key={`notes ${data.noticeId}`} member={data} notes={data.notes} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function MemberFacts({ member }: { readonly member: Member }) {
  const { caseName } = useNames();
  const { formatDay } = useMoments();
  const { hasIdRequests } = useSession().settlement;
  return (
    <Facts
      rows={[
        [
          'Notice ID',
          <span key="notice-id" className="figures">
            {member.noticeId}
          </span>,
        ],
        [
          'Unique ID',
          <>
            <span className="figures" aria-hidden="true">
              ••••••••
            </span>{' '}
            <span className="soft">
              <span>Never shown.</span>
              {hasIdRequests && (
                <span>
                  {' '}
                  The class member asks for it on the website. A reviewer answers under Lost IDs, and it is mailed to
                  the address on file.
                </span>
              )}
            </span>
          </>,
        ],
        ['Address on file', <bdi key="address">{formatAddress(member.current) || 'no address'}</bdi>],
        ['Case', caseName(member.caseId)],
        ['Imported', formatDay(member.importedAt)],
      ]}
    />
  );
}

function MemberAddresses({ member }: { readonly member: Member }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState('');
  const onSend = () => setDone('');
  // The control that had the focus is gone.
  const onDone = (message: string) => {
    setDone(message);
    heading.current?.focus();
  };
  return (
    <section className="panel" aria-labelledby="addresses">
      <h2 id="addresses" ref={heading} tabIndex={-1}>
        Addresses
      </h2>
      <p role="status">{done}</p>
      <AddressHistory {...{ member, onSend, onDone }} />
      {(member.mayCorrect || member.mayAsk) && <AddressForm {...{ member, onSend, onDone }} />}
    </section>
  );
}

function MemberClaims({ member }: { readonly member: Member }) {
  const { formName } = useNames();
  const { formatDay } = useMoments();
  return (
    <section className="panel" aria-labelledby="claims">
      <h2 id="claims">Claims under this Notice ID</h2>
      {member.claims.length === 0 && <p>None. This class member hasn’t filed.</p>}
      <ul>
        {member.claims.map((claim) => (
          <li key={claim.number}>
            <Link className="figures" to={`/claims/${claim.number}`}>
              {claim.number}
            </Link>
            , {formatDay(claim.filedAt)}, {formName(claim.formId)}{' '}
            {claim.late && <span className="tag tag-warn">Late</span>}
            {claim.mail && (
              <p className="soft">
                <Breakable text={describeMail('Letters about it', claim.mail)} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function MemberIdRequests({ member }: { readonly member: Member }) {
  const { formatDay } = useMoments();
  if (member.idRequests.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="id-requests">
      <h2 id="id-requests">Requests for lost IDs</h2>
      <ul>
        {member.idRequests.map((request) => (
          <li key={`${request.id} ${request.answeredAt}`}>
            <Link to={`/id-requests/${request.id}`}>Request {request.id}</Link> of {formatDay(request.requestedAt)}:{' '}
            <span>{`${answerNames[request.answer]}, ${formatDay(request.answeredAt)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
