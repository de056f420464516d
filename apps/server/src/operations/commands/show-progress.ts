import type { WriteStream } from 'node:tty';

const width = 30;
const linesEveryMilliseconds = 5_000;

/** A bar on a terminal, a line now and then elsewhere. `total` is in bytes. */
export function showProgress(
  out: WriteStream,
  total: number,
): { show(bytes: number, rows: number): void; end(): void } {
  const started = Date.now();
  let lastLine = started;
  return {
    show(bytes, rows) {
      const share = total === 0 ? 1 : Math.min(1, bytes / total);
      const rate = Math.round((rows * 1_000) / Math.max(1, Date.now() - started));
      const text = `${Math.floor(share * 100)} %, ${rows.toLocaleString('en-US')} rows read, ${rate.toLocaleString('en-US')} a second`;
      // A shorter text leaves the end of the longer one before it: it is erased.
      if (out.isTTY) out.write(`\r[${'#'.repeat(Math.round(share * width)).padEnd(width, '.')}] ${text}\u001b[K`);
      else if (Date.now() - lastLine >= linesEveryMilliseconds) {
        lastLine = Date.now();
        out.write(`${text}\n`);
      }
    },
    end() {
      if (out.isTTY) out.write('\n');
    },
  };
}
