import type { DataReport } from '@redress/datafiles/report';
import { Fragment } from 'react';
import type { RoomParts } from './data-check-parts.ts';

/** What a file was taken for: its format, and what is in it. */
export function TakenAs({ report, room }: { readonly report: DataReport; readonly room: RoomParts }) {
  const { messages, words } = room;
  const { takenAs } = messages;
  const tables = report.tables.filter(({ kind }) => kind !== 'none');
  return (
    <dl className="data-taken" aria-label={takenAs.heading}>
      <div>
        <dt>{takenAs.format}</dt>
        <dd>{words.format(report.format)}</dd>
      </div>
      {tables.map((table, index) => (
        <Fragment key={index}>
          <div>
            <dt>{table.sheet === undefined ? takenAs.table : takenAs.sheet(table.sheet)}</dt>
            <dd>
              {words.kinds[table.kind]}, {takenAs.rows(table.rows)}
            </dd>
          </div>
          {table.dates && (
            <div>
              <dt>{takenAs.dates}</dt>
              <dd>{words.dates(table.dates)}</dd>
            </div>
          )}
          {table.decimals && (
            <div>
              <dt>{takenAs.decimals}</dt>
              <dd>{words.decimals(table.decimals)}</dd>
            </div>
          )}
        </Fragment>
      ))}
    </dl>
  );
}
