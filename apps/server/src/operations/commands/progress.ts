import type { WriteStream } from 'node:tty';

const barWidth = 30;
const lineIntervalMs = 5_000;

/** Writes only when the last line is five seconds old. */
export function throttle(write: (line: string) => void): (line: string) => void {
  let lastAt = Date.now();
  return (line) => {
    if (Date.now() - lastAt < lineIntervalMs) return;
    lastAt = Date.now();
    write(line);
  };
}

/** Shows how much was read: a bar on a terminal, elsewhere a line every five seconds. */
export function progressBar(out: WriteStream, totalBytes: number) {
  const startedAt = Date.now();
  const writeLine = throttle((line) => out.write(`${line}\n`));
  return {
    update(bytes: number, rows: number) {
      const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
      const rate = Math.round((rows * 1_000) / Math.max(1, Date.now() - startedAt));
      const text = `${Math.floor(share * 100)} %, ${rows.toLocaleString('en-US')} rows read, ${rate.toLocaleString('en-US')} a second`;
      if (!out.isTTY) writeLine(text);
      // The escape sequence erases the rest of a longer line.
      else out.write(`\r[${'#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')}] ${text}\u001b[K`);
    },
    end() {
      if (out.isTTY) out.write('\n');
    },
  };
}
