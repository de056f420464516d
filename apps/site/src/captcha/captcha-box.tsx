import type { CaptchaItem } from '@redress/forms/definition';
import { useState, useSyncExternalStore } from 'react';
import { resolveWithin } from '../browser/resolve-within.ts';
import type { CaptchaToken } from './captcha.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { controlAttributes, FieldErrors } from '../fields/field-frame.tsx';
import { useFieldErrors, useHydrated } from '../fields/field-hooks.ts';

/** A checkbox that makes the device solve a proof of work. Hidden until hydrated. */
export function CaptchaBox(props: {
  readonly item: CaptchaItem;
  readonly store: FormStore;
  readonly messages: FormMessages;
  readonly onToken: (token: CaptchaToken | undefined) => void;
}) {
  const { item, store, messages, onToken } = props;
  const errors = useFieldErrors(store, item.name);
  const hasToken = () => Boolean(store.answers()[item.name]);
  const solved = useSyncExternalStore(store.subscribeAnswers, hasToken, () => false);
  const hydrated = useHydrated();
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const status = solved ? messages.captcha.done : isWorking ? messages.captcha.working : failure;
  const attributes = controlAttributes({ name: item.name, hint: messages.captcha.hint }, errors, true);

  const onTick = async (ticked: boolean) => {
    setFailure(undefined);
    if (!ticked) return onToken(undefined);
    setIsWorking(true);
    const captcha = await resolveWithin(import('./captcha.ts'));
    const result = await captcha?.passCaptcha(messages.language);
    setIsWorking(false);
    const isPassed = typeof result === 'object';
    if (!isPassed) setFailure(result ?? messages.captcha.failed);
    onToken(isPassed ? result : undefined);
  };

  return (
    <div className={`field${errors.length > 0 ? ' bad' : ''}${hydrated ? '' : ' with-script'}`}>
      <label className="check">
        <input
          {...attributes}
          type="checkbox"
          checked={solved || isWorking}
          onChange={(event) => {
            if (!isWorking) void onTick(event.currentTarget.checked);
          }}
        />
        <span>{item.label}</span>
      </label>
      <p className="hint" id={`${attributes.id}-hint`}>
        {messages.captcha.hint}
      </p>
      <p className={!solved && failure !== undefined ? 'error' : 'hint'} role="status">
        {status}
      </p>
      <FieldErrors name={item.name} errors={errors} />
    </div>
  );
}
