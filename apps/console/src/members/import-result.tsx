import type { MemberImportWithBadRows } from '@redress/contract/console/member-imports';
import { useMoments } from '../layout/moments.ts';

const count = (value: number) => value.toLocaleString('en-US');

/** What became of an import, and its bad rows. */
export function ImportResult({ import: result, badRows, listedBadRows }: MemberImportWithBadRows) {
  const { formatMoment } = useMoments();
  const { status, imported, rows, problem } = result;
  const bad = result.badRows;
  return (
    <>
      {status === 'done' && (
        <div className="notice notice-good" role="status">
          <p>
            {count(imported)} class members were imported{bad > 0 && `, and ${count(bad)} bad rows left out`}.
          </p>
        </div>
      )}
      {status === 'cancelled' && (
        <div className="notice" role="status">
          <p>This import was cancelled. Nothing was imported.</p>
        </div>
      )}
      {status === 'refused' && (
        <div className="notice notice-bad" role="alert">
          <p>
            {problem ??
              `Nothing was imported: ${count(bad)} of ${count(rows)} rows are bad. Fix them and import the file again, or import the others with “Leave out bad rows”.`}
          </p>
        </div>
      )}
      {result.fewUniqueIds !== undefined && (
        <div className="notice notice-warn">
          <p>
            Unique IDs like these have {count(result.fewUniqueIds)} values at most, so strangers could find some by
            trying. They must be chosen at random from letters and digits.
          </p>
        </div>
      )}
      <dl className="facts">
        <dt>Rows</dt>
        <dd>
          {count(rows)}, of which {count(bad)} bad
        </dd>
        <dt>Started</dt>
        <dd>
          {formatMoment(result.createdAt)} by {result.startedBy}
        </dd>
        {result.finishedAt !== undefined && (
          <>
            <dt>Ended</dt>
            <dd>{formatMoment(result.finishedAt)}. The uploaded file was deleted.</dd>
          </>
        )}
        {result.sha256 !== undefined && (
          <>
            <dt>SHA-256</dt>
            <dd className="figures">{result.sha256}</dd>
          </>
        )}
      </dl>
      {badRows.length > 0 && <BadRows {...{ id: result.id, badRows, listedBadRows }} total={bad} />}
    </>
  );
}

interface BadRowsProps extends Pick<MemberImportWithBadRows, 'badRows' | 'listedBadRows'> {
  readonly id: string;
  readonly total: number;
}

function BadRows({ id, badRows, listedBadRows, total }: BadRowsProps) {
  return (
    <div className="import-bad-rows">
      <h3>Bad rows</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Bad rows">
        <table>
          <thead>
            <tr>
              <th scope="col" className="number">
                Line
              </th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {badRows.map(({ line, reason }) => (
              <tr key={`${line} ${reason}`}>
                <td className="number">{count(line)}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        {total > badRows.length && `These are the first ${badRows.length} of ${count(total)}. `}
        <a className="button" href={`/api/console/member-imports/${id}/bad-rows.csv`} download>
          Download {total > listedBadRows ? `the first ${count(listedBadRows)} bad rows` : 'the bad rows'}
        </a>
      </p>
    </div>
  );
}
