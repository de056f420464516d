import { UnreadableFileError } from '@redress/datafiles/opened-file';
import type { Failure, TableType } from './messages.ts';
import { readPages, type TablePage } from './read-table.ts';

// Reads a table apart from the frame's page, so that a heavy or hostile file cannot block the
// console. The console fetches this script as text for the frame, which has no network.

export type FromTableWorker = { readonly pages: readonly TablePage[] } | { readonly failure: Failure };

addEventListener('message', ({ data }: MessageEvent<{ readonly bytes: ArrayBuffer; readonly type: TableType }>) => {
  const answer = (message: FromTableWorker) => postMessage(message);
  readPages(data.bytes, data.type).then(
    (pages) => answer({ pages }),
    (error: unknown) => answer({ failure: error instanceof UnreadableFileError ? failureOf(error) : 'failed' }),
  );
});

function failureOf({ reason }: UnreadableFileError): Failure {
  if (reason === 'encrypted') return 'password';
  return reason === 'damaged' || reason === 'too-much-inside' ? 'damaged' : 'failed';
}
