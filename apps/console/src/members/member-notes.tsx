import { callTopics, type CallTopic, maxNoteLength } from '@redress/contract/console/claim-details';
import type { Member } from '@redress/contract/console/members';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { topicLabels } from '@redress/contract/console/claim-labels';
import { Select } from '../ui/choices.tsx';
import { useMoments } from '../ui/moments.ts';
import { SendForm } from '../ui/send-form.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { memberQuery } from './member-queries.ts';

/** Notes and calls about a class member, who may not have filed, and the form that adds them. */
export function MemberNotes({ member, notes }: { readonly member: Member; readonly notes: Member['notes'] }) {
  const { formatMoment } = useMoments();
  if (!notes) return null;
  return (
    <section className="panel" aria-labelledby="notes">
      <h2 id="notes">Notes and calls</h2>
      <NoteForm noticeId={member.noticeId} />
      {notes.length === 0 && <p className="soft">No notes yet.</p>}
      <ol className="entries">
        {notes.map(({ id, at, author, topic, text }) => (
          <li key={id}>
            <p className="soft">
              {formatMoment(at)}, {author}
            </p>
            {topic !== null && (
              <p>
                <strong>Call: {topicLabels[topic]}</strong>
              </p>
            )}
            {text !== '' && <p className="written-text">{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function NoteForm({ noticeId }: { readonly noticeId: string }) {
  const queries = useQueryClient();
  const [topic, setTopic] = useState<CallTopic | ''>('');
  const { text, write, requestId, renewId, send, ...sending } = useDraft(`member-note:${noticeId}`);
  const form = useRef<HTMLFormElement>(null);
  // Logs a call as on a claim.
  useShortcuts({ c: () => form.current?.querySelector('select')?.focus() });
  const save = () =>
    send(async () => {
      const body = { id: requestId(), topic: topic === '' ? null : topic, text };
      const changed = await callApi('POST /members/:noticeId/notes', { params: { noticeId }, body });
      queries.setQueryData(memberQuery(noticeId).queryKey, changed);
      setTopic('');
    });
  return (
    <SendForm
      ref={form}
      className="narrow"
      sending={sending}
      disabled={topic === '' && text.trim() === ''}
      // Another topic makes another call.
      onChange={renewId}
      onSubmit={save}
      savesByKey
      button={topic === '' ? 'Save note' : 'Log call'}
      busy="Saving …"
      buttonLook="plain"
    >
      <Select
        label="Call about"
        empty="No call: a note"
        // The number chooses the topic, as on a claim.
        options={callTopics.map((each, index) => [each, `${index + 1} ${topicLabels[each]}`])}
        value={topic}
        onChange={setTopic}
      />
      <TextArea
        label={topic === '' ? 'Note' : 'What was said (optional)'}
        hint="Notes can’t be changed later. Press Ctrl+Enter to save."
        maxLength={maxNoteLength}
        value={text}
        onChange={write}
      />
    </SendForm>
  );
}
