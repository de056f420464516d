import { readFileSync } from 'node:fs';

// `--import` loads this before the server. It shifts the time of day by the milliseconds in a file,
// which a test may change at any time. Timers are not affected. The server ends when the process
// that started it is gone.

const file = process.env['FAULTS_CLOCK'] ?? '';
const starterPid = Number(process.env['FAULTS_STARTER']);
const pollMilliseconds = 50;

let offset = 0;
offset = readOffset();
const RealDate = Date;

const now = () => RealDate.now() + offset;
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct(target, given: unknown[], newTarget) {
    const made: unknown = Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget);
    if (!(made instanceof RealDate)) throw new TypeError('A date was made that is none');
    return made;
  },
  get(target, name) {
    const value: unknown = Reflect.get(target, name);
    return name === 'now' ? now : value;
  },
});

const timer = setInterval(() => {
  offset = readOffset();
  if (!isAlive(starterPid)) process.kill(process.pid, 'SIGTERM');
}, pollMilliseconds);
timer.unref();

function readOffset(): number {
  try {
    const text = readFileSync(file, 'utf8');
    // The file is just being written.
    return text === '' ? offset : Number(text);
  } catch {
    // The test's folder is gone, so the test has ended.
    return offset;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
