import { type ClaimCall, type ClaimNote, type ClaimRecord, maxNoteLength } from '@redress/contract/console/claim';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useShortcuts } from '../layout/use-shortcuts.ts';
import { CallForm } from './call-form.tsx';
import { formatCount } from './format.ts';
import { topicLabels } from './messages.ts';
import { Section } from './section.tsx';
import { useRefresh } from './use-claim-updates.ts';
import { useDraft } from './use-draft.ts';
import { useMoments } from '../layout/moments.ts';

/** What staff wrote about the claim and its calls, and the forms that add to it (`n`, `c`). */
export function ClaimNotes({ claim, mayWrite }: { readonly claim: ClaimRecord; readonly mayWrite: boolean }) {
  const written = [...(claim.notes ?? []), ...(claim.calls ?? [])].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <Section id="notes" title="Notes and calls">
      {mayWrite && (
        <>
          <CallForm number={claim.number} />
          <NoteForm number={claim.number} />
        </>
      )}
      {written.length === 0 && <p className="soft">Nobody has written anything yet.</p>}
      <ol className="claim-list">
        {written.toReversed().map((each) => (
          <Written key={each.id} written={each} />
        ))}
      </ol>
    </Section>
  );
}

function Written({ written }: { readonly written: ClaimNote | ClaimCall }) {
  const { formatMoment } = useMoments();
  const { author, at, text } = written;
  return (
    <li>
      <p className="soft">
        {formatMoment(at)}, {author}
      </p>
      {'topic' in written && (
        <p>
          <strong>Call: {topicLabels[written.topic]}</strong>
        </p>
      )}
      {text !== '' && <p className="claim-text">{text}</p>}
    </li>
  );
}

function NoteForm({ number }: { readonly number: string }) {
  const [text, write] = useDraft(`note:${number}`);
  const [id, setId] = useState(() => crypto.randomUUID());
  const field = useRef<HTMLTextAreaElement>(null);
  const refresh = useRefresh(number);
  useShortcuts({ n: () => field.current?.focus() });
  const save = useMutation({
    // Sent again after a lost answer, the same ID adds nothing.
    mutationFn: () => callApi(`/claims/${number}/notes`, { method: 'POST', body: { id, text } }),
    onSuccess: async () => {
      write('');
      setId(crypto.randomUUID());
      await refresh();
    },
  });
  const length = [...text].length;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') field.current?.blur();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (text.trim() !== '' && !save.isPending) save.mutate();
  };
  return (
    <form
      className="claim-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="field">
        <label htmlFor="claim-note">Note</label>
        <textarea
          id="claim-note"
          ref={field}
          rows={text === '' ? 2 : 5}
          value={text}
          aria-keyshortcuts="n"
          aria-describedby="claim-note-hint"
          onChange={(event) => {
            write(event.target.value);
            // Another text is another note.
            if (save.isError) setId(crypto.randomUUID());
          }}
          onKeyDown={onKeyDown}
        />
        <p className="field-hint" id="claim-note-hint">
          {length > maxNoteLength
            ? `${formatCount(length - maxNoteLength)} characters too many.`
            : 'Notes cannot be changed later. Ctrl+Enter saves.'}
        </p>
      </div>
      {save.error && (
        <p className="field-error" role="alert">
          {save.error.message}
        </p>
      )}
      <button
        type="submit"
        className="button"
        disabled={save.isPending || text.trim() === '' || length > maxNoteLength}
      >
        {save.isPending ? 'Saving …' : save.isError ? 'Save note again' : 'Save note'}
      </button>
    </form>
  );
}
