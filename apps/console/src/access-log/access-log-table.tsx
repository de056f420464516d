import type { AccessLog } from '@redress/contract/console/access-log';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Table } from '../ui/table.tsx';
import { describeSubject, kindLabels, partsIn, recordsIn } from './describe-read.ts';

export const columns = ['Time', 'Person', 'Action', 'Record', 'Reason', 'Seal'];

/** Shows a page of reads. Claims have no links, because admins cannot open them. */
export function AccessLogTable({ reads }: { readonly reads: AccessLog['reads'] }) {
  const { formatSecond } = useMoments();
  return (
    <Table label="Access log, newest first" columns={columns}>
      {reads.map(({ id, at, person, session, what, subject, reason, results, isSearch, seal }) => (
        <tr key={id}>
          <td className="nowrap">
            <time dateTime={at}>{formatSecond(at)}</time>
          </td>
          <th scope="row">
            {person.name}
            <span className="log-session">Session {session.slice(0, 8)}</span>
          </th>
          <td>{kindLabels[what]}</td>
          <td>
            <span>{`${describeSubject(subject, partsIn(results))}${isSearch && subject !== 'search' ? ', with search words' : ''}`}</span>
            {recordsIn(results).length > 0 && (
              <details>
                <summary>{formatCounted(recordsIn(results).length, 'result')}</summary>
                <ul className="log-results">
                  {recordsIn(results).map((result, index) => (
                    // The list can contain the same result twice.
                    <li key={index}>{describeSubject(result)}</li>
                  ))}
                </ul>
              </details>
            )}
          </td>
          <td className="log-reason">{reason ?? '–'}</td>
          <td>{seal === null ? 'Not sealed yet' : `Seal ${seal}`}</td>
        </tr>
      ))}
    </Table>
  );
}
