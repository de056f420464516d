import type { ClaimForm, Form, Item } from '@redress/forms/definition';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import { formElementId } from '@redress/contract/no-script-form';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SyntheticEvent } from 'react';
import { useReady } from '../fields/use-ready.ts';
import { fieldsOf, readControls } from '../fields/form-controls.ts';
import type { FormIslandProps } from './form-island.tsx';
import type { useFiling } from './use-claim-form.ts';
import { ContinueElsewhere } from '../no-script/no-script-form.tsx';
import { ErrorSummary, focusField } from '../fields/error-summary.tsx';
import { FormSections } from './form-sections.tsx';
import { postTarget } from '../no-script/form-target.ts';
import { postedLoginFields } from '../no-script/login-field-names.ts';

export type FormInUse = ReturnType<typeof useFiling>;

/**
 * The form itself: summary of errors, sections, SUBMIT. It is whole without the script: then, and until the script has come, the browser
 * posts it to its own page.
 */
export function FormBody(props: FormIslandProps & { readonly inUse: FormInUse }) {
  const { form, page, login, messages, inUse, posted } = props;
  const { store, filing, phase, standing, element } = inUse;
  const errors = useSyncExternalStore(store.subscribe, store.errors, store.errors);
  const ready = useReady();
  const [postedShown, setPostedShown] = useState(posted !== undefined);

  const onSubmit = async (event: SyntheticEvent) => {
    if (inUse.isLeftToBrowser) return filing.leaveToBrowser();
    event.preventDefault();
    setPostedShown(false);
    if (element.current) readControls(element.current, store);
    const found = await filing.submit();
    if (found[0]) focusField(found[0].field);
  };
  const onClear = () => {
    if (!confirm(messages.clearQuestion)) return;
    setPostedShown(false);
    inUse.clearAll();
  };
  const submit = { type: 'submit', disabled: phase.name !== 'editing' } as const;

  return (
    <form
      ref={element}
      id={formElementId}
      {...postTarget(page.path)}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      {/* The Enter key presses a form's first button. */}
      <button {...submit} className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {messages.submit}
      </button>
      <ErrorSummary
        heading={messages.summaryHeading}
        errors={errors}
        labelOf={(name) => labelOf(form, login?.form, name)}
        more={messages.summaryMore}
      />
      {postedShown && posted && (
        <posted.views.Outcome
          posted={posted.form}
          form={form}
          page={page}
          login={login?.page}
          messages={messages}
          timeZone={props.timeZone}
          isAfterErrors={errors.length > 0}
        />
      )}
      {posted?.form.login === null && login && !standing?.login && (
        <posted.views.LoginFields form={login.form} store={store} messages={messages} />
      )}
      {props.elsewhere && !ready && <ContinueElsewhere to={props.elsewhere} messages={messages} />}
      {inUse.restored && (
        <p className="note" role="status">
          {messages.draftKept(fieldsOf(form).some(holdsTaxIds))}
        </p>
      )}
      <FormSections inUse={inUse} posted={posted} messages={messages} ready={ready} />
      {phase.name === 'editing' && phase.notice !== undefined && <Notice text={phase.notice} />}
      <div className="form-end">
        <button {...submit} className="button">
          {messages.submit}
        </button>
        <button className={ready ? 'button quiet' : 'button quiet with-script'} type="button" onClick={onClear}>
          {messages.clear}
        </button>
        <p className={ready ? 'hint' : 'hint with-script'}>{messages.clearHint}</p>
      </div>
    </form>
  );
}

/** What kept the claim from being sent. It takes the focus, which the disabled button has lost. */
function Notice({ text }: { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} className="note bad" role="alert" tabIndex={-1}>
      <p>{text}</p>
    </div>
  );
}

/** What an error's field is called: `Class member 4, FEIN` for `classMembers.3.classMemberFEIN`. */
function labelOf(form: ClaimForm, login: Form | undefined, path: string): string {
  const [name = path, index, cellName] = path.split('.');
  const items: readonly Item[] = form.sections.flatMap((section) => section.items);
  const item =
    items.find((one) => 'name' in one && one.name === name) ??
    (login && postedLoginFields(login).find((one) => one.name === path));
  if (!item || !('label' in item)) return path;
  if (item.kind !== 'rows' || index === undefined) return item.label;
  const cell = item.of.find((one) => one.name === cellName);
  return `${item.rowLabel} ${Number(index) + 1}${cell ? `, ${cell.label}` : ''}`;
}
