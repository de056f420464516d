import type { ReactNode } from 'react';
import type { ChosenDocument } from './upload-list.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { formatSize } from './file-size.ts';

/** A document that was chosen: its name and size, how to take it back, and what is known of it beneath. */
export function DocumentRow(props: {
  readonly document: ChosenDocument;
  readonly messages: FormMessages;
  readonly onRemove: () => void;
  readonly children?: ReactNode;
}) {
  const { file } = props.document;
  const labels = props.messages.documents;
  return (
    <li className="file">
      <span className="file-name">
        {file.name} <span className="optional">{formatSize(file.size)}</span>
      </span>
      <span className="file-actions">
        <button
          type="button"
          className="link-button"
          aria-label={labels.removeNamed(file.name)}
          onClick={props.onRemove}
        >
          {labels.remove}
        </button>
      </span>
      {props.children}
    </li>
  );
}
