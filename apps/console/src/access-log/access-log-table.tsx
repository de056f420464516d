import type { AccessLog } from '@redress/contract/console/access-log';
import { useMemo } from 'react';
import { useSession } from '../api/use-session.ts';
import { describeSubject, kindLabels, timeFormat } from './describe-read.ts';

const columns = ['Time', 'Person', 'What', 'Of what', 'Reason', 'Seal'];

/** A page of reads. Claims are named and not shown: admins see no claims. */
export function AccessLogTable({ reads }: { readonly reads: AccessLog['reads'] }) {
  const { timeZone } = useSession().settlement;
  const format = useMemo(() => timeFormat(timeZone), [timeZone]);
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" role="region" aria-label="Reads" tabIndex={0}>
      <table>
        <caption className="visually-hidden">Who saw what, newest first</caption>
        <TableHead />
        <tbody>
          {reads.map(({ id, at, person, session, what, subject, reason, results, isSearch, seal }) => (
            <tr key={id}>
              <td className="log-time">
                <time dateTime={at}>{format.format(new Date(at))}</time>
              </td>
              <th scope="row">
                {person.name}
                <span className="log-session">Session {session.slice(0, 8)}</span>
              </th>
              <td>{kindLabels[what]}</td>
              <td>
                {describeSubject(subject)}
                {isSearch && subject !== 'search' && ', with search words'}
                {results.length > 0 && (
                  <details>
                    <summary>
                      {results.length === 1 ? '1 result' : `${results.length.toLocaleString('en-US')} results`}
                    </summary>
                    <ul className="log-results">
                      {results.map((result, index) => (
                        // The same result can be there twice.
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
        </tbody>
      </table>
    </div>
  );
}

function TableHead() {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The table while its rows load. */
export function AccessLogSkeleton() {
  return (
    <div className="table-scroll" aria-hidden="true">
      <table>
        <TableHead />
        <tbody>
          {Array.from({ length: 10 }, (_, row) => (
            <tr key={row}>
              <td colSpan={columns.length}>
                <span className="skeleton">&nbsp;</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
