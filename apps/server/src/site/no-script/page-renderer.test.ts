import type { NoScriptForm } from '@redress/contract/page-renderer';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageRenderer } from './page-renderer.ts';

let folder: string;
let pageRenderer: ReturnType<typeof createPageRenderer>;

/** Says where it runs. */
const source = `export const pageRenderer = {
  async form(path) {
    if (path === '/broken') throw new Error('It cannot be rendered');
    return { island: process.pid === ${process.pid} ? 'here' : 'in a child process', titlePrefix: path };
  },
};`;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-page-renderer-'));
  const file = join(folder, 'page-renderer.mjs');
  await writeFile(file, source);
  pageRenderer = createPageRenderer(file);
});
afterAll(async () => {
  await pageRenderer.close();
  await rm(folder, { recursive: true, force: true });
});

const formWith = (rows: number): NoScriptForm => ({
  answers: { classMembers: Array.from({ length: rows }, () => ({ name: 'Ana' })) },
  errors: [],
  documents: [],
});

test('a form with many rows is rendered in a child process, a small one in the main thread', async () => {
  expect((await pageRenderer.form('/tpp', 'open', formWith(3))).island).toBe('here');
  expect((await pageRenderer.form('/tpp', 'open', formWith(2_000))).island).toBe('in a child process');
});

test('a limited number of large forms waits; the next one is refused with Retry-After', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () => pageRenderer.form('/tpp', 'open', formWith(2_000))),
  );
  const refused = outcomes.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]?.reason).toMatchObject({ code: 'overloaded' });
});

test('a form that cannot be rendered does not affect others', async () => {
  await expect(pageRenderer.form('/broken', 'open', formWith(2_000))).rejects.toThrow('It cannot be rendered');
  expect((await pageRenderer.form('/tpp', 'open', formWith(2_000))).island).toBe('in a child process');
});
