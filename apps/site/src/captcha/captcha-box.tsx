import type { CaptchaItem } from '@redress/forms/definition';
import { useState } from 'react';
import type { CaptchaToken } from './captcha.ts';
import { solveCaptcha } from './captcha.ts';
import type { FormStore } from '../form/form-store.ts';
import type { Texts } from '../messages/en.ts';
import { controlAttributes, Messages } from '../form/fields/field-frame.tsx';
import { useMessages } from '../form/fields/use-messages.ts';
import { useAnswered } from '../form/fields/use-answered.ts';
import { useReady } from '../form/fields/use-ready.ts';

/**
 * A box to tick; ticking it has the device solve a small task. The answer is the task's proof, not the tick. Without script there is nothing
 * to tick: its room stays empty until the script has come.
 */
export function CaptchaBox(props: {
  readonly item: CaptchaItem;
  readonly store: FormStore;
  readonly texts: Texts;
  readonly onToken: (token: CaptchaToken | undefined) => void;
}) {
  const { item, store, texts, onToken } = props;
  const messages = useMessages(store, item.name);
  const solved = useAnswered(store, item.name);
  const ready = useReady();
  const [state, setState] = useState<'idle' | 'working' | 'failed' | 'insecure'>('idle');
  const status = solved ? texts.captcha.done : state === 'idle' ? '' : texts.captcha[state];
  const attributes = controlAttributes({ name: item.name, hint: texts.captcha.hint }, messages, true);

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
    <div className={`field${messages.length > 0 ? ' bad' : ''}${ready ? '' : ' with-script'}`}>
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
        {texts.captcha.hint}
      </p>
      <p className={state === 'failed' || state === 'insecure' ? 'error' : 'hint'} role="status">
        {status}
      </p>
      <Messages name={item.name} messages={messages} />
    </div>
  );
}
