import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { dataFilesOf } from '@redress/contract/data-file-expectations';
import { translatedLanguages } from '@redress/contract/translations';
import { expect, test } from 'vitest';

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
  ['of requests for lost IDs', 'src/id-request/', idRequest !== undefined],
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

const builtTexts = readdirSync(join(dist, 'client'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(html|js)$/.test(file))
  .map((file) => [file, readFileSync(join(dist, 'client', file), 'utf8')] as const);

test.skipIf(hasSpanish)('no page and no script of a website in English has Spanish texts of the program', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = ['apps/site/src', 'content/shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
  );
  const inSpanish = sources
    .filter((file) => /-messages\.ts$|-es\.ts$|\.es\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['`]([^'`$\n]{15,})['`]/g)])
    .flatMap(([, text = '']) => (/[¿áéíóúñ]/.test(text) ? [text] : []));
  expect(inSpanish.length).toBeGreaterThan(100);
  expect(builtTexts.length).toBeGreaterThan(10);
  const found = builtTexts.flatMap(([file, text]) =>
    inSpanish.filter((one) => text.includes(one)).map((one) => `${file} has "${one}"`),
  );
  expect(found).toEqual([]);
});

// The other pages have the settlement's own words.
test.skipIf(login !== undefined)('the program’s pages of a website without a login speak of none', () => {
  const paths = site.pages
    .filter(({ kind }) => ['complete', 'receipt', 'log-out'].includes(kind))
    .map(({ path }) => path);
  const pages = builtTexts.filter(([file]) => paths.some((path) => `/${file}`.endsWith(`${path}/index.html`)));
  expect(pages.length).toBeGreaterThan(2);
  const visible = (html: string) => html.replaceAll(/<[^>]+>/g, ' ');
  const found = pages.filter(([, html]) => /\blog(ged|ging)? (in|out)\b|\blogin\b/i.test(visible(html)));
  expect(found.map(([file]) => file)).toEqual([]);
});
