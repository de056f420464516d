import {
  type ClaimCall,
  type ClaimNote,
  type ClaimDetails,
  maxNoteLength,
} from '@redress/contract/console/claim-details';
import { useRef } from 'react';
import { callApi } from '../api/api-client.ts';
import { claimQuery } from '../api/claim-look.ts';
import { SendForm } from '../ui/send-form.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { CallForm } from './call-form.tsx';
import { formatCount } from '../ui/format.ts';
import { topicLabels } from '@redress/contract/console/claim-labels';
import { Section } from './section.tsx';
import { useMoments } from '../ui/moments.ts';
import { useDraft } from '../ui/use-draft.ts';

/** Notes and calls about the claim, with the forms that add them (`n`, `c`). */
export function ClaimNotes({ claim, mayWrite }: { readonly claim: ClaimDetails; readonly mayWrite: boolean }) {
  const written = [...(claim.notes ?? []), ...(claim.calls ?? [])].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <Section id="notes" title="Notes and calls">
      {mayWrite && (
        <>
          <CallForm number={claim.number} />
          <NoteForm number={claim.number} />
        </>
      )}
      {written.length === 0 && <p className="soft">No notes yet.</p>}
      <ol className="entries">
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
      {text !== '' && <p className="written-text">{text}</p>}
    </li>
  );
}

function NoteForm({ number }: { readonly number: string }) {
  const { text, write, requestId, send, ...sending } = useDraft(`note:${number}`);
  const save = () =>
    send(
      () => callApi('POST /claims/:number/notes', { params: { number }, body: { id: requestId(), text } }),
      claimQuery(number),
    );
  const field = useRef<HTMLTextAreaElement>(null);
  // While a decision is in progress, the key leads to its note instead.
  useShortcuts({
    n: () => (document.querySelector<HTMLElement>('[data-decision-note]') ?? field.current)?.focus(),
  });
  const length = [...text].length;
  const isFit = text.trim() !== '' && length <= maxNoteLength;
  return (
    <SendForm
      className="spaced"
      sending={sending}
      disabled={!isFit}
      onSubmit={save}
      savesByKey
      button={sending.failure ? 'Save note again' : 'Save note'}
      busy="Saving …"
      buttonLook="plain"
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
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') field.current?.blur();
          }}
        />
        <p className="field-hint" id="claim-note-hint">
          {length > maxNoteLength
            ? `${formatCount(length - maxNoteLength)} characters too many.`
            : 'Notes can’t be changed later. Press Ctrl+Enter to save.'}
        </p>
      </div>
    </SendForm>
  );
}
