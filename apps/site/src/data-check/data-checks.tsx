import type { DataCheck, DataChecks } from '@redress/contract/data-checks';
import type { CompletionMessages } from '../messages/completion-messages.ts';

interface Props {
  readonly checks: DataChecks;
  readonly messages: CompletionMessages;
}

/** How far the check of a claim's data files is, in a sentence; nothing where there are none. It stands in a place that is read aloud. */
export function ProgressOfChecks({ checks, messages, gaveUp }: Props & { readonly gaveUp: boolean }) {
  const { files } = checks;
  const waiting = files.filter(({ state }) => state === 'waiting').length;
  const faulty = files.filter(isFaulty).length;
  if (files.length === 0) return null;
  const done = faulty === 0 ? messages.checked : `${messages.checked} ${messages.faulty(faulty, files.length)}`;
  return (
    <>
      <p>{waiting === 0 ? done : gaveUp ? messages.gaveUp : messages.checking(waiting)}</p>
      {waiting > 0 && (
        <noscript>
          <p>{messages.reload}</p>
        </noscript>
      )}
    </>
  );
}

/** What came of each data file of a claim, and of all together. */
export function DataChecksOfClaim({ checks, messages }: Props) {
  const { files, review, mending } = checks;
  if (files.length === 0) return null;
  return (
    <section className="data-checks" aria-labelledby="data-checks-heading">
      <h2 id="data-checks-heading">{messages.dataFiles}</h2>
      {files.map((file, index) => (
        // Two files may have one name; none comes or goes.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={`data-check ${isFaulty(file) ? 'faulty' : file.state}`}>
          <h3>{file.name}</h3>
          <p>{file.message}</p>
          {file.findings.length > 0 && (
            <ul>
              {file.findings.map(({ title, count, mend }) => (
                <li key={title}>
                  <strong>
                    {title} ({count.toLocaleString('en-US')})
                  </strong>
                  <br />
                  {mend}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {review.length > 0 && (
        <div className="data-check">
          <h3>{messages.together}</h3>
          <ul>
            {review.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {mending !== undefined && <p>{mending}</p>}
    </section>
  );
}

/** Something in it does not count as it stands. */
const isFaulty = ({ state, errors = 0 }: DataCheck) => state === 'unreadable' || errors > 0;
