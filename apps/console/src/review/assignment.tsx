import { type ClaimReview, isClosed, releasedStatus } from '@redress/contract/console/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan, useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { useSend } from '../ui/use-send.ts';
import { reviewQuery } from '../api/claim-look.ts';
import { assignClaim, reviewersQuery } from './review-queries.ts';

/**
 * The claim's assignee. Supervisors assign it to any reviewer; reviewers take a free claim, and
 * give back their own.
 */
export function Assignment({ review, caseId }: { readonly review: ClaimReview; readonly caseId: string }) {
  const queries = useQueryClient();
  const { person } = useSession();
  const maySupervise = useCan('supervise', caseId);
  const mayDecide = useCan('decide', caseId);
  const { isSending, failure, send } = useSend();
  const { assignee } = review;
  const isOpen = review.status !== 'purged' && !isClosed(review.status) && review.sampleId === null;
  const isDecided = Object.values<string>(releasedStatus).includes(review.status);
  const assign = async (to: string | null) => {
    await send(async () => void (await assignClaim(review, to)));
    await queries.invalidateQueries({ queryKey: reviewQuery(review.number).queryKey });
    await queries.invalidateQueries({ queryKey: ['review', 'queues'] });
  };
  const isOwn = assignee?.id === person.id;
  return (
    <div className="row assignment">
      {maySupervise && isOpen ? (
        <ReviewerChoice {...{ review, caseId }} isSending={isSending} onChoose={(to) => void assign(to)} />
      ) : (
        <span>{isOwn ? 'You' : (assignee?.name ?? 'No one')}</span>
      )}
      {isOpen && !isDecided && !isOwn && (maySupervise || (mayDecide && !assignee)) && (
        <Button look="link" disabled={isSending} onClick={() => assign(person.id)}>
          Assign to me
        </Button>
      )}
      {isOpen && isOwn && !maySupervise && (
        <Button look="link" disabled={isSending} onClick={() => assign(null)}>
          Return to queue
        </Button>
      )}
      <Failure error={failure} />
    </div>
  );
}

interface ReviewerChoiceProps {
  readonly review: ClaimReview;
  readonly caseId: string;
  readonly isSending: boolean;
  readonly onChoose: (to: string | null) => void;
}

function ReviewerChoice({ review: { assignee }, caseId, isSending, onChoose }: ReviewerChoiceProps) {
  const { data } = useQuery(reviewersQuery(caseId));
  const known = data?.reviewers ?? [];
  // The assignee may no longer be a reviewer.
  const reviewers = assignee && !known.some(({ id }) => id === assignee.id) ? [assignee, ...known] : known;
  return (
    <select
      aria-label="Assigned to"
      className="assignment-choice"
      value={assignee?.id ?? ''}
      disabled={isSending || !data}
      onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">No one</option>
      {reviewers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
