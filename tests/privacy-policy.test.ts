import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { documents } from '@redress/content/documents';
import { site } from '@redress/content/site';
import { xsrfCookie } from '@redress/contract/wire';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const source = documents.find(({ id }) => id === site.footer.privacyPolicy.document)?.source;
const policy = source?.kind === 'prose' ? source.markdown : '';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|node_modules|dist/.test(file))
    .map((file) => join(folder, file));

test('the privacy policy names every cookie that the server sets, and no other', () => {
  const setters = sources('server/src').filter((file) => /\bsetCookie\(|\bsignedCookie\(/.test(read(file)));
  expect(new Set(setters.map((file) => basename(file)))).toEqual(
    new Set(['browser-cookies.ts', 'signed-cookies.ts', 'xsrf.ts']),
  );
  const signed = [...read('server/src/http/browser-cookies.ts').matchAll(/name: '([^']+)'/g)].map(([, name]) => name);
  const named = [...policy.matchAll(/\*\*Cookie ([\w-]+)\*\*/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set([xsrfCookie, ...signed]));
});

test('it gives how long the cookies live as the server does', () => {
  const code = read('server/src/http/browser-cookies.ts');
  expect(code).toContain('loginSeconds = 2 * 60 * 60');
  expect(policy).toMatch(/redress-login.*two hours/);
  expect(code).toContain('claimsSeconds = 30 * 24 * 60 * 60');
  expect(code).toContain('rememberedClaims = 20');
  expect(policy).toMatch(/redress-claims.*30 days.*up to 20 claim numbers/);
});

test('only one file of the site keeps something in the browser, and the policy tells its parts', () => {
  const keepers = sources('site').filter((file) => /\b(localStorage|sessionStorage|indexedDB)\b/.test(read(file)));
  expect(keepers).toEqual([join('site', 'filing', 'stored.ts')]);
  const rows = policy.split('\n').filter((line) => /^- \*\*[^*]*, in this browser\b/.test(line));
  expect(rows).toHaveLength(3);
});

test('it may say that no other party sees a visit: what is loaded is the website’s own', () => {
  expect(read('server/src/http/app.ts')).toMatch(/defaultSrc: \["'self'"\]/);
  expect(policy).toContain('no analytics service');
});
