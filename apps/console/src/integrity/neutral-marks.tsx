import { type NeutralMark, type NeutralMarkKind, neutralMarkKinds } from '@redress/contract/console/integrity';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Radios } from '../ui/choices.tsx';
import { Failure } from '../ui/failure.tsx';
import { TextArea, useField } from '../ui/text-field.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { markNames } from './describe-score.ts';

/** Neutral marks with their reasons. Each can be withdrawn. */
export function MarkList({
  marks,
  onChanged,
}: {
  readonly marks: readonly NeutralMark[];
  readonly onChanged: () => Promise<void>;
}) {
  return (
    <ul className="entries">
      {marks.map((mark) => (
        <MarkItem key={mark.id} mark={mark} onChanged={onChanged} />
      ))}
    </ul>
  );
}

function MarkItem({ mark, onChanged }: { readonly mark: NeutralMark; readonly onChanged: () => Promise<void> }) {
  const { formatMoment } = useMoments();
  const { isSending, failure, send } = useSend();
  const { id, kind, claim, claims, reason, at, by, withdrawnAt } = mark;
  const withdraw = () =>
    send(async () => {
      await callApi('POST /neutral-marks/:id/withdraw', { params: { id } });
      await onChanged();
    });
  return (
    <li>
      <p>
        <strong>{markNames[kind]}</strong>, found by <Link to={`/claims/${claim}`}>claim {claim}</Link>, for{' '}
        {formatCounted(claims, 'claim')}
      </p>
      <p className="written-text">{reason}</p>
      <p className="soft">
        {`${by.name}, ${formatMoment(at)}${withdrawnAt === null ? '' : `. Withdrawn ${formatMoment(withdrawnAt)}`}`}
      </p>
      <Failure error={failure} />
      {withdrawnAt === null && (
        <Button look="link" disabled={isSending} onClick={withdraw}>
          {isSending ? 'Withdrawing …' : 'Withdraw mark'}
          <span className="visually-hidden"> of claim {claim}</span>
        </Button>
      )}
    </li>
  );
}

const explanations: Readonly<Record<NeutralMarkKind, string>> = {
  'shared-place': 'For example, a nursing home or library. Its address, phone, network, and browser no longer count.',
  'known-helper':
    'For example, a translator or a relative who helps many people. Their phone, email, domain, network, and browser no longer count.',
};

/** Marks a value that claims share as neutral, with a reason. */
export function MarkForm({ number, onChanged }: { readonly number: string; readonly onChanged: () => Promise<void> }) {
  const { send, requestId, ...sending } = useSend();
  const [kind, setKind] = useState<NeutralMarkKind>('shared-place');
  const reason = useField();
  const [error, setError] = useState<string>();
  const submit = async () => {
    setError(reason.value.trim() === '' ? 'Say how you know, and which place or helper it is.' : undefined);
    if (reason.value.trim() === '') return;
    await send(async () => {
      await callApi('POST /claims/:number/neutral-marks', {
        params: { number },
        body: { id: requestId(), kind, reason: reason.value },
      });
      await onChanged();
    });
  };
  return (
    <SendForm
      className="spaced"
      sending={sending}
      onSubmit={submit}
      button="Save mark"
      busy="Saving …"
      buttonLook="plain"
    >
      <Radios
        legend="What this claim shares with others belongs to a"
        options={neutralMarkKinds.map((each) => [
          each,
          <>
            {markNames[each]}
            <span className="field-hint">{explanations[each]}</span>
          </>,
        ])}
        value={kind}
        onChange={setKind}
      />
      <TextArea label="Which one, and how do you know?" error={error} maxLength={2_000} {...reason} />
    </SendForm>
  );
}
