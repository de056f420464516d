import type { Language } from '@redress/contract/language';
import { formatAction, noScriptFields, noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import type { RefObject } from 'react';
import type { FormElsewhere } from '../islands/island-data.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { UploadList } from '../uploads/upload-list.ts';
import { returnFiles } from './native-submit.ts';

/**
 * Opens the form in the other language with its answers, as without JavaScript, in a browser
 * that keeps no draft for the link to that page.
 */
export function LanguageSwitch(props: {
  readonly to: FormElsewhere;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly uploads: UploadList | undefined;
  /** The language of this page. */
  readonly language: Language;
}) {
  const { to, form, uploads } = props;
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
