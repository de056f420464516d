import { type ClaimVerdict, claimVerdicts } from '@redress/contract/console/integrity';
import { verdictNames } from '@redress/contract/console/verdict-names';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Radios } from '../ui/choices.tsx';
import { TextArea, useField } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';

interface VerdictFormProps {
  readonly number: string;
  /** The ID of the cluster verdict whose sample contains the claim. */
  readonly clusterVerdict?: string;
  /** The default for an empty note. */
  readonly usualReason?: string;
  readonly label: string;
  readonly onRecorded: () => Promise<void>;
}

/** Asks for the person's finding about a claim. */
export function VerdictForm({ number, clusterVerdict, usualReason, label, onRecorded }: VerdictFormProps) {
  const { send, ...sending } = useSend();
  // With the same ID, a repeated request adds nothing new.
  const [id] = useState(() => crypto.randomUUID());
  const [verdict, setVerdict] = useState<ClaimVerdict>();
  const reason = useField();
  const [error, setError] = useState<string>();
  const submit = async () => {
    const given = reason.value.trim() === '' ? (usualReason ?? '') : reason.value;
    const problem = verdict === undefined ? 'Choose a finding.' : given === '' ? 'Say how you know.' : undefined;
    setError(problem);
    if (problem !== undefined || verdict === undefined) return;
    const body = { id, verdict, reason: given, ...(clusterVerdict !== undefined && { clusterVerdict }) };
    await send(async () => {
      await callApi('POST /claims/:number/verdicts', { params: { number }, body });
      await onRecorded();
    });
  };
  return (
    <SendForm
      className="spaced"
      aria-label={label}
      savesByKey
      sending={sending}
      problem={error}
      onSubmit={submit}
      button="Save finding"
      busy="Saving …"
      buttonLook="plain"
    >
      <Radios
        legend={label}
        options={claimVerdicts.map((each) => [each, capitalize(verdictNames[each])])}
        value={verdict}
        onChange={setVerdict}
      />
      <TextArea
        label={usualReason === undefined ? 'How do you know?' : 'How do you know? (optional)'}
        hint="A finding is permanent. It never decides the claim."
        maxLength={2_000}
        {...reason}
      />
    </SendForm>
  );
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
