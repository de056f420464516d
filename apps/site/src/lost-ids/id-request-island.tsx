import { formElementId, noScriptFields, outcomeId } from '@redress/contract/no-script-form';
import { contactErrors } from '@redress/contract/id-requests';
import { isField, type Form } from '@redress/forms/definition';
import { type ReactElement, type SyntheticEvent, useRef, useState } from 'react';
import { loadForm } from '../content-entry/form-definitions.ts';
import { ErrorSummary, focusField } from '../fields/error-summary.tsx';
import { useStoreValue } from '../fields/field-hooks.ts';
import { FieldView } from '../fields/field-view.tsx';
import { listFields, readControls } from '../fields/form-controls.ts';
import { FormProse } from '../fields/form-prose.tsx';
import { createFormStore } from '../fields/form-store.ts';
import type { IdRequestIslandData } from '../islands/island-data.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { setFallback } from '../islands/fallback.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';
import { Honeypot, noScriptFormAttributes } from '../no-script/no-script-form.tsx';
import { describeLoginNotice } from '../no-script/login-notice.tsx';

/**
 * Loads and returns the island of a request for lost IDs, for the build, the server and the
 * browser.
 */
export async function loadIdRequestIsland(data: IdRequestIslandData): Promise<ReactElement> {
  const language = data.page.language ?? 'en';
  const [form, messages] = await Promise.all([loadForm(data.page.form, language), loadFormMessages(language)]);
  setFallback(messages.rows.notLoaded);
  return <IdRequestIsland {...data} form={form} messages={messages} />;
}

/**
 * Asks for lost IDs. The script only checks the answers before the browser submits the form
 * natively. There is only one way to send it, and the server's answer is a page.
 */
function IdRequestIsland(props: IdRequestIslandData & { readonly form: Form; readonly messages: FormMessages }) {
  const { page, form, messages, returned } = props;
  const [store] = useState(() => createFormStore(form, returned));
  const errors = useStoreValue(store, store.errors);
  const [notice, setNotice] = useState(
    returned?.notice && returned.notice.name !== 'login-not-found'
      ? describeLoginNotice(returned.notice, messages.language)
      : undefined,
  );
  const element = useRef<HTMLFormElement>(null);
  // Only phone and email lack a rule that requires them: one of the two is enough.
  const { offline, phoneOrEmail } = loginMessages[messages.language];
  const fieldMessages = { ...messages, optional: phoneOrEmail };

  const onSubmit = (event: SyntheticEvent) => {
    if (element.current) readControls(element.current, store);
    store.addErrors(contactErrors(store.answers(), page.messages.noContact));
    const [first] = store.attemptSubmit();
    // The browser's own error page would lose the answers.
    const isOffline = !first && !navigator.onLine;
    setNotice(isOffline ? offline : undefined);
    if (!first && !isOffline) return;
    event.preventDefault();
    if (first) focusField(first.field);
  };

  return (
    <form ref={element} id={formElementId} {...noScriptFormAttributes(page.path)} noValidate onSubmit={onSubmit}>
      <ErrorSummary
        errors={errors}
        labelOf={(name) => listFields(form).find((field) => field.name === name)?.label ?? name}
        messages={messages}
      />
      {form.sections.map((section) => (
        <fieldset key={section.title} className="section">
          <legend>
            <h2>{section.title}</h2>
          </legend>
          {section.items.map((item) =>
            isField(item) ? (
              <FieldView key={item.name} field={item} store={store} messages={fieldMessages} />
            ) : (
              item.kind === 'prose' && <FormProse key="prose" prose={item.prose} />
            ),
          )}
        </fieldset>
      ))}
      <Honeypot label={messages.honeypot} name={noScriptFields.honeypot} />
      {notice !== undefined && (
        <div className="note bad" role="alert" id={outcomeId} tabIndex={-1}>
          <p>{notice}</p>
        </div>
      )}
      <div className="form-end">
        <button className="button" type="submit">
          {page.messages.button}
        </button>
      </div>
    </form>
  );
}
