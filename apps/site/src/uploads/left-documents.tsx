import type { ChosenDocument, RefusedFile } from './upload-list.ts';
import { isSameFile } from './upload-list.ts';
import type { UploadTexts } from '../messages/upload-en.ts';
import type { PendingDocument } from './pending-documents.ts';

/** What an earlier visit of the page left on the way: which file stopped where, and which of the files chosen now is none of them. */
export function LeftDocuments(props: {
  readonly left: readonly PendingDocument[];
  readonly refused: readonly RefusedFile[];
  readonly chosen: readonly ChosenDocument[];
  readonly words: UploadTexts;
  readonly onDrop: (document: PendingDocument) => void;
}) {
  const { left, refused, chosen, words, onDrop } = props;
  const strangers = left.length === 0 ? [] : chosen.filter(({ file }) => !left.some((one) => isSameFile(one, file)));
  return (
    <>
      {refused.map(({ name, message }) => (
        <p className="note bad" role="alert" key={name}>
          <strong>{name}</strong> {words.failed} {message}
        </p>
      ))}
      {left.length > 0 && (
        <div className="note warn">
          <p>{words.left}</p>
          <ul className="files">
            {left.map((document) => (
              <li className="file" key={`${document.name} ${document.size} ${document.lastModified}`}>
                <span className="file-name">
                  {document.url === undefined
                    ? words.notArrived(document.name)
                    : words.stopped(document.name, Math.floor((document.share ?? 0) * 100))}
                </span>
                <span className="file-actions">
                  <button
                    type="button"
                    className="link-button"
                    aria-label={words.dropNamed(document.name)}
                    onClick={() => onDrop(document)}
                  >
                    {words.drop}
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div role="status">
        {strangers.map(({ id, file }) => (
          <p key={id} className="hint">
            {words.another(file.name)}
          </p>
        ))}
      </div>
    </>
  );
}
