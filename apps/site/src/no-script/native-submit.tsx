import type { Language } from '@redress/contract/language';
import { formatAction, noScriptFields, noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import { type RefObject, useState } from 'react';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import type { FormElsewhere } from '../islands/island-data.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { UploadList } from '../uploads/upload-list.ts';

/** Undefined in Safari before 14.1, where no script can put files into an input. */
export function createFileTransfer(): DataTransfer | undefined {
  try {
    return new DataTransfer();
  } catch {
    return undefined;
  }
}

/**
 * Puts the chosen files back into their input, for a form that the browser submits. Returns false
 * if it cannot.
 */
export function returnFiles(form: Element, list: UploadList | undefined): boolean {
  const uploads = list?.uploads() ?? [];
  const input = form.querySelector<HTMLInputElement>('input[type=file][name]');
  if (uploads.length === 0 || !input) return true;
  const transfer = createFileTransfer();
  if (!transfer) return false;
  for (const { file } of uploads) transfer.items.add(file);
  input.files = transfer.files;
  return true;
}

/**
 * Opens the form in the other language with its answers, as without JavaScript, if the browser
 * keeps no draft for the link to that page.
 */
export function LanguageSwitch(props: {
  readonly to: FormElsewhere;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly uploads: UploadList | undefined;
  /** The language of this page. */
  readonly language: Language;
}) {
  const { to, form, uploads } = props;
  const [isNeeded] = useState(() => !keepsStored());
  if (!isNeeded) return null;
  const open = (element: HTMLFormElement) => {
    const action = document.createElement('input');
    action.type = 'hidden';
    action.name = noScriptFields.action;
    action.value = formatAction({ name: 'continue' });
    if (!returnFiles(element, uploads) && !confirm(filingMessages[props.language].filesAgain)) return;
    element.append(action);
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
