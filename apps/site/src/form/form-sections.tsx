import { type DocumentsItem, type Item, type Section, isField } from '@redress/forms/definition';
import type { VisibleSection } from '@redress/forms/evaluate-form';
import { Fragment } from 'react';
import { useFieldErrors, useStoreValue } from '../fields/field-hooks.ts';
import { FieldView } from '../fields/field-view.tsx';
import { FormProse } from '../fields/form-prose.tsx';
import { ContinueButton, continueTargetId, Honeypot } from '../no-script/no-script-form.tsx';
import type { UploadList } from '../uploads/upload-list.ts';
import { UploadsField } from '../uploads/uploads-field.tsx';
import { sectionId } from './section-index.tsx';
import type { ClaimFormProps, ClaimFormState } from './use-claim-form.ts';

interface Props extends Pick<ClaimFormProps, 'noScript' | 'messages' | 'CaptchaBox'> {
  readonly claimForm: ClaimFormState;
  readonly hydrated: boolean;
}

export function FormSections(props: Props) {
  const { messages } = props;
  const { store } = props.claimForm;
  const sections = useStoreValue(store, store.sections);
  const targets = findContinueTargets(sections);
  const targetProps = (one: Section | Item) => {
    const name = targets.get(one);
    return name === undefined ? {} : { id: continueTargetId(name), tabIndex: -1 };
  };
  const conditions = new Set(
    store.form.sections.flatMap((section) => [section, ...section.items]).flatMap((one) => conditionOf(one) ?? []),
  );
  return sections.map(({ section, items }, place) => (
    <fieldset key={section.title} className="section" id={sectionId(section)}>
      <legend>
        {section.letter !== undefined && (
          <small>
            <span>{messages.sectionName(section.letter)}</span>
            <span className="section-place">{` (${messages.place(place + 1, sections.length)})`}</span>
          </small>
        )}
        <h2 {...targetProps(section)}>{section.title}</h2>
      </legend>
      {items.map((item, index) => {
        const view = <ItemView {...props} item={item} />;
        return (
          <Fragment key={'name' in item ? item.name : index}>
            {conditionOf(item) === undefined ? view : <div {...targetProps(item)}>{view}</div>}
            {!props.hydrated && 'name' in item && conditions.has(item.name) && (
              <ContinueButton
                of={item.name}
                isTarget={![...targets.values()].includes(item.name)}
                messages={messages}
              />
            )}
          </Fragment>
        );
      })}
    </fieldset>
  ));
}

/** The name of the field that shows or hides a section or an item. */
function conditionOf(one: Section | Item): string | undefined {
  const condition = 'shownWhen' in one ? one.shownWhen : undefined;
  return condition && 'field' in condition ? condition.field : undefined;
}

/** The first thing that each field shows: the field's continue button scrolls there. */
function findContinueTargets(sections: readonly VisibleSection[]): ReadonlyMap<Section | Item, string> {
  const targets = new Map<Section | Item, string>();
  for (const one of sections.flatMap(({ section, items }) => [section, ...items])) {
    const name = conditionOf(one);
    if (name !== undefined && ![...targets.values()].includes(name)) targets.set(one, name);
  }
  return targets;
}

function ItemView({ item, ...props }: Props & { readonly item: Item }) {
  const { claimForm, messages, CaptchaBox } = props;
  const { store, uploads, submission, submitsNatively } = claimForm;
  if (isField(item)) return <FieldView field={item} store={store} messages={messages} />;
  switch (item.kind) {
    case 'prose':
      return <FormProse prose={item.prose} />;
    case 'captcha':
      // A native submit needs no captcha.
      if (submitsNatively || !CaptchaBox) return null;
      return <CaptchaBox item={item} store={store} messages={messages} onToken={submission.setCaptcha} />;
    case 'honeypot':
      return (
        <Honeypot
          label={item.label}
          name={item.name}
          onInput={(event) => store.answer(item.name, event.currentTarget.value)}
        />
      );
    case 'echo':
      return null;
    case 'documents':
      return uploads ? <Uploads {...props} item={item} list={uploads} /> : null;
  }
}

function Uploads({ item, list, ...props }: Props & { readonly item: DocumentsItem; readonly list: UploadList }) {
  const { messages, noScript } = props;
  const { form, store, submitsNatively, afterSubmit } = props.claimForm;
  const due = useStoreValue(store, store.documentsDue);
  const errors = useFieldErrors(store, item.name);
  const NativeField = submitsNatively && (noScript?.components ?? afterSubmit)?.NoScriptUploadsField;
  if (NativeField) return <NativeField {...{ item, messages, due, errors }} staged={noScript?.form.documents} />;
  return (
    <UploadsField {...{ item, list, messages, due, errors }} checkedFor={{ store, form }} chosenFiles={afterSubmit} />
  );
}
