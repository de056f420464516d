import type { StagedUpload } from '@redress/contract/uploads';

/** Says that files wait for a button. It is above all else on the page, and beside the button. */
export function UnsentFiles(props: {
  readonly files: readonly StagedUpload[];
  readonly text: string;
  /** Browsers scroll to it. */
  readonly id?: string;
}) {
  const { files, text, id } = props;
  if (files.length === 0) return null;
  return (
    <div className="note warn" {...(id !== undefined && { id, tabIndex: -1, role: 'alert' })}>
      <p>
        <strong>{text}</strong>
      </p>
    </div>
  );
}
