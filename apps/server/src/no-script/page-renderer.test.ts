import type { PageRenderer, NoScriptForm } from '@redress/contract/page-renderer';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClosablePageRenderer } from './page-renderer.ts';
import { withRenderWorker } from './page-renderer.ts';

let folder: string;
let pageRenderer: ClosablePageRenderer;

/** Says where it renders, and takes 100 ms of pure work for a form. */
const source = `import { isMainThread } from 'node:worker_threads';
export const pageRenderer = {
  async form(path) {
    if (path === '/broken') throw new Error('It cannot be rendered');
    const end = performance.now() + 100;
    while (performance.now() < end);
    return { island: isMainThread ? 'here' : 'in the thread', titlePrefix: path };
  },
};`;
const here: PageRenderer = {
  form: () => Promise.resolve({ island: 'here', titlePrefix: '' }),
  login: () => Promise.resolve({ island: 'login', titlePrefix: '' }),
  complete: () => Promise.resolve({ island: 'complete', titlePrefix: '' }),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-page-renderer-'));
  const file = join(folder, 'page-renderer.mjs');
  await writeFile(file, source);
  pageRenderer = withRenderWorker(here, file);
});
afterEach(async () => {
  await pageRenderer.close();
  await rm(folder, { recursive: true, force: true });
});

const formWith = (rows: number): NoScriptForm => ({
  answers: { classMembers: Array.from({ length: rows }, () => ({ name: 'Ana' })) },
  errors: [],
  documents: [],
});

test('a form of many rows is rendered in a thread of its own, a small one here', async () => {
  expect((await pageRenderer.form('/tpp', 'open', formWith(3))).island).toBe('here');
  expect((await pageRenderer.form('/tpp', 'open', formWith(2_000))).island).toBe('in the thread');
});

test('while large forms are rendered everything else goes on', async () => {
  await pageRenderer.form('/tpp', 'open', formWith(2_000));
  const all = Promise.all([1, 2, 3].map(() => pageRenderer.form('/tpp', 'open', formWith(2_000))));
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  await all;
  clearInterval(timer);
  // In 300 ms of rendering; rendered here they would leave room for two or three.
  expect(ticks).toBeGreaterThan(10);
});

test('of large forms only so many wait; the next is told to come again', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () => pageRenderer.form('/tpp', 'open', formWith(2_000))),
  );
  const refused = outcomes.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]?.reason).toMatchObject({ code: 'overloaded' });
});

test('a form that cannot be rendered fails alone', async () => {
  await expect(pageRenderer.form('/broken', 'open', formWith(2_000))).rejects.toThrow('It cannot be rendered');
  expect((await pageRenderer.form('/tpp', 'open', formWith(2_000))).island).toBe('in the thread');
});
