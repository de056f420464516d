import type { DataCheckMessages } from '../messages/data-check-en.ts';
import type { DataCheck, ShownProgress } from './data-check.ts';

/** How far a check is, and how to end it. */
export function CheckingView(props: {
  readonly check: DataCheck;
  readonly progress: ShownProgress | undefined;
  readonly messages: DataCheckMessages;
}) {
  const { check, progress } = props;
  const words = props.messages.checking;
  return (
    <>
      <p className="data-verdict">{progress ? words.working : words.waiting}</p>
      <progress
        className="progress"
        aria-label={words.bar(check.file.name)}
        max={1}
        value={progress && progress.bytes > 0 ? progress.bytesRead / progress.bytes : 0}
      />
      <div className="data-line">
        <span className="hint figures">{progress && words.speed(progress.rows, progress.rowsPerSecond)}</span>
        <button type="button" className="link-button" onClick={() => check.stop()}>
          {words.stop}
        </button>
      </div>
    </>
  );
}
