import { actionAttributes } from '@redress/contract/no-script-form';
import type { Language } from '@redress/contract/language';
import { useEffect, useRef, useState } from 'react';
import { useStoreValue } from '../fields/field-hooks.ts';
import { writeControl } from '../fields/form-controls.ts';
import type { FormStore } from '../fields/form-store.ts';

const english = {
  question: (address: string) => `Your notice went to ${address}. Is that still right?`,
  fillIn: 'Yes, fill it in',
  filledIn: 'Filled in. Type over what has changed.',
};
const spanish: typeof english = {
  question: (address) => `Enviamos su aviso a ${address}: ¿sigue igual?`,
  fillIn: 'Sí, llenar',
  filledIn: 'Listo. Escriba encima de lo que cambió.',
};
const messages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/**
 * Offers to fill in the masked name and address from the notice. The server replaces the masks with
 * the real values when the claim is filed (docs/decisions/0054-mailed-address.md).
 */
export function MailedOffer(props: {
  readonly mailed: Readonly<Record<string, string>>;
  readonly store: FormStore;
  readonly language: Language;
}) {
  const { mailed, store } = props;
  const { question, fillIn, filledIn } = messages[props.language];
  const entries = Object.entries(mailed);
  // Other people may have the same city, and every ZIP code has the same mask.
  const own = entries.filter(([name]) => name === 'name1' || name === 'street1');
  const isFilledIn = useStoreValue({ subscribe: store.subscribeAnswers }, () => {
    const isAsMailed = ([name, text]: readonly [string, string]) => store.answers()[name] === text;
    return own.length > 0 ? own.some(isAsMailed) : entries.every(isAsMailed);
  });
  const [presses, setPresses] = useState(0);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (presses > 0) status.current?.focus();
  }, [presses]);
  const address = ['street1', 'city'].flatMap((name) => mailed[name] ?? []).join(', ');
  if (isFilledIn)
    return (
      <p ref={status} tabIndex={-1} role="status">
        {filledIn}
      </p>
    );
  return (
    <>
      <p>{question(address || (mailed['name1'] ?? ''))}</p>
      <button
        className="button"
        {...actionAttributes({ name: 'fill-in' })}
        onClick={(event) => {
          event.preventDefault();
          const { form } = event.currentTarget;
          for (const [name, text] of entries) {
            store.answer(name, text);
            if (form) writeControl(form, name, text);
          }
          // Stores the answers in the draft.
          form?.dispatchEvent(new Event('input', { bubbles: true }));
          setPresses((count) => count + 1);
        }}
      >
        {fillIn}
      </button>
    </>
  );
}
