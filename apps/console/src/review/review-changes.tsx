import { documentSourceLabels } from '@redress/contract/console/claim-labels';
import { type ClaimReview, reviewStatuses, transitions } from '@redress/contract/console/review';
import { documentSources } from '@redress/contract/console/schema-parts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { useFields } from '../ui/use-fields.ts';
import { Checkbox, Select } from '../ui/choices.tsx';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { changeReview, type ReviewChange } from './review-queries.ts';

const changes: Readonly<
  Record<
    ReviewChange,
    { readonly label: string; readonly title: string; readonly effect: string; readonly button: string }
  >
> = {
  cure: {
    label: 'Cured …',
    title: 'Is the deficiency cured?',
    effect: 'The claim returns to its queues for a new decision.',
    button: 'It is cured',
  },
  reopen: {
    label: 'Reopen …',
    title: 'Reopen the claim?',
    effect: 'Its current outcome no longer applies, and it returns to its queues, marked as reopened.',
    button: 'Reopen',
  },
  withdraw: {
    label: 'Withdraw …',
    title: 'Withdraw the claim for the claimant?',
    effect: 'No decision will be made. You can reopen the claim later.',
    button: 'Withdraw the claim',
  },
  void: {
    label: 'Void …',
    title: 'Void the claim?',
    effect:
      'For entries that aren’t real claims, such as tests. No decision will be made. You can reopen the claim later.',
    button: 'Void the claim',
  },
};
const ending: readonly ReviewChange[] = ['withdraw', 'void'];
const maxReason = 500;

function isPossible(change: ReviewChange, review: ClaimReview): boolean {
  const status = reviewStatuses.find((each) => each === review.status);
  if (status === undefined || review.sampleId !== null) return false;
  switch (change) {
    case 'cure':
      return status === 'deficient';
    case 'reopen':
      return ['approved', 'reduced', 'denied', 'deficient', 'withdrawn', 'void'].includes(status);
    case 'withdraw':
      return transitions[status].includes('withdrawn');
    case 'void':
      return transitions[status].includes('void');
  }
}

/** Actions of reviewers and supervisors besides the decision. Each asks for a reason. */
export function ReviewChanges({ review, caseId }: { readonly review: ClaimReview; readonly caseId: string }) {
  const mayDecide = useCan('decide', caseId);
  const maySupervise = useCan('supervise', caseId);
  const [asked, setAsked] = useState<ReviewChange>();
  const names: readonly ReviewChange[] = ['cure', 'reopen', 'withdraw', 'void'];
  const offered = names.filter(
    (change) => (change === 'cure' ? mayDecide : maySupervise) && isPossible(change, review),
  );
  if (offered.length === 0 && asked === undefined) return null;
  return (
    <div className="actions">
      {offered.map((change) => (
        <Button key={change} onClick={() => setAsked(change)}>
          {changes[change].label}
        </Button>
      ))}
      {asked !== undefined && <ChangeDialog review={review} change={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

interface ChangeDialogProps {
  readonly review: ClaimReview;
  readonly change: ReviewChange;
  readonly onClose: () => void;
}

function ChangeDialog({ review, change, onClose }: ChangeDialogProps) {
  const queries = useQueryClient();
  const { errorOf, send, ...sending } = useSend();
  const start = { reason: '', source: '', receivedOn: '' };
  const { values, field, checkComplete } = useFields(start, errorOf);
  const [isDispute, setIsDispute] = useState(false);
  const isDecided = review.status === 'approved' || review.status === 'reduced' || review.status === 'denied';
  const { title, effect, button } = changes[change];
  const submit = async () => {
    const { reason, receivedOn } = values;
    const source = documentSources.find((each) => each === values.source);
    const missing = {
      ...(reason.trim() === '' && { reason: 'Say why.' }),
      ...(isDispute && source === undefined && { source: 'Choose how it arrived.' }),
      ...(isDispute && receivedOn === '' && { receivedOn: 'Enter the date.' }),
    };
    if (!checkComplete(missing)) return;
    const body =
      isDispute && source ? { dispute: { reason: reason.trim(), source, receivedOn } } : { reason: reason.trim() };
    const isDone = await send(async () => void (await changeReview(review, change, body)));
    // A refusal also means that the screen is out of date: another person was faster.
    await queries.invalidateQueries({ queryKey: ['claim', review.number] });
    if (isDone) onClose();
  };
  return (
    <Modal
      isAlert
      title={title}
      description={isDispute ? 'It becomes disputed, and is decided again under Disputes.' : effect}
      onClose={onClose}
    >
      <SendForm
        sending={sending}
        onSubmit={submit}
        button={button}
        busy="Saving …"
        buttonLook={ending.includes(change) ? 'danger' : 'main'}
        inDialog
      >
        {change === 'reopen' && isDecided && (
          <Checkbox
            label="The claimant disputes the decision in a letter. Another person will decide."
            checked={isDispute}
            onChange={setIsDispute}
          />
        )}
        {isDispute && (
          <>
            <Select
              label="How it arrived"
              empty="Choose"
              options={documentSources.map((each) => [each, documentSourceLabels[each]])}
              {...field('source')}
            />
            <TextInput label="Received on" type="date" {...field('receivedOn')} />
          </>
        )}
        <TextArea
          label={isDispute ? 'Why does the claimant disagree?' : 'Why?'}
          hint={isDispute ? 'Add the letter under Documents first.' : 'Added as a permanent note to the claim.'}
          required
          maxLength={maxReason}
          {...field('reason')}
        />
      </SendForm>
    </Modal>
  );
}
