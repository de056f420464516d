import type { MemberImportWithBadRows } from '@redress/contract/console/member-imports';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Table } from '../ui/table.tsx';

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
            {`${formatCounted(imported, 'class member was', 'class members were')} imported${bad > 0 ? `, and ${formatCounted(bad, 'bad row')} left out` : ''}.`}
          </p>
        </div>
      )}
      {status === 'cancelled' && (
        <div className="notice" role="status">
          <p>This import was cancelled. Nothing was imported.</p>
        </div>
      )}
      {status === 'refused' && (
        <Failure>
          <p>
            {problem ??
              `Nothing was imported: ${formatCount(bad)} of ${formatCount(rows)} rows are bad. Fix them and import the file again, or import the others with “Leave out bad rows”.`}
          </p>
        </Failure>
      )}
      {result.fewUniqueIds !== undefined && (
        <div className="notice notice-warn">
          <p>
            Unique IDs like these have {formatCount(result.fewUniqueIds)} values at most, so strangers could find some
            by trying. They must be chosen at random from letters and digits.
          </p>
        </div>
      )}
      <Facts
        rows={[
          ['Rows', `${formatCount(rows)}, of which ${formatCount(bad)} bad`],
          result.statesRepaired > 0 && ['States written in full', formatCounted(result.statesRepaired, 'row', 'rows')],
          result.zipsRepaired > 0 && [
            'ZIP codes with their first zero or hyphen restored',
            formatCounted(result.zipsRepaired, 'row', 'rows'),
          ],
          result.cellsRepaired > 0 && [
            'Quotes, apostrophes and hidden characters removed',
            formatCounted(result.cellsRepaired, 'row', 'rows'),
          ],
          ['Started', `${formatMoment(result.createdAt)} by ${result.startedBy}`],
          result.finishedAt !== undefined && [
            'Ended',
            `${formatMoment(result.finishedAt)}. The uploaded file was deleted.`,
          ],
          result.sha256 !== undefined && [
            'SHA-256',
            <span key="hash" className="figures">
              {result.sha256}
            </span>,
          ],
        ]}
      />
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
      <Table label="Bad rows" columns={[{ header: 'Line', kind: 'number' }, 'What is wrong']}>
        {badRows.map(({ line, reason }) => (
          <tr key={`${line} ${reason}`}>
            <td className="number">{formatCount(line)}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </Table>
      <p>
        {total > badRows.length && <span>{`These are the first ${badRows.length} of ${formatCount(total)}. `}</span>}
        <a className="button" href={`/api/console/member-imports/${id}/bad-rows.csv`} download>
          Download {total > listedBadRows ? `the first ${formatCount(listedBadRows)} bad rows` : 'the bad rows'}
        </a>
      </p>
    </div>
  );
}
