import { callTopics, type CallTopic, maxNoteLength } from '@redress/contract/console/claim-details';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { callApi } from '../api/api-client.ts';
import { claimQuery } from '../api/claim-look.ts';
import { Button } from '../ui/button.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { topicLabels } from '@redress/contract/console/claim-labels';
import { UnsavedPhoneCallList } from './unsaved-phone-call-list.tsx';
import { logCall } from './unsaved-phone-calls.ts';
import { useRefresh } from './use-claim-updates.ts';

/** Logs a call with two keys: `c`, then the digit of its topic. After a typed note, Enter saves. */
export function CallForm({ number }: { readonly number: string }) {
  const { text, write, requestId, renewId, send, ...sending } = useDraft(`call:${number}`);
  const [isOpen, setOpen] = useState(text !== '');
  const [topic, setTopic] = useState<CallTopic>();
  const topics = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const refresh = useRefresh(number);
  const textId = useId();
  const focusTopic = (value: CallTopic) => topics.current?.querySelector<HTMLElement>(`[value=${value}]`)?.focus();
  const open = () => {
    // The next key may already be the digit.
    flushSync(() => setOpen(true));
    focusTopic(callTopics[0]);
  };
  const close = () => {
    flushSync(() => setOpen(false));
    setTopic(undefined);
    opener.current?.focus();
  };
  useShortcuts({ c: open });
  const choose = (chosen: CallTopic) => {
    if (chosen === topic) return;
    setTopic(chosen);
    // Another topic makes another call.
    renewId();
  };
  const onDigit = (chosen: CallTopic) => {
    if (text !== '' || sending.isSending || sending.failure) {
      choose(chosen);
      focusTopic(chosen);
    } else {
      logCall({ number, topic: chosen, onSent: refresh });
      close();
    }
  };
  const submit = async () => {
    if (topic === undefined) return;
    const isSaved = await send(
      () => callApi('POST /claims/:number/calls', { params: { number }, body: { id: requestId(), text, topic } }),
      claimQuery(number),
    );
    if (isSaved) close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target, ctrlKey, altKey, metaKey } = event;
    const isTyping = target instanceof HTMLTextAreaElement;
    const isPlain = !isTyping && !ctrlKey && !altKey && !metaKey;
    const chosen = isPlain ? callTopics[Number(event.key) - 1] : undefined;
    if (chosen !== undefined) {
      event.preventDefault();
      onDigit(chosen);
    } else if (event.key === 'Escape') close();
  };
  return (
    <>
      {isOpen ? (
        <SendForm
          className="spaced"
          aria-label="Log a call"
          savesByKey
          onKeyDown={onKeyDown}
          sending={sending}
          onSubmit={submit}
          button="Save call"
          busy="Saving …"
          blocked={topic === undefined && 'Choose what the call was about.'}
          beside={<Button onClick={close}>Cancel</Button>}
        >
          <fieldset ref={topics}>
            <legend className="field-label">What was the call about?</legend>
            {callTopics.map((each, index) => (
              <label key={each} className="check">
                <input type="radio" name="topic" value={each} checked={topic === each} onChange={() => choose(each)} />
                <span>
                  <kbd aria-hidden="true">{index + 1}</kbd> {topicLabels[each]}
                </span>
              </label>
            ))}
          </fieldset>
          <div className="field">
            <label htmlFor={textId}>What was said (optional)</label>
            <textarea
              id={textId}
              rows={2}
              maxLength={maxNoteLength}
              value={text}
              aria-describedby={`${textId}-hint`}
              onChange={(event) => write(event.target.value)}
            />
            <p className="field-hint" id={`${textId}-hint`}>
              To log the call without a note, press the number.
            </p>
          </div>
        </SendForm>
      ) : (
        <Button ref={opener} aria-keyshortcuts="c" onClick={open}>
          Log a call
        </Button>
      )}
      <UnsavedPhoneCallList number={number} onUndo={() => opener.current?.focus()} />
    </>
  );
}
