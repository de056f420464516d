import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from '@redress/content/documents';
import { contentName, siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { dataFilesOf } from '@redress/contract/data-file-expectations';
import { translatedLanguages } from '@redress/contract/translations';
import { expect, test } from 'vitest';
import {
  demonstrationName,
  findDemonstrationWords,
  hasDemonstration,
} from '../../apps/site/build/demonstration-words.ts';

const dist = join(import.meta.dirname, '../../apps/site', siteBuild);
const parse: (json: string) => Readonly<Record<string, { readonly file: string }>> = JSON.parse;
/** The scripts of the website by the module that they were made of. Empty ones are no scripts. */
const scripts = Object.entries(parse(readFileSync(join(dist, 'assets.json'), 'utf8')))
  .filter(([, { file }]) => statSync(join(dist, 'client', file)).size > 0)
  .map(([module]) => module);
const workers = readdirSync(join(dist, 'client/assets')).filter((file) => /^[\w-]+-worker-.*\.js$/.test(file));

const { login, idRequest, claimForms, site } = settlement;
const hasDataFiles = claimForms.some((form) => dataFilesOf(form) !== undefined);
const hasSpanish = translatedLanguages(site).includes('es') || site.pages.some(({ language }) => language === 'es');

test.each([
  ['of the login', 'src/login/', login !== undefined],
  ['of the login page', 'src/pages/login/+client.tsx', login !== undefined],
  ['of requests for lost IDs', 'src/lost-ids/', idRequest !== undefined],
  ['of data files', 'src/data-check/', hasDataFiles],
  ['of the rules for data files', 'data-rules.ts', hasDataFiles],
  ['in Spanish', '-es.ts', hasSpanish],
])('the website has scripts %s exactly if the settlement needs them', (_, part, isNeeded) => {
  expect(scripts.filter((module) => module.includes(part)).length > 0).toBe(isNeeded);
});

test('the worker that checks data files is there exactly if a form takes them', () => {
  expect(workers.filter((file) => file.startsWith('captcha-worker'))).toHaveLength(1);
  expect(workers.some((file) => file.startsWith('check-worker'))).toBe(hasDataFiles);
});

test.skipIf(hasSpanish)('no page and no script of a website in English has Spanish', () => {
  const files = readdirSync(join(dist, 'client'), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => /\.(html|js)$/.test(file));
  expect(texts.length).toBeGreaterThan(10);
  const inSpanish = texts.filter((file) => /¿|[a-z](ción|ñ)/.test(readFileSync(join(dist, 'client', file), 'utf8')));
  // Byte order marks, as old files show them, have an inverted question mark.
  expect(inSpanish.filter((file) => !/ï»¿/.test(readFileSync(join(dist, 'client', file), 'utf8')))).toEqual([]);
});

test.skipIf(login !== undefined)('no page of a website without a login speaks of one', () => {
  const pages = readdirSync(join(dist, 'client'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  const visible = (html: string) => html.replaceAll(/<[^>]+>|\bno login\b/g, ' ');
  expect(pages.length).toBeGreaterThan(3);
  expect(
    pages.filter((file) =>
      /\blog(ged|ging)? (in|out)\b|\blogin\b/i.test(visible(readFileSync(join(dist, 'client', file), 'utf8'))),
    ),
  ).toEqual([]);
});

test.skipIf(hasSpanish)('no page and no script of a website in English has a Spanish text of the program', () => {
  const listTexts = (folder: string, pattern: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => pattern.test(file))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  const inSpanish = ['apps/site/src', 'content/shared']
    .flatMap((folder) => listTexts(join(import.meta.dirname, '../..', folder), /-messages\.ts$|-es\.ts$|\.es\.ts$/))
    .flatMap(([, source]) => [...source.matchAll(/['`]([^'`$\n]{15,})['`]/g)])
    .flatMap(([, text = '']) => (/[¿áéíóúñ]/.test(text) ? [text] : []));
  expect(inSpanish.length).toBeGreaterThan(100);
  const found = listTexts(join(dist, 'client'), /\.(html|js)$/).flatMap(([file, built]) =>
    inSpanish.filter((text) => built.includes(text)).map((text) => `${file} has "${text}"`),
  );
  expect(found).toEqual([]);
});

// The demonstration may say its own words, and a checkout without it has nothing to compare with.
test.skipIf(contentName === demonstrationName || !hasDemonstration)(
  'nothing on the website or from the server says a word of the demonstration',
  async () => {
    const client = join(dist, 'client');
    expect(await findDemonstrationWords({ name: contentName, settlement, documents, client })).toEqual([]);
  },
);
