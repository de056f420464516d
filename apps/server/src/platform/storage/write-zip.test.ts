import { expect, test } from 'vitest';
import { writeZip } from './write-zip.ts';

/** The signature of the end of a ZIP, without which no program opens it. */
const end = 'PK\u0005\u0006';

async function* once<Value>(value: Value) {
  yield value;
}

test('a large file is passed on while it is read', async () => {
  const chunks = 50;
  let read = 0;
  let passedOn = 0;
  let maxHeld = 0;
  async function* readFile() {
    for (; read < chunks;) {
      read += 1;
      maxHeld = Math.max(maxHeld, read * 1_000 - passedOn);
      yield Buffer.alloc(1_000, read);
    }
  }
  let last = '';
  for await (const part of writeZip(once({ name: 'documents/1-Ñandú.pdf', bytes: readFile() }))) {
    passedOn += part.length;
    last = Buffer.from(part).toString('latin1');
  }
  expect(read).toBe(chunks);
  expect(maxHeld).toBeLessThanOrEqual(2_000);
  expect(last).toContain(end);
});

test('a file that cannot be read ends the archive without its directory', async () => {
  async function* readFile() {
    yield Buffer.from('The beginning');
    await Promise.reject(new Error('The disk is broken'));
  }
  let written = '';
  const write = async () => {
    for await (const part of writeZip(once({ name: 'a.txt', bytes: readFile() })))
      written += Buffer.from(part).toString('latin1');
  };
  await expect(write()).rejects.toThrow('The disk is broken');
  expect(written).toContain('The beginning');
  expect(written).not.toContain(end);
});
