import type { DataReport } from '@redress/datafiles/report';
import { useState } from 'react';
import type { DataCheck } from './data-check.ts';
import type { RoomParts } from './data-check-parts.ts';

/** The rows to mend as a spreadsheet, made when it is asked for. */
export function DownloadFindings(props: {
  readonly check: DataCheck;
  readonly report: DataReport;
  readonly room: RoomParts;
}) {
  const { check, report, room } = props;
  const words = room.messages.findings;
  const [stage, setStage] = useState<'ready' | 'making' | 'made' | 'failed'>('ready');
  const download = async () => {
    if (stage === 'making') return;
    setStage('making');
    const workbook = await check.makeWorkbook();
    if (workbook) save(workbook, words.downloadName(check.file.name.replace(/\.[^.]*$/, '')));
    setStage(workbook ? 'made' : 'failed');
  };
  const said = { ready: '', making: words.downloading, made: words.downloaded, failed: words.downloadFailed };
  return (
    <div className="data-download">
      <button type="button" className="button quiet" onClick={() => void download()}>
        {words.download}
      </button>
      <p className="hint">{holdsAllErrors(report) ? words.downloadHint : words.downloadHintSome}</p>
      <p role="status">{said[stage]}</p>
    </div>
  );
}

function save(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read it a while after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** When there are more errors than are kept, only the whole file can be mended and sent again. */
function holdsAllErrors({ counts, findings }: DataReport): boolean {
  const errors = counts.filter(({ severity }) => severity === 'error').reduce((sum, { count }) => sum + count, 0);
  return findings.filter(({ severity }) => severity === 'error').length === errors;
}
