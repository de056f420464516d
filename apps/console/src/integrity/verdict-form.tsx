import { type ClaimVerdict, claimVerdicts } from '@redress/contract/console/integrity';
import { verdictNames } from '@redress/contract/console/verdict-names';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { isSaveKey } from '../ui/save-key.ts';
import { Radios } from '../ui/choices.tsx';
import { Failure } from '../ui/failure.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useSend } from '../ui/use-send.ts';

interface VerdictFormProps {
  readonly number: string;
  /** The verdict on a cluster in whose sample the claim is. */
  readonly clusterVerdict?: string;
  /** Used if the person writes none. */
  readonly usualReason?: string;
  readonly label: string;
  readonly onRecorded: () => Promise<void>;
}

/** Asks what somebody found out about a claim. */
export function VerdictForm({ number, clusterVerdict, usualReason, label, onRecorded }: VerdictFormProps) {
  const { isSending, failure, send } = useSend();
  // Sent again after a lost answer, the same ID adds nothing.
  const [id] = useState(() => crypto.randomUUID());
  const [verdict, setVerdict] = useState<ClaimVerdict>();
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const submit = async () => {
    if (isSending) return;
    const given = reason.trim() === '' ? (usualReason ?? '') : reason;
    const problem = verdict === undefined ? 'Choose what you found.' : given === '' ? 'Write how you know.' : '';
    setError(problem);
    if (problem !== '' || verdict === undefined) return;
    const body = { id, verdict, reason: given, ...(clusterVerdict !== undefined && { clusterVerdict }) };
    await send(async () => {
      await callApi('POST /claims/:number/verdicts', { params: { number }, body });
      await onRecorded();
    });
  };
  return (
    <form
      className="integrity-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Radios
        legend={label}
        options={claimVerdicts.map((each) => [each, capitalize(verdictNames[each])])}
        value={verdict}
        onChange={setVerdict}
      />
      <TextArea
        label={usualReason === undefined ? 'How do you know?' : 'How do you know? (optional)'}
        hint="A verdict never changes. It decides nothing about the claim."
        maxLength={2_000}
        value={reason}
        onChange={setReason}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return;
          event.preventDefault();
          void submit();
        }}
      />
      {error !== '' && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <Failure error={failure} />
      <button type="submit" className="button" disabled={isSending}>
        {isSending ? 'Saving …' : 'Save verdict'}
      </button>
    </form>
  );
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
