import { callTopics, type CallTopic, maxNoteLength } from '@redress/contract/console/claim';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useShortcuts } from '../layout/use-shortcuts.ts';
import { topicLabels } from './messages.ts';
import { useRefresh } from './use-claim-updates.ts';
import { useDraft } from './use-draft.ts';

/** Logs a call in two keys: `c`, then the digit of its topic. Enter saves. */
export function CallForm({ number }: { readonly number: string }) {
  const [draft, write] = useDraft(`call:${number}`);
  const [isOpen, setOpen] = useState(draft !== '');
  const [topic, chooseTopic] = useState<CallTopic>();
  const [id, setId] = useState(() => crypto.randomUUID());
  const topics = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const refresh = useRefresh(number);
  const open = () => {
    setOpen(true);
    // After the form is there.
    requestAnimationFrame(() => topics.current?.querySelector<HTMLElement>('input')?.focus());
  };
  const close = () => {
    setOpen(false);
    chooseTopic(undefined);
    requestAnimationFrame(() => opener.current?.focus());
  };
  useShortcuts({ c: open });
  const save = useMutation({
    mutationFn: () => callApi(`/claims/${number}/calls`, { method: 'POST', body: { id, topic, text: draft } }),
    onSuccess: async () => {
      write('');
      setId(crypto.randomUUID());
      close();
      await refresh();
    },
  });
  const setTopic = (chosen: CallTopic | undefined) => {
    chooseTopic(chosen);
    // Another topic is another call.
    if (save.isError) setId(crypto.randomUUID());
  };
  const submit = () => {
    if (topic !== undefined && !save.isPending) save.mutate();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const isTyping = event.target instanceof HTMLTextAreaElement;
    const chosen = isTyping ? undefined : callTopics[Number(event.key) - 1];
    if (chosen !== undefined) {
      event.preventDefault();
      setTopic(chosen);
      topics.current?.querySelector<HTMLElement>(`[value="${chosen}"]`)?.focus();
    } else if (event.key === 'Escape') close();
    else if (
      event.key === 'Enter' &&
      (!isTyping || event.ctrlKey || event.metaKey) &&
      !(event.target instanceof HTMLButtonElement)
    ) {
      event.preventDefault();
      submit();
    }
  };
  if (!isOpen)
    return (
      <button type="button" ref={opener} className="button" aria-keyshortcuts="c" onClick={open}>
        Log a call
      </button>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the digits work in all its fields
    <form
      className="claim-form"
      aria-label="Log a call"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset ref={topics} className="call-topics">
        <legend className="field-label">What was the call about?</legend>
        {callTopics.map((each, index) => (
          <label key={each} className="check">
            <input type="radio" name="topic" value={each} checked={topic === each} onChange={() => setTopic(each)} />
            <span>
              <kbd aria-hidden="true">{index + 1}</kbd> {topicLabels[each]}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="claim-call">What was said (optional)</label>
        <textarea
          id="claim-call"
          rows={2}
          maxLength={maxNoteLength}
          value={draft}
          onChange={(event) => {
            write(event.target.value);
            if (save.isError) setId(crypto.randomUUID());
          }}
        />
      </div>
      {save.error && (
        <p className="field-error" role="alert">
          {save.error.message}
        </p>
      )}
      <div className="actions">
        <button
          type="submit"
          className="button button-main"
          disabled={save.isPending || topic === undefined}
          title={topic === undefined ? 'Choose what the call was about.' : undefined}
        >
          {save.isPending ? 'Saving …' : 'Save call'}
        </button>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
