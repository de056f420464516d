import { documentSourceLabels } from '@redress/contract/console/claim-labels';
import { type ClaimDetails, maxReasonLength } from '@redress/contract/console/claim-details';
import { documentSources } from '@redress/contract/console/schema-parts';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { reviewQuery } from '../api/claim-look.ts';
import { Select } from '../ui/choices.tsx';
import { useSession } from '../api/use-session.ts';
import { dayOf } from '../ui/format.ts';
import { FileField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { ProposedWarning } from './proposed-warning.tsx';
import { useRefresh } from './use-claim-updates.ts';

/** A dialog that adds a document received by mail, by email or in person. */
export function AddDocument({ claim, onClose }: { readonly claim: ClaimDetails; readonly onClose: () => void }) {
  const { number } = claim;
  const [file, setFile] = useState<File>();
  const { send, errorOf, ...sending } = useSend();
  const { values, field, problemOf, checkComplete } = useFields({ source: '', receivedOn: '', reason: '' }, errorOf);
  // A decision counts the documents that its reviewer has seen.
  const refresh = useRefresh(number, reviewQuery(number));
  const { timeZone } = useSession().settlement;

  async function save(): Promise<void> {
    const { source, receivedOn, reason } = values;
    const missing = {
      ...(!file && { file: 'Choose a file.' }),
      ...(source === '' && { source: 'Choose how it arrived.' }),
      ...(receivedOn === '' && { receivedOn: 'Enter the date.' }),
      ...(receivedOn > dayOf(timeZone, new Date()) && { receivedOn: 'This date is in the future.' }),
      ...(reason.trim() === '' && { reason: 'Say why you are adding it.' }),
    };
    if (!checkComplete(missing) || !file) return;
    const bytes = new FormData();
    // The server reads these before the file.
    for (const [name, value] of Object.entries(values)) bytes.append(name, value);
    bytes.append('file', file);
    const isDone = await send(() => callApi('POST /claims/:number/documents', { params: { number }, bytes }));
    await refresh();
    if (isDone) onClose();
  }

  return (
    <Modal
      title="Add a document"
      description="It is checked like the claimant’s own documents, and the history records that you added it."
      onClose={onClose}
    >
      <ProposedWarning claim={claim} />
      <SendForm noValidate savesByKey sending={sending} onSubmit={save} button="Add document" busy="Adding …" inDialog>
        <FileField label="File" error={problemOf('file')} onChoose={setFile} />
        <Select
          label="How it arrived"
          empty="Choose"
          options={documentSources.map((each) => [each, documentSourceLabels[each]])}
          {...field('source')}
        />
        <TextInput label="Received on" type="date" {...field('receivedOn')} />
        <TextArea label="Why" maxLength={maxReasonLength} {...field('reason')} />
      </SendForm>
    </Modal>
  );
}
