import { type ClaimVerdict, claimVerdicts } from '@redress/contract/console/integrity';
import { verdictNames } from '@redress/contract/console/verdict-names';
import { useLayoutEffect, useRef, useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Radios } from '../ui/choices.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useDraft } from '../ui/use-draft.ts';

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
  // A person opens the claim or its documents while they write, and comes back.
  const { text: reason, write, requestId, send, ...sending } = useDraft(`finding:${clusterVerdict ?? ''}:${number}`);
  const [verdict, setVerdict] = useState<ClaimVerdict>();
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const { current } = form;
    const part = current?.closest('section, li');
    return () => {
      // A saved finding replaces the form, and the focus goes on.
      if (part && current?.contains(document.activeElement) === true) requestAnimationFrame(() => focusAfter(part));
    };
  }, []);
  const submit = async () => {
    const given = reason.trim() === '' ? (usualReason ?? '') : reason;
    const problem = verdict === undefined ? 'Choose a finding.' : given === '' ? 'Say how you know.' : undefined;
    setError(problem);
    if (problem !== undefined || verdict === undefined) return;
    const body = { id: requestId(), verdict, reason: given, ...(clusterVerdict !== undefined && { clusterVerdict }) };
    await send(async () => {
      await callApi('POST /claims/:number/verdicts', { params: { number }, body });
      await onRecorded();
    });
  };
  return (
    <SendForm
      ref={form}
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
        value={reason}
        onChange={write}
      />
    </SendForm>
  );
}

/** Focuses the heading of a section, or the next form of a list. */
function focusAfter(part: Element): void {
  const heading = part.querySelector<HTMLElement>('h2[tabindex]');
  if (heading) {
    heading.focus({ preventScroll: true });
    return;
  }
  const isLater = (each: Element) => (part.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const next = part.isConnected ? [...document.querySelectorAll('main form')].find(isLater) : undefined;
  next?.querySelector<HTMLElement>('input, textarea')?.focus();
  next?.closest('li, form')?.scrollIntoView({ block: 'nearest' });
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
