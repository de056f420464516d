import type { ClaimDetails } from '@redress/contract/console/claim-details';
import {
  type CorrectableField,
  type Correction,
  correctionSourceLabels,
  type CorrectionSource,
  correctionSources,
  maxEvidenceLength,
} from '@redress/contract/console/corrections';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Select } from '../ui/choices.tsx';
import { TextArea, TextInput, useField } from '../ui/text-field.tsx';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { ProposedWarning } from './proposed-warning.tsx';
import { useRefresh } from './use-claim-updates.ts';
import { reviewQuery } from '../api/claim-look.ts';

interface CorrectAnswerProps {
  readonly claim: ClaimDetails;
  /** The answer to correct. Without one, the person chooses it. */
  readonly field: string | undefined;
  readonly onClose: () => void;
}

/** A dialog that corrects an answer, and records the correction's source and evidence. */
export function CorrectAnswer({ claim, field, onClose }: CorrectAnswerProps) {
  return (
    <Modal
      title="Correct an answer"
      description="The original answer stays on record beside the correction."
      onClose={onClose}
    >
      <ProposedWarning claim={claim} />
      <CorrectionForm claim={claim} field={field} onDone={onClose} />
    </Modal>
  );
}

const currentOf = (claim: ClaimDetails, field: string): Correction | undefined =>
  claim.corrections?.find((each) => each.field === field && each.state === 'current');

interface CorrectionFormProps {
  readonly claim: ClaimDetails;
  readonly field: string | undefined;
  readonly onDone: () => void;
}

function CorrectionForm({ claim, field: chosenBefore, onDone }: CorrectionFormProps) {
  const fields = claim.correctable ?? [];
  const [name, setName] = useState(chosenBefore ?? '');
  const field = fields.find((each) => each.name === name);
  const [typed, setTyped] = useState(field?.value ?? '');
  const [source, setSource] = useState<CorrectionSource | ''>('');
  const documentId = useField();
  const note = useField();
  const [seen, setSeen] = useState(() => currentOf(claim, name)?.id);
  const [missing, setMissing] = useState<{ readonly field?: string; readonly source?: string }>({});
  const { isSending, failure, errorOf, requestId, renewId, send } = useSend();
  // The suggested amount of a decision follows corrected answers.
  const refresh = useRefresh(claim.number, reviewQuery(claim.number));
  const current = currentOf(claim, name);
  const isChanged = field !== undefined && current?.id !== seen;
  const choose = (chosen: string) => {
    setName(chosen);
    setTyped(fields.find((each) => each.name === chosen)?.value ?? '');
    setSeen(currentOf(claim, chosen)?.id);
  };

  async function save(): Promise<void> {
    const lacks = {
      ...(field === undefined && { field: 'Choose the answer.' }),
      ...(source === '' && { source: 'Choose where the correction comes from.' }),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length > 0 || source === '') return;
    const isDone = await send(async () => {
      await callApi('POST /claims/:number/corrections', {
        params: { number: claim.number },
        headers: { 'if-match': `"${claim.version}"` },
        body: {
          id: requestId(),
          field: name,
          value: typed,
          source,
          documentId: documentId.value === '' ? null : documentId.value,
          note: note.value,
        },
      });
    });
    if (isDone) onDone();
    await refresh();
  }

  return (
    <SendForm
      noValidate
      savesByKey
      sending={{ isSending, failure }}
      // A different answer makes a different correction, also while one is being sent.
      onChange={renewId}
      onSubmit={save}
      button="Save the correction"
      busy="Saving …"
      inDialog
    >
      {isChanged && failure?.code !== 'changed-meanwhile' && (
        <div className="notice notice-warn" role="alert">
          {current ? `${current.author} corrected this answer to “${current.value}”` : 'The correction was withdrawn'}{' '}
          after you started. If yours is still correct, save it.
        </div>
      )}
      {chosenBefore === undefined && (
        <Select
          label="Answer"
          error={missing.field ?? errorOf('field')}
          empty="Choose"
          options={fields.map((each) => [each.name, each.label])}
          value={name}
          onChange={choose}
        />
      )}
      {chosenBefore !== undefined && errorOf('field') !== undefined && (
        <p className="field-error">{errorOf('field')}</p>
      )}
      {field && <ValueControl field={field} value={typed} error={errorOf('value')} onChange={setTyped} />}
      <Select
        label="Where the correction comes from"
        error={missing.source}
        empty="Choose"
        options={correctionSources.map((each) => [each, correctionSourceLabels[each]])}
        value={source}
        onChange={setSource}
      />
      {claim.documents.length > 0 && (
        <Select
          label="Document that shows it"
          error={errorOf('documentId')}
          empty="None"
          options={claim.documents.map((document) => [document.id, document.name ?? document.type])}
          {...documentId}
        />
      )}
      <TextArea
        label="Evidence"
        hint={
          documentId.value === '' ? 'For example, what the claimant said and when.' : 'Optional: where in the document.'
        }
        error={errorOf('note')}
        maxLength={maxEvidenceLength}
        {...note}
      />
    </SendForm>
  );
}

const keyboards: Partial<Record<CorrectableField['kind'], 'decimal' | 'numeric' | 'tel' | 'email'>> = {
  money: 'decimal',
  count: 'numeric',
  phone: 'tel',
  email: 'email',
};

/** Renders the form's own control for the answer. */
function ValueControl(props: {
  readonly field: CorrectableField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const { field, value, error, onChange } = props;
  const { label, hint, kind, options } = field;
  const shared = { label, hint, error, value, onChange };
  return options.length > 0 ? (
    <Select {...shared} empty="No answer" options={options.map((option) => [option.value, option.label])} />
  ) : (
    <TextInput {...shared} dir="auto" inputMode={keyboards[kind]} autoComplete="off" />
  );
}
