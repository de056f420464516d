import { savedFormFragment } from '@redress/contract/saved-form-link';
import { useEffect, useRef, useState } from 'react';
import type { ApiFailure } from '../browser/api-client.ts';
import { savedFormKey, writeStored } from '../browser/storage.ts';
import { longDate } from '../dates/format-date.ts';
import { savedFormMessages } from '../messages/saved-form-messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { listOmittedAnswers } from './omitted-answers.ts';
import { type OpenedForm, openSavedForm } from './saved-forms-api.ts';
import type { SavedFormsContentProps } from './savable-form.ts';

type State =
  | { readonly name: 'opening' }
  | { readonly name: 'asking'; readonly found: OpenedForm }
  | { readonly name: 'failed'; readonly failure: ApiFailure };

/** Opens the saved form of the link in the page's address. */
export function OpenDialog({ page, claimForm, close }: SavedFormsContentProps) {
  const { form, store, phase, openDraft, setSavedForms } = claimForm;
  const language = page.language ?? 'en';
  const messages = savedFormMessages[language].open;
  const [code] = useState(() => location.hash.slice(savedFormFragment.length));
  const [state, setState] = useState<State>({ name: 'opening' });
  const hasOwnAnswers = phase.name === 'filed' || Object.keys(store.answers()).length > 0;

  const finish = () => {
    forgetCode();
    close();
  };
  const accept = (found: OpenedForm) => {
    openDraft(found.answers);
    writeStored(savedFormKey(form.id), found.id);
    forgetCode();
    setSavedForms({ opened: found });
  };
  const open = async () => {
    setState({ name: 'opening' });
    const result = await openSavedForm(form, code);
    if (!result.ok) setState({ name: 'failed', failure: result });
    else if (hasOwnAnswers) setState({ name: 'asking', found: result.data });
    else accept(result.data);
  };
  const start = useRef(open);
  useEffect(() => void start.current(), []);

  switch (state.name) {
    case 'opening':
      return (
        <Dialog title={messages.opening}>
          <p role="status">{messages.opening}</p>
        </Dialog>
      );
    case 'asking':
      return (
        <Dialog title={messages.question} onClose={finish}>
          <p>
            {phase.name === 'filed'
              ? messages.filed
              : messages.replaces(longDate(state.found.savedAt, form.timeZone, language))}
          </p>
          <div className="form-end">
            <button type="button" className="button" onClick={() => accept(state.found)}>
              {messages.confirm}
            </button>
            <button type="button" className="button quiet" onClick={finish}>
              {messages.keep}
            </button>
          </div>
        </Dialog>
      );
    case 'failed': {
      const { code: problem, detail } = state.failure;
      const mayWorkLater = ['offline', 'unavailable', 'overloaded', 'too-many-requests'].includes(problem);
      return (
        <Dialog title={messages.failed} onClose={finish}>
          <p role="alert">{problem === 'offline' ? messages.offline : (detail ?? messages.offline)}</p>
          <div className="form-end">
            {mayWorkLater && (
              <button type="button" className="button" onClick={() => void open()}>
                {messages.retry}
              </button>
            )}
            <button type="button" className={mayWorkLater ? 'button quiet' : 'button'} onClick={finish}>
              {savedFormMessages[language].back}
            </button>
          </div>
        </Dialog>
      );
    }
  }
}

/** Takes the code out of the address and the tab's history. */
function forgetCode(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Names the answers that the opened form lacks. */
export function OpenedNote(props: SavedFormsContentProps & { readonly opened: OpenedForm }) {
  const { page, claimForm, opened, messages: formMessages } = props;
  const language = page.language ?? 'en';
  const messages = savedFormMessages[language];
  const element = useRef<HTMLDivElement>(null);
  // Runs this late because the field that loses the focus would store its answer before the
  // draft's.
  useEffect(() => {
    if (claimForm.restored) element.current?.focus();
  }, [claimForm.restored]);
  const parts = listOmittedAnswers(claimForm.form, messages);
  return (
    <div ref={element} className="note" role="status" tabIndex={-1}>
      <p>{messages.open.opened(longDate(opened.savedAt, claimForm.form.timeZone, language), formMessages.submit)}</p>
      {parts.length > 0 && <p>{messages.open.again(parts.join(', '))}</p>}
      {opened.notTaken.length > 0 && (
        <>
          <p>{messages.open.notTaken}</p>
          <ul>
            {opened.notTaken.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
