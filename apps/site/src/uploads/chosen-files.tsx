import { type TableKind, tableKinds } from '@redress/datafiles/rules';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { DataCheck } from '../data-check/data-check.ts';
import { useStoreValue } from '../fields/field-hooks.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { formatSize } from './file-size.ts';
import type { PreparedPhoto } from './prepare-photo.ts';
import { isDataFile } from './upload-list.ts';
import { type ChosenFilesProps, FileName, UploadsDueNote } from './uploads-field-parts.tsx';

/** The chosen files: missing documents, rejected files, and each file with its state. */
export function ChosenFiles(props: ChosenFilesProps & { readonly uploadMessages: UploadMessages }) {
  const { item, list, messages, due, checkedFor, onRemoved, uploadMessages } = props;
  const uploads = useStoreValue(list, list.uploads);
  const rejected = useStoreValue(list, list.rejected);
  const checker = useStoreValue(list, list.dataChecker);
  const checks = useMemo(() => uploads.flatMap(({ check }) => check ?? []), [uploads]);
  const dataKinds = useDataKinds(checks);
  const stillDue = due.filter(({ data }) => (data ? !dataKinds.includes(data) : uploads.length === 0));
  const { files } = filingMessages[messages.language];
  return (
    <>
      <UploadsDueNote due={stillDue} messages={messages} />
      {rejected.length > 0 && (
        <div className="note bad" role="alert">
          <p>{uploadMessages.rejected(rejected.length)}</p>
          <ul>
            {rejected.map(({ name, explain }) => {
              const message = explain(uploadMessages.reasons);
              return (
                <li key={`${name} ${message}`}>
                  <strong>{name}</strong> <span>{message}</span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {uploads.length > 0 && (
        <ul className="files" aria-label={files.list}>
          {uploads.map(({ id, file, check, photo }) => {
            const onRemove = () => {
              list.remove(id);
              onRemoved(uploadMessages.removed(file.name));
            };
            return (
              <li className="file" key={id}>
                {photo?.thumbnail && (
                  <Thumbnail name={photo.original.name} picture={photo.thumbnail} messages={uploadMessages} />
                )}
                <FileName name={file.name} size={file.size} />
                <span className="file-actions">
                  <LinkButton
                    label={files.removeNamed(file.name)}
                    text={messages.documents.remove}
                    onClick={onRemove}
                  />
                </span>
                <SmallerPhoto
                  photo={photo}
                  sent={file}
                  onChange={(isChosen) => list.sendOriginal(id, isChosen)}
                  messages={uploadMessages}
                />
                {checkedFor && check && typeof checker === 'object' && (
                  <div className="file-check">
                    <checker.Panel {...checkedFor} check={check} onRemove={onRemove} />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {checkedFor && item.dataFiles && (
        <p className="note" role="status">
          {checker === 'failed' && uploads.some(({ file }) => isDataFile(file, item)) && uploadMessages.checkedLater}
        </p>
      )}
      {checkedFor && checks.length > 0 && typeof checker === 'object' && (
        <checker.Review {...checkedFor} checks={checks} />
      )}
    </>
  );
}

function Thumbnail(props: {
  readonly name: string;
  readonly picture: HTMLCanvasElement;
  readonly messages: UploadMessages;
}) {
  const { name, picture, messages } = props;
  const ref = useCallback(
    (element: HTMLElement) => {
      element.append(picture);
      return () => picture.remove();
    },
    [picture],
  );
  return <span className="thumbnail" role="img" aria-label={messages.photos.thumbnail(name)} ref={ref} />;
}

/** Announces a reduced photo, and lets the claimant send the original instead. */
function SmallerPhoto(props: {
  readonly photo: PreparedPhoto | undefined;
  readonly sent: File;
  readonly onChange: (sendsOriginal: boolean) => void;
  readonly messages: UploadMessages;
}) {
  const { photo, messages } = props;
  const { original, smaller } = photo ?? {};
  const isShown = original && smaller;
  return (
    <div className={isShown ? 'smaller-photo' : 'visually-hidden'}>
      {/* Rendered before its text is set, so that screen readers announce it. */}
      <p className="hint" role="status">
        {isShown && messages.photos.smaller(formatSize(original.size), formatSize(smaller.size))}
      </p>
      {isShown && (
        <label className="check">
          <input
            type="checkbox"
            checked={props.sent === original}
            onChange={(event) => props.onChange(event.currentTarget.checked)}
          />
          <span>{messages.photos.original}</span>
          <span className="visually-hidden">{original.name}</span>
        </label>
      )}
    </div>
  );
}

function useDataKinds(checks: readonly DataCheck[]): readonly TableKind[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = checks.map((check) => check.subscribe(listener));
      return () => subscriptions.forEach((unsubscribe) => unsubscribe());
    },
    [checks],
  );
  // A string, because a snapshot must stay equal until something changes.
  const getKinds = () => tableKinds.filter((kind) => checks.some((check) => hasData(check, kind))).join(' ');
  const found = useSyncExternalStore(subscribe, getKinds, () => '');
  return tableKinds.filter((kind) => found.includes(kind));
}

function hasData(check: DataCheck, kind: TableKind): boolean {
  const state = check.state();
  return state.name === 'checked' && state.result.outcome === 'checked' && state.result.report[kind] !== undefined;
}
