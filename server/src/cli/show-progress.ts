import type { WriteStream } from 'node:tty';

const width = 30;
const linesEveryMilliseconds = 5_000;

/** A bar on a terminal, a line now and then elsewhere. `total` is in bytes. */
export function showProgress(
  out: WriteStream,
  total: number,
): { show(bytes: number, rows: number): void; end(): void } {
  let lastLine = Date.now();
  return {
    show(bytes, rows) {
      const share = total === 0 ? 1 : Math.min(1, bytes / total);
      const text = `${Math.floor(share * 100)} %, ${rows.toLocaleString('en-US')} rows read`;
      if (out.isTTY) out.write(`\r[${'#'.repeat(Math.round(share * width)).padEnd(width, '.')}] ${text}`);
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
