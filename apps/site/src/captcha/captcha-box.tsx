import type { CaptchaItem } from '@redress/forms/definition';
import { useState } from 'react';
import type { CaptchaToken } from './captcha.ts';
import { solveCaptcha } from './captcha.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { controlAttributes, FieldErrors } from '../fields/field-frame.tsx';
import { useFieldErrors } from '../fields/field-hooks.ts';
import { useAnswered } from './use-answered.ts';
import { useReady } from '../fields/use-ready.ts';

/**
 * A box to tick; ticking it has the device solve a small task. The answer is the task's proof, not the tick. Without script there is nothing
 * to tick: its room stays empty until the script has come.
 */
export function CaptchaBox(props: {
  readonly item: CaptchaItem;
  readonly store: FormStore;
  readonly messages: FormMessages;
  readonly onToken: (token: CaptchaToken | undefined) => void;
}) {
  const { item, store, messages, onToken } = props;
  const errors = useFieldErrors(store, item.name);
  const solved = useAnswered(store, item.name);
  const ready = useReady();
  const [state, setState] = useState<'idle' | 'working' | 'failed' | 'insecure'>('idle');
  const status = solved ? messages.captcha.done : state === 'idle' ? '' : messages.captcha[state];
  const attributes = controlAttributes({ name: item.name, hint: messages.captcha.hint }, errors, true);

  const onTick = async (ticked: boolean) => {
    if (!ticked) {
      setState('idle');
      return onToken(undefined);
    }
    if (!globalThis.isSecureContext) return setState('insecure');
    setState('working');
    const token = await solveCaptcha();
    setState(token ? 'idle' : 'failed');
    onToken(token);
  };

  return (
    <div className={`field${errors.length > 0 ? ' bad' : ''}${ready ? '' : ' with-script'}`}>
      <label className="check">
        <input
          {...attributes}
          type="checkbox"
          checked={solved || state === 'working'}
          onChange={(event) => {
            if (state !== 'working') void onTick(event.currentTarget.checked);
          }}
        />
        <span>{item.label}</span>
      </label>
      <p className="hint" id={`${attributes.id}-hint`}>
        {messages.captcha.hint}
      </p>
      <p className={state === 'failed' || state === 'insecure' ? 'error' : 'hint'} role="status">
        {status}
      </p>
      <FieldErrors name={item.name} errors={errors} />
    </div>
  );
}
