import type { DataReport, FindingCode } from '@redress/datafiles/report';
import { useRef, useState } from 'react';
import type { DataCheck } from './data-check.ts';
import { DownloadFindings } from './download-findings.tsx';
import { FindingKinds } from './finding-kinds.tsx';
import type { PlaceFilter } from './finding-places.tsx';
import { FindingPlaces, everyPlace } from './finding-places.tsx';
import { FoldedPart } from './disclosure.tsx';
import type { RoomParts } from './data-check-parts.ts';

/** What was found: kinds with their counts and how to mend them, then the places, to be filtered; and all of it as a spreadsheet. */
export function FindingsView(props: {
  readonly check: DataCheck;
  readonly report: DataReport;
  readonly room: RoomParts;
}) {
  const { check, report, room } = props;
  const words = room.messages.findings;
  const [filter, setFilter] = useState<PlaceFilter>(everyPlace);
  const [isOpen, setIsOpen] = useState(false);
  const places = useRef<HTMLElement>(null);
  const showKind = (code: FindingCode) => {
    setFilter({ ...everyPlace, code });
    setIsOpen(true);
    places.current?.focus();
  };
  return (
    <div className="data-findings" role="group" aria-label={words.heading}>
      <h3>{words.heading}</h3>
      <FindingKinds report={report} room={room} onShow={showKind} />
      {hasRowsToMend(report) && <DownloadFindings check={check} report={report} room={room} />}
      <FoldedPart heading={words.places} isOpen={isOpen} onToggle={setIsOpen} summary={places}>
        {() => <FindingPlaces report={report} room={room} filter={filter} onFilter={setFilter} />}
      </FoldedPart>
    </div>
  );
}

/** What is to be said of the headers or of the whole file is in no row that could be mended. */
function hasRowsToMend({ findings, tables }: DataReport): boolean {
  return findings.some(
    ({ severity, line, table }) => severity === 'error' && line !== undefined && line !== tables[table]?.headerLine,
  );
}
