import './id-requests.css';
import { flagLabels, languageLabels } from '@redress/contract/console/claim-labels';
import type { IdRequest } from '@redress/contract/console/id-requests';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { Facts } from '../ui/facts.tsx';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { useNames } from '../ui/use-names.ts';
import { formatAddress } from '../members/format-address.ts';
import { answerNames } from '../members/member-labels.ts';
import { AnswerForm } from './answer-form.tsx';
import { idRequestQuery } from './id-request-queries.ts';

/**
 * `/id-requests/:id`: a request for lost IDs, the class members who may have sent it, and its
 * answers.
 */
export function Component() {
  const { id = '' } = useParams();
  const request = useQuery(idRequestQuery(id));
  const mayAnswer = useCan('members', request.data?.caseId);
  if (request.error instanceof ApiError && request.error.code === 'not-found')
    return (
      <Page title={`Request ${id}`}>
        <p>This request isn’t in your cases.</p>
        <Link to="/id-requests">Requests for lost IDs</Link>
      </Page>
    );
  return (
    <Page
      title={`Request ${id} for lost IDs`}
      actions={
        <>
          {request.data?.next !== undefined && (!mayAnswer || request.data.answers.length === 0) && (
            <LinkButton to={`/id-requests/${request.data.next}`}>Next open request</LinkButton>
          )}
          <LinkButton to="/id-requests">All requests</LinkButton>
        </>
      }
    >
      <QueryState query={request} skeleton={<PanelSkeleton lines={4} />}>
        {(data) => (
          <div className="id-request">
            <RequestFacts request={data} />
            <Answers request={data} />
            {mayAnswer ? (
              <AnswerForm key={data.id} request={data} />
            ) : (
              <p>Only reviewers and supervisors of this case can answer requests.</p>
            )}
          </div>
        )}
      </QueryState>
    </Page>
  );
}

function RequestFacts({ request }: { readonly request: IdRequest }) {
  const { formatMoment, formatAge } = useMoments();
  const { caseName } = useNames();
  const { phone, email } = request;
  return (
    <section className="panel" aria-labelledby="request">
      <h2 id="request">
        <bdi>{request.name}</bdi>{' '}
        {request.suspectedMachine && <span className="tag tag-warn">{flagLabels.machine}</span>}
      </h2>
      {request.suspectedMachine && <p>A hidden field was filled in, so a program may have sent this request.</p>}
      <Facts
        rows={[
          ['Address', <bdi key="address">{formatAddress(request.address)}</bdi>],
          phone !== undefined && ['Phone', phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2-$3')],
          email !== undefined && [
            'Email',
            <bdi key="email">
              <Breakable text={email} />
            </bdi>,
          ],
          ['Language', languageLabels[request.language]],
          ['Requested', `${formatMoment(request.requestedAt)} (${formatAge(request.requestedAt)})`],
          ['Case', caseName(request.caseId)],
        ]}
      />
    </section>
  );
}

function Answers({ request }: { readonly request: IdRequest }) {
  const { formatMoment } = useMoments();
  if (request.answers.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      <ol>
        {request.answers.map((answer) => (
          <li key={answer.position}>
            <strong>{answerNames[answer.answer]}</strong>
            {answer.noticeId !== undefined && (
              <>
                {' '}
                with <Link to={`/members/${answer.noticeId}`}>class member {answer.noticeId}</Link>
              </>
            )}
            <span>{`, ${formatMoment(answer.answeredAt)}, by ${answer.answeredBy}.`}</span>
            {answer.answer === 'matched' && answer.letterListId !== undefined && (
              <span>{` The letter is in list ${answer.letterListId}.`}</span>
            )}
            {answer.answer === 'matched' &&
              answer.letterListId === undefined &&
              answer.position === request.answers.length && <span> The letter is due.</span>}
            {answer.note !== '' && (
              <div className="soft">
                <bdi>{answer.note}</bdi>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
