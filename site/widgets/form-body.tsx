import type { ClaimForm, DocumentsItem, Item } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { SyntheticEvent } from 'react';
import { CaptchaBox } from '../fields/captcha-box.tsx';
import { DocumentsField } from '../fields/documents-field.tsx';
import { FieldView } from '../fields/field-components.tsx';
import { Honeypot } from '../fields/honeypot.tsx';
import { Prose } from '../fields/prose.tsx';
import type { DocumentList } from '../filing/document-list.ts';
import type { FormStore } from '../filing/form-store.ts';
import { fieldsOf, readControls } from '../filing/controls.ts';
import type { useFiling } from '../islands/use-filing.ts';
import type { Texts } from '../texts/en.ts';
import { ErrorSummary, focusField } from './error-summary.tsx';
import { sectionId } from './section-index.tsx';
import { useReady } from './use-ready.ts';

/** The form itself: summary of errors, sections, SUBMIT. */
export function FormBody(props: {
  readonly inUse: ReturnType<typeof useFiling>;
  readonly form: ClaimForm;
  readonly texts: Texts;
}) {
  const { form, texts } = props;
  const { store, filing, phase, restored, element, clearAll } = props.inUse;
  const sections = useSyncExternalStore(store.subscribe, store.sections, store.sections);
  const errors = useSyncExternalStore(store.subscribe, store.errors, store.errors);
  const ready = useReady();

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (element.current) readControls(element.current, store);
    const found = await filing.submit();
    if (found[0]) focusField(found[0].field);
  };
  const onClear = () => {
    if (confirm(texts.clearQuestion)) clearAll();
  };

  return (
    <form ref={element} method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary
        heading={texts.summaryHeading}
        errors={errors}
        labelOf={(name) => labelOf(form, name)}
        more={texts.summaryMore}
      />
      {restored && (
        <p className="note" role="status">
          {texts.draftKept(fieldsOf(form).some(holdsTaxIds))}
        </p>
      )}
      {sections.map(({ section, items }) => (
        <fieldset key={section.title} className="section" id={sectionId(section.letter, section.title)}>
          <legend>
            {section.letter !== undefined && <small>{texts.sectionName(section.letter)}</small>}
            <h2>{section.title}</h2>
          </legend>
          {items.map((item, index) => (
            <ItemView key={'name' in item ? item.name : index} item={item} inUse={props.inUse} texts={texts} />
          ))}
        </fieldset>
      ))}
      {phase.name === 'editing' && phase.notice !== undefined && <Notice text={phase.notice} />}
      <div className="form-end">
        <button className="button" type="submit" disabled={!ready || phase.name !== 'editing'}>
          {texts.submit}
        </button>
        <button className="button quiet" type="button" disabled={!ready} onClick={onClear}>
          {texts.clear}
        </button>
        <p className="hint">{texts.clearHint}</p>
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

function ItemView({
  item,
  inUse,
  texts,
}: {
  readonly item: Item;
  readonly inUse: ReturnType<typeof useFiling>;
  readonly texts: Texts;
}) {
  if (isField(item)) return <FieldView field={item} store={inUse.store} texts={texts} />;
  switch (item.kind) {
    case 'prose':
      return <Prose prose={item.prose} />;
    case 'captcha':
      return <CaptchaBox item={item} store={inUse.store} texts={texts} onToken={inUse.filing.setCaptcha} />;
    case 'honeypot':
      return <Honeypot item={item} store={inUse.store} />;
    case 'echo':
      return null;
    case 'documents':
      return inUse.documents ? (
        <DueDocuments item={item} list={inUse.documents} store={inUse.store} texts={texts} />
      ) : null;
  }
}

function DueDocuments(props: {
  readonly item: DocumentsItem;
  readonly list: DocumentList;
  readonly store: FormStore;
  readonly texts: Texts;
}) {
  const { item, list, store, texts } = props;
  const due = useSyncExternalStore(store.subscribe, store.documentsDue, store.documentsDue);
  return <DocumentsField item={item} list={list} texts={texts} due={due} />;
}

/** What an error's field is called: `Class member 4, FEIN` for `classMembers.3.classMemberFEIN`. */
function labelOf(form: ClaimForm, path: string): string {
  const [name = path, index, cellName] = path.split('.');
  const item = form.sections.flatMap((section) => section.items).find((one) => 'name' in one && one.name === name);
  if (!item || !('label' in item)) return path;
  if (item.kind !== 'rows' || index === undefined) return item.label;
  const cell = item.of.find((one) => one.name === cellName);
  return `${item.rowLabel} ${Number(index) + 1}${cell ? `, ${cell.label}` : ''}`;
}
