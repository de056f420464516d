import type { TypedField as Definition, TypedKind } from '@redress/forms/definition';
import { numbersAndDates } from '@redress/forms/numbers-and-days-if-used';
import { type FormEvent, type HTMLAttributes, useEffect, useState } from 'react';
import { type FieldProps, controlId, FieldFrame } from './field-frame.tsx';
import { loadAdvice, useAdvice } from './load-advice.ts';
import { maskPhone } from './mask-phone.ts';
import { useFieldErrors } from './field-hooks.ts';
import { textAnswer } from './form-store.ts';
import { loadTidy, tidyTyped } from './load-tidy.ts';

const shortKinds: readonly TypedKind[] = ['phone', 'taxId', 'code', 'money', 'count', 'hours', 'date'];
const questionedKinds: readonly TypedKind[] = ['email', 'money', 'count'];
export const inputModes: Partial<Record<TypedKind, HTMLAttributes<HTMLInputElement>['inputMode']>> = {
  phone: 'tel',
  email: 'email',
  money: 'decimal',
  count: 'numeric',
  hours: 'decimal',
  taxId: 'numeric',
};

/** A one-line answer. It has no `maxlength`, so that a long paste gets an error. */
export function TypedField({ field: defined, store, messages }: FieldProps<Definition>) {
  const field = numbersAndDates?.withOrder(defined, messages.language) ?? defined;
  const errors = useFieldErrors(store, field.name);
  const [initial] = useState(() => textAnswer(store, field.name));
  const onInput = (event: FormEvent<HTMLInputElement>) => {
    if (field.kind === 'phone') maskPhone(event.currentTarget);
    store.answer(field.name, event.currentTarget.value);
  };
  const onBlur = (event: FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const tidy = () => {
      input.value = tidyTyped(field, input.value);
      store.answer(field.name, input.value);
    };
    tidy();
    // The code may still be loading for the first field.
    void loadTidy().then(() => {
      if (input.isConnected && document.activeElement !== input) tidy();
    });
  };
  const advice = useAdvice(messages.language);
  const isInvalid = errors.length > 0;
  useEffect(() => {
    if (isInvalid) void loadAdvice(messages.language);
  }, [isInvalid, messages.language]);
  const parts = advice && { field, store, messages: advice.adviceMessages };
  const questionId = advice && questionedKinds.includes(field.kind) ? `${controlId(field.name)}-question` : '';
  return (
    <FieldFrame
      field={field}
      errors={errors}
      messages={messages}
      fix={advice && parts && <advice.LiveFixHint {...parts} />}
      question={advice && parts && questionId && <advice.QuestionBelow {...parts} id={questionId} />}
    >
      {({ 'aria-describedby': describedBy = '', ...attributes }) => {
        const input = (
          <input
            {...attributes}
            aria-describedby={`${describedBy} ${questionId}`.trim() || undefined}
            className={shortKinds.includes(field.kind) ? 'short' : undefined}
            // With `tel`, browsers would not autofill `tel-national`.
            type="text"
            inputMode={field.keyboard ?? inputModes[field.kind]}
            autoComplete={field.autocomplete}
            placeholder={field.placeholder}
            spellCheck={field.kind === 'text' ? undefined : false}
            autoCapitalize={field.kind === 'email' ? 'none' : field.kind === 'code' ? 'characters' : undefined}
            defaultValue={initial}
            onFocus={() => void loadTidy()}
            onInput={onInput}
            onBlur={onBlur}
          />
        );
        // Labels of amounts say “dollars”, so screen readers skip the sign.
        if (field.kind !== 'money') return input;
        return (
          <div className="dollars">
            <span aria-hidden="true">$</span>
            {input}
          </div>
        );
      }}
    </FieldFrame>
  );
}
