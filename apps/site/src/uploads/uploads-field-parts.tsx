import type { DocumentsItem, DueDocuments } from '@redress/forms/definition';
import { endings } from './upload-list.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { controlId } from '../fields/field-props.ts';

/** A documents item's label: optional as long as none are due. */
export function DocumentsLabel(props: {
  readonly item: DocumentsItem;
  readonly messages: FormMessages;
  readonly due: readonly DueDocuments[];
}) {
  const { item, messages, due } = props;
  return (
    <label htmlFor={controlId(item.name)}>
      {item.label}
      {due.length === 0 && <span className="optional">{` ${messages.optional}`}</span>}
    </label>
  );
}

/** What its input is, whoever takes the files from it. */
export function fileInputAttributes(item: DocumentsItem, messages: readonly string[]) {
  const id = controlId(item.name);
  return {
    id,
    name: item.name,
    type: 'file',
    multiple: true,
    accept: endings(item.types).join(','),
    'aria-describedby': messages.length > 0 ? `${id}-hint ${id}-error` : `${id}-hint`,
  } as const;
}

/** Why documents are due: a warning while there are none, never a wall. */
export function DueNote({ due, messages }: { readonly due: readonly DueDocuments[]; readonly messages: FormMessages }) {
  if (due.length === 0) return null;
  return (
    <div className="note warn">
      {due.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      <p>{messages.documents.dueLater}</p>
    </div>
  );
}
