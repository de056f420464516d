import type { TypedField } from '@redress/forms/definition';
import { useCallback, useSyncExternalStore } from 'react';
import { questionOf } from '../advice/field-questions.ts';
import { hintOf } from '../advice/fix-hints.ts';
import type { AdviceMessages } from '../messages/advice-en.ts';
import { controlId } from './field-frame.tsx';
import { useHydrated } from './field-hooks.ts';
import { type FormStore, textAnswer } from './form-store.ts';

interface Props {
  readonly field: TypedField;
  readonly store: FormStore;
  readonly messages: AdviceMessages;
}

/**
 * Asks about an answer that the rules accept but that is probably wrong, once its field is left.
 * The question is announced and never prevents filing.
 */
export function QuestionBelow({ field, store, messages, id }: Props & { readonly id: string }) {
  const answer = useLeftAnswer(store, field.name);
  const hydrated = useHydrated();
  const question = answer === '' ? undefined : questionOf(field, answer, messages);
  const suggestion = question?.suggestion;
  const take = (value: string) => {
    const input = document.getElementById(controlId(field.name));
    if (!(input instanceof HTMLInputElement)) return;
    // The button is about to disappear.
    input.focus();
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div className={question ? 'note warn question' : undefined}>
      {/* Present while empty: a screen reader announces only regions that it already knows. */}
      <p id={id} aria-live="polite">
        {question?.text}
      </p>
      {hydrated && suggestion !== undefined && (
        <button type="button" className="button quiet" onClick={() => take(suggestion)}>
          {messages.questions.take(suggestion)}
        </button>
      )}
    </div>
  );
}

/** A field's answer, or an empty string while the claimant may be typing it. */
function useLeftAnswer(store: FormStore, name: string): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stop = store.subscribeAnswers(listener);
      const control = document.getElementById(controlId(name));
      control?.addEventListener('blur', listener);
      return () => {
        stop();
        control?.removeEventListener('blur', listener);
      };
    },
    [store, name],
  );
  const read = () => textAnswer(store, name);
  return useSyncExternalStore(subscribe, () => (document.activeElement?.id === controlId(name) ? '' : read()), read);
}

/** A hint on how to fix the answer, below the message of the rule that it breaks. */
export function FixHint({ field, answer, messages }: Omit<Props, 'store'> & { readonly answer: string }) {
  const hint = hintOf(field, answer, messages);
  return hint === undefined ? null : <div className="fix">{hint}</div>;
}

/** The same hint for an answer in the store, updated while the claimant types. */
export function LiveFixHint({ field, store, messages }: Props) {
  const read = () => textAnswer(store, field.name);
  const answer = useSyncExternalStore(store.subscribeAnswers, read, read);
  return <FixHint field={field} answer={answer} messages={messages} />;
}
