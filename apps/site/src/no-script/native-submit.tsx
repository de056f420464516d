import { formatAction, noScriptFields, noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import { type RefObject, useState } from 'react';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import type { FormElsewhere } from '../islands/island-data.ts';
import type { UploadList } from '../uploads/upload-list.ts';

/** Puts the chosen files back into their input, for a form that the browser submits. */
export function returnFiles(form: Element, uploads: UploadList | undefined): void {
  const files = new DataTransfer();
  for (const { file } of uploads?.uploads() ?? []) files.items.add(file);
  const input = form.querySelector<HTMLInputElement>('input[type=file][name]');
  if (input && files.files.length > 0) input.files = files.files;
}

/**
 * Opens the form in the other language with its answers, as without JavaScript, if the browser
 * keeps no draft for the link to that page.
 */
export function LanguageSwitch(props: {
  readonly to: FormElsewhere;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly uploads: UploadList | undefined;
}) {
  const { to, form, uploads } = props;
  const [isNeeded] = useState(() => !keepsStored());
  if (!isNeeded) return null;
  const open = (element: HTMLFormElement) => {
    const action = document.createElement('input');
    action.type = 'hidden';
    action.name = noScriptFields.action;
    action.value = formatAction({ name: 'continue' });
    element.append(action);
    returnFiles(element, uploads);
    const before = element.getAttribute('action') ?? '';
    element.action = `${to.path}${noScriptSearch}#${outcomeId}`;
    element.submit();
    // The page may come back from the back/forward cache, and SUBMIT then files here.
    action.remove();
    element.setAttribute('action', before);
  };
  return (
    <p>
      <button
        type="button"
        className="button quiet"
        lang={to.language}
        onClick={() => form.current && open(form.current)}
      >
        {to.label}
      </button>
    </p>
  );
}

/** Whether the browser keeps stored data. False without storage, or if it is full. */
function keepsStored(): boolean {
  const value = Math.random();
  writeStored('probe', value);
  const isKept = readStored('probe') === value;
  removeStored('probe');
  return isKept;
}
