import type { DocumentsItem, Item, Section } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import type { VisibleSection } from '@redress/forms/evaluate-form';
import { Fragment, useSyncExternalStore } from 'react';
import { DocumentsField } from '../uploads/uploads-field.tsx';
import { Captcha, FieldView } from '../fields/field-view.tsx';
import { Honeypot } from '../fields/honeypot.tsx';
import { Prose } from '../fields/form-prose.tsx';
import { useFieldErrors } from '../fields/field-hooks.ts';
import type { DocumentList } from '../uploads/upload-list.ts';
import type { FormIslandProps } from './form-island.tsx';
import type { FormMessages } from '../messages/form-en.ts';
import { ContinueButton, placeAfter } from '../no-script/no-script-form.tsx';
import type { FormInUse } from './form-body.tsx';
import { sectionId } from './section-index.tsx';

interface Props {
  readonly inUse: FormInUse;
  readonly posted: FormIslandProps['posted'];
  readonly messages: FormMessages;
  /** Whether the script runs. */
  readonly ready: boolean;
}

/** The sections that apply, each with its items. */
export function FormSections({ inUse, posted, messages, ready }: Props) {
  const { store } = inUse;
  const sections = useSyncExternalStore(store.subscribe, store.sections, store.sections);
  const opened = openedBySwitches(sections);
  const switches = new Set(
    [...store.form.sections, ...store.form.sections.flatMap(({ items }) => items)].flatMap(
      (one) => switchOf(one) ?? [],
    ),
  );
  const placeOf = (one: Section | Item) => {
    const name = opened.get(one);
    return name === undefined ? {} : { id: placeAfter(name), tabIndex: -1 };
  };
  return sections.map(({ section, items }) => (
    <fieldset key={section.title} className="section" id={sectionId(section.letter, section.title)}>
      <legend>
        {section.letter !== undefined && <small>{messages.sectionName(section.letter)}</small>}
        <h2 {...placeOf(section)}>{section.title}</h2>
      </legend>
      {items.map((item, index) => {
        const view = <ItemView item={item} inUse={inUse} posted={posted} messages={messages} />;
        const isSwitch = 'name' in item && switches.has(item.name);
        return (
          <Fragment key={'name' in item ? item.name : index}>
            {switchOf(item) === undefined ? view : <div {...placeOf(item)}>{view}</div>}
            {isSwitch && !ready && (
              <ContinueButton
                of={item.name}
                isPlaceAfter={![...opened.values()].includes(item.name)}
                messages={messages}
              />
            )}
          </Fragment>
        );
      })}
    </fieldset>
  ));
}

/** The field that shows or hides this. */
function switchOf(one: Section | Item): string | undefined {
  const condition = 'shownWhen' in one ? one.shownWhen : undefined;
  return condition && 'field' in condition ? condition.field : undefined;
}

/** The first thing on the form that each switch has opened, with the switch's name. */
function openedBySwitches(sections: readonly VisibleSection[]): ReadonlyMap<Section | Item, string> {
  const shown = sections.flatMap(({ section, items }) => [section, ...items]);
  const opened = new Map<Section | Item, string>();
  for (const one of shown) {
    const name = switchOf(one);
    if (name !== undefined && ![...opened.values()].includes(name)) opened.set(one, name);
  }
  return opened;
}

function ItemView({ item, inUse, posted, messages }: { readonly item: Item } & Omit<Props, 'ready'>) {
  const { store, documents, isLeftToBrowser } = inUse;
  if (isField(item)) return <FieldView field={item} store={store} messages={messages} />;
  switch (item.kind) {
    case 'prose':
      return <Prose prose={item.prose} />;
    case 'captcha':
      // Nobody asks for it of a form that the browser posts.
      if (isLeftToBrowser) return null;
      return <Captcha item={item} store={store} messages={messages} onToken={inUse.filing.setCaptcha} />;
    case 'honeypot':
      return <Honeypot item={item} store={store} />;
    case 'echo':
      return null;
    case 'documents':
      return documents ? (
        <Documents item={item} list={documents} inUse={inUse} posted={posted} messages={messages} />
      ) : null;
  }
}

function Documents(props: {
  readonly item: DocumentsItem;
  readonly list: DocumentList;
  readonly inUse: FormInUse;
  readonly posted: FormIslandProps['posted'];
  readonly messages: FormMessages;
}) {
  const { item, list, messages, posted } = props;
  const { form, store, isLeftToBrowser } = props.inUse;
  const due = useSyncExternalStore(store.subscribe, store.documentsDue, store.documentsDue);
  const errors = useFieldErrors(store, item.name);
  if (posted && isLeftToBrowser) {
    return (
      <posted.views.Documents item={item} kept={posted.form.documents} messages={messages} due={due} errors={errors} />
    );
  }
  return <DocumentsField {...{ item, list, messages, due, errors }} checkedFor={{ store, form }} />;
}
