import type { Returned } from '@redress/contract/console/letter-batches';
import { expect, test, vi } from 'vitest';
import { createReturnQueue, type QueuedReturn } from './return-queue.ts';

// The check characters are from Crockford's description (crockford.com/base32.html).
const codes = ['000000010*', '000000011~', '000000012$', '000000014U', '0000000150'] as const;
const result = (id: string): Returned => ({ id, claimNumber: '0123456789', address: [], outcome: 'needs-address' });

/** A queue whose server answers when told to. */
function open({ stored = '' } = {}) {
  const sent: QueuedReturn[] = [];
  const answers: PromiseWithResolvers<Returned>[] = [];
  const store = { text: stored, read: () => store.text || null, write: (text: string) => (store.text = text) };
  const queue = createReturnQueue({
    send(row) {
      sent.push(row);
      const answer = Promise.withResolvers<Returned>();
      answers.push(answer);
      return answer.promise;
    },
    explain: (error) => ({
      message: String(error),
      isOffline: error === 'offline',
      isInvalid: String(error).startsWith('The last line'),
    }),
    store,
  });
  const states = () =>
    queue
      .read()
      .rows.map(({ id, state, reason }) => `${id} ${state} ${reason ?? '-'}`)
      .toReversed();
  return { queue, sent, answers, store, states };
}

test('letters that are scanned while another one saves wait their turn, and each has its own reason', async () => {
  const { queue, sent, answers, states } = open();
  // The last two lines: the digit, and at once the next code; a code that was typed with its digit.
  for (const line of [codes[0], '1', codes[1], '3', codes[2], `5${codes[3]}`, '', `${codes[4]}6`]) queue.take(line);
  expect(states()).toEqual([
    `${codes[0]} saving moved`,
    `${codes[1]} waiting unknown`,
    `${codes[2]} waiting refused`,
    `${codes[3]} open -`,
    `${codes[4]} waiting deceased-or-other`,
  ]);
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.waitUntil(() => answers.length === turn + 1);
    answers[turn]?.resolve(result(sent[turn]?.id ?? ''));
  }
  await vi.waitUntil(() => states().filter((state) => state.includes('saved')).length === 4);
  expect(sent.map(({ id, reason }) => [id, reason])).toEqual([
    [codes[0], 'moved'],
    [codes[1], 'unknown'],
    [codes[2], 'refused'],
    [codes[4], 'deceased-or-other'],
  ]);
  // The letter without a reason is taken up by another scan.
  queue.take(codes[3].toLowerCase());
  queue.take('1');
  expect(sent.at(-1)).toMatchObject({ id: codes[3], reason: 'moved' });
});

test('a wrong code is listed with what is wrong, and neither it nor its reason harms the next letter', () => {
  const scanned = open();
  for (const line of [codes[0], '10000000100', `3${codes[1]}`, `5${codes[2]}`, '6']) scanned.queue.take(line);
  expect(scanned.states()).toEqual([
    `${codes[0]} saving moved`,
    '0000000100 refused -',
    `${codes[1]} waiting refused`,
    `${codes[2]} waiting deceased-or-other`,
  ]);
  const { queue, sent } = open();
  for (const line of ['0000000100', '2', '00000']) queue.take(line);
  expect(queue.read().rows.map(({ state, problem }) => [state, problem])).toEqual([
    ['refused', 'A letter ID has 10 characters, not 5.'],
    ['refused', 'One character of this letter ID is wrong.'],
  ]);
  queue.take('1');
  expect([queue.read().problem, sent]).toEqual(['Scan a letter first.', []]);
});

test('a forwarding address ends with an empty line, and a scan in between is the next letter', () => {
  const { queue, sent, states } = open();
  for (const line of [codes[0], '2', ' 9 New Road', codes[1], '1']) queue.take(line);
  expect(states()).toEqual([`${codes[0]} open forwarding-address`, `${codes[1]} saving moved`]);
  queue.resume(1);
  // Without its spaces, this street would be a letter ID.
  for (const line of ['', '1005 Main St', 'Dayton, OH 45402', '']) queue.take(line);
  expect(queue.read().rows.at(-1)).toMatchObject({ state: 'waiting', address: ['1005 Main St', 'Dayton, OH 45402'] });
  expect(sent).toHaveLength(1);
});

test('a letter for which an address was added is listed, and does not take the reason of the letter in hand', () => {
  const { queue, states } = open();
  queue.take(codes[0]);
  queue.list(result(codes[1]), 'unknown');
  queue.take('1');
  expect(states()).toEqual([`${codes[0]} saving moved`, `${codes[1]} saved unknown`]);
});

test('a letter whose address was refused has to change before it is sent again', async () => {
  const { queue, answers } = open();
  for (const line of [codes[0], '2', '12 Elm Street', '']) queue.take(line);
  answers[0]?.reject('The last line has to end with a ZIP code.');
  await vi.waitUntil(() => queue.read().rows[0]?.state === 'failed');
  expect(queue.read().rows[0]).toMatchObject({ isInvalid: true });
  queue.resume(1);
  for (const line of ['12 Elm Street', 'Dayton, OH 45402', '']) queue.take(line);
  answers[1]?.reject('A supervisor has to confirm the batch.');
  await vi.waitUntil(() => queue.read().rows[0]?.state === 'failed');
  expect(queue.read().rows[0]).toMatchObject({ isInvalid: false });
});

test('without a connection nothing is lost, also after a reload', async () => {
  const first = open();
  for (const line of [codes[0], '1', codes[1], '3', codes[2]]) first.queue.take(line);
  first.answers[0]?.reject('offline');
  await vi.waitUntil(() => first.states()[0]?.includes('waiting'));
  expect([first.sent.length, first.queue.hasUnsaved()]).toEqual([1, true]);
  const { queue, sent, answers, states } = open({ stored: first.store.text });
  expect(states()).toEqual([`${codes[0]} saving moved`, `${codes[1]} waiting unknown`, `${codes[2]} open -`]);
  answers[0]?.reject('A supervisor has to confirm the batch.');
  await vi.waitUntil(() => sent.length === 2);
  answers[1]?.resolve(result(codes[1]));
  await vi.waitUntil(() => states()[1]?.includes('saved'));
  expect(queue.read().rows.at(-1)).toMatchObject({
    state: 'failed',
    problem: 'A supervisor has to confirm the batch.',
  });
  queue.retry(1);
  answers.at(-1)?.resolve(result(codes[0]));
  await vi.waitUntil(() => states()[0]?.includes('saved'));
  queue.remove(3);
  expect(queue.hasUnsaved()).toBe(false);
});
