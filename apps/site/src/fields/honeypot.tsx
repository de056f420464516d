import type { HoneypotItem } from '@redress/forms/definition';
import type { FormStore } from './form-store.ts';

/** Out of sight and out of the way of keyboard and screen reader: only a machine fills it in. */
export function Honeypot({ item, store }: { readonly item: HoneypotItem; readonly store: FormStore }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {item.label}
        <input
          type="text"
          name={item.name}
          tabIndex={-1}
          autoComplete="off"
          onInput={(event) => store.answer(item.name, event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
