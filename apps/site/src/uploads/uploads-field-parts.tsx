import { extensionsOf } from '@redress/contract/file-names';
import type { ClaimForm, DocumentsItem, DueDocuments, FileType } from '@redress/forms/definition';
import type { ReactNode } from 'react';
import { controlId } from '../fields/field-frame.tsx';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { formatSize, formatSizeLimit } from './file-size.ts';
import type { UploadList } from './upload-list.ts';

export interface UploadsFieldProps {
  readonly item: DocumentsItem;
  readonly list: UploadList;
  readonly messages: FormMessages;
  readonly due?: readonly DueDocuments[];
  /** The reasons that the server rejected files. */
  readonly errors?: readonly string[];
  /** If set, data files are checked at once and compared with these answers. */
  readonly checkedFor?: { readonly store: FormStore; readonly form: ClaimForm };
  /** Shows the chosen files. Loaded with the first one. */
  readonly chosenFiles: ChosenFilesView | undefined;
}
export interface ChosenFilesProps extends UploadsFieldProps {
  readonly due: readonly DueDocuments[];
  /** Called with each announcement. */
  readonly onRemoved: (announcement: string) => void;
}
interface ChosenFilesView {
  ChosenFiles(props: ChosenFilesProps & Pick<ChosenFilesView, 'uploadMessages'>): ReactNode;
  readonly uploadMessages: UploadMessages;
}

export function FileName({ name, size }: { readonly name: string; readonly size: number }) {
  return (
    <span className="file-name">
      <span>{name}</span> <span className="optional">{formatSize(size)}</span>
    </span>
  );
}

/** Marked as optional unless the answers require documents. */
export function UploadsLabel(props: {
  readonly item: DocumentsItem;
  readonly messages: FormMessages;
  readonly due: readonly DueDocuments[];
}) {
  const { item, messages, due } = props;
  return (
    <label htmlFor={controlId(item.name)}>
      <span>{item.label}</span>
      {due.length === 0 && <span className="optional">{` ${messages.optional}`}</span>}
    </label>
  );
}

export function fileInputAttributes(item: DocumentsItem, errors: readonly string[]) {
  const id = controlId(item.name);
  return {
    id,
    name: item.name,
    type: 'file',
    multiple: true,
    accept: item.types
      .flatMap(extensionsOf)
      .map((extension) => `.${extension}`)
      .join(','),
    'aria-describedby': errors.length > 0 ? `${id}-hint ${id}-error` : `${id}-hint`,
  } as const;
}

/**
 * Explains why the answers require documents. It is a warning: the form can be submitted without
 * them.
 */
export function UploadsDueNote(props: { readonly due: readonly DueDocuments[]; readonly messages: FormMessages }) {
  if (props.due.length === 0) return null;
  return (
    <div className="note warn">
      {props.due.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      <p>{props.messages.documents.dueLater}</p>
    </div>
  );
}

export const describeUploadRules = (item: DocumentsItem, messages: FormMessages): string =>
  messages.documents.rules(listTypes(item.types), item.maxFiles, formatSizeLimit(item.maxBytes));

/** The additional limits of data files, which need the script. */
export const describeDataFileRules = ({ dataFiles }: DocumentsItem, messages: FormMessages): string | undefined =>
  dataFiles && messages.documents.dataRules(listTypes(dataFiles.types), formatSizeLimit(dataFiles.maxBytes));

const listTypes = (types: readonly FileType[]) => types.map((type) => type.toUpperCase()).join(', ');
