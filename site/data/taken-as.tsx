import type { DataReport } from '@redress/datafiles/report';
import type { RoomParts } from './room-parts.ts';

/** What a file was taken for: its format, and what is in it. */
export function TakenAs({ report, room }: { readonly report: DataReport; readonly room: RoomParts }) {
  const { texts, words } = room;
  const { takenAs } = texts;
  const tables = report.tables.filter(({ kind }) => kind !== 'none');
  return (
    <dl className="data-taken" aria-label={takenAs.heading}>
      <div>
        <dt>{takenAs.format}</dt>
        <dd>{words.format(report.format)}</dd>
      </div>
      {tables.map((table, index) => (
        <div key={index}>
          <dt>{table.sheet === undefined ? takenAs.table : takenAs.sheet(table.sheet)}</dt>
          <dd>
            {words.kinds[table.kind]}, {takenAs.rows(table.rows)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
