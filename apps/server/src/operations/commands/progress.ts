import { formatCount } from './command.ts';

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

/** Reports every five seconds how much of a file was read, apart from the output. */
export function reportReading(totalBytes: number): (bytes: number, rows: number) => void {
  const writeLine = throttle((line) => process.stderr.write(`${line}\n`));
  return (bytes, rows) =>
    writeLine(`${Math.floor((100 * bytes) / Math.max(1, totalBytes))} %, ${formatCount(rows)} rows read`);
}
