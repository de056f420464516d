import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { documents } from '@redress/content/documents';
import { settlement } from '@redress/content/settlement';
import { privacyFeatures } from '@redress/content/shared/documents/privacy-features';
import { findMissingPassages } from '@redress/content/shared/documents/privacy-passages';
import { hours } from '@redress/content/shared/formats';
import { site } from '@redress/content/site';
import { loginSeconds } from '@redress/contract/cookie-lifetimes';
import { xsrfCookie } from '@redress/contract/http-headers';
import { keepMilliseconds } from '@redress/server/console/exports/end-export';
import { securityHeaders } from '@redress/server/platform/http/security-headers';
import { stagedMilliseconds } from '@redress/server/site/uploads/cleanup-uploads';
import { resumableMilliseconds } from '@redress/server/site/uploads/unfinished-uploads';
import { describe, expect, test } from 'vitest';

// content/shared/documents/privacy-passages.ts has the passages that every policy must contain.
// These tests compare them, and the rest of a policy, with the program.

const dayMilliseconds = 24 * 60 * 60 * 1_000;
const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|node_modules|dist/.test(file))
    .map((file) => join(folder, file));

/** The Markdown of a policy that a footer links to. */
function policyNamed(id: string): string {
  const source = documents.find((document) => document.id === id)?.source;
  if (source?.kind !== 'prose') throw new Error(`${id} is not prose`);
  return source.markdown;
}
/** A message of the forms, from `apps/site/src/messages`. */
function messageIn(texts: string, name: string): string {
  const word = new RegExp(`\\b${name}: '(.+)'`).exec(texts)?.[1];
  if (word === undefined) throw new Error(`apps/site/src/messages has no word "${name}"`);
  return word;
}
const english = policyNamed(site.footer.privacyPolicy.document);
const inSpanish = site.translations?.es?.footer.privacyPolicy.document;
const spanish = inSpanish === undefined ? undefined : policyNamed(inSpanish);
const policies = [
  { language: 'en' as const, policy: english, inBrowser: /^- \*\*[^*]*, in this browser\b/ },
  ...(spanish === undefined
    ? []
    : [
        {
          language: 'es' as const,
          policy: spanish,
          inBrowser: /^- \*\*[^*]*, en (?:este|esta pestaña del) navegador\b/,
        },
      ]),
];
const has = privacyFeatures(settlement);

describe('what privacy policies say of the program is true:', () => {
  test('only three files of the server set cookies of visitors; those of staff are set in their own folder', () => {
    const setters = sources('apps/server/src').filter(
      (file) =>
        /\bsetCookie\(|\bsignedCookie\(/.test(read(file)) &&
        !file.startsWith(join('apps/server/src/console/sign-in', '/')),
    );
    expect(new Set(setters.map((file) => basename(file)))).toEqual(
      new Set(['browser-cookies.ts', 'signed-cookies.ts', 'csrf.ts']),
    );
  });

  test('a login ends when the documentation says so', () => {
    const duration = new RegExp(hours(loginSeconds), 'i');
    for (const file of ['docs/security.md', 'docs/operations.md', 'docs/accessibility.md'])
      expect(read(file)).toMatch(duration);
  });

  test('only one file of the site stores data in the browser', () => {
    const keepers = sources('apps/site/src').filter((file) =>
      /\b(localStorage|sessionStorage|indexedDB)\b/.test(read(file)),
    );
    expect(new Set(keepers.map((file) => basename(file)))).toEqual(new Set(['storage.ts']));
  });

  test('no other party sees a visit: everything loaded is the website’s own', () => {
    const directives = (securityHeaders(true)('/')['content-security-policy'] ?? '').split('; ');
    expect(directives).toContain("default-src 'none'");
    const loaded = directives.filter((each) => each.includes('-src ')).flatMap((each) => each.split(' ').slice(1));
    // The hash is that of a script within the page.
    expect(new Set(loaded.filter((each) => !each.startsWith("'sha256-")))).toEqual(new Set(["'none'", "'self'"]));
  });

  test('documents of an unfinished form are deleted after 24 hours, large incomplete ones and exports after a week', () => {
    expect(stagedMilliseconds).toBe(dayMilliseconds);
    expect(resumableMilliseconds).toBe(7 * dayMilliseconds);
    expect(keepMilliseconds).toBe(7 * dayMilliseconds);
  });

  test('no internet address is stored with a claim, and no browser’s name', () => {
    const migration = read('apps/server/src/platform/database/migrations/0012-observations.sql');
    expect(migration).toContain('address_hash bytea');
    expect(migration).not.toMatch(/\binet\b|\bcidr\b|user_agent/);
  });

  test('notes, checks and hashes are deleted with the claim, and the log of who saw it is not', () => {
    const purge = read('apps/server/src/operations/purge/purge.ts');
    expect(purge).toContain("['notes', 'calls']");
    expect(purge).toContain("'row_sketches'");
    expect(purge).not.toContain('access_log');
    expect(read('apps/server/src/platform/database/migrations/0009-documents.sql')).toMatch(/create table data_checks/);
    const integrity = read('apps/server/src/console/integrity/purge-integrity.ts');
    for (const table of ['claim_keys', 'claim_key_hubs', 'claim_signals', 'name_frequencies'])
      expect(integrity).toContain(table);
  });

  test('claims are kept for years after the deadline of their form', () => {
    for (const { caseId, deadline } of settlement.claimForms)
      expect(settlement.retention?.[caseId]?.from).toBe(deadline);
  });
});

describe.each(policies)('the privacy policy in "$language"', ({ language, policy, inBrowser }) => {
  test('says everything that the features of the settlement require', () => {
    expect(findMissingPassages(settlement, language, policy)).toEqual([]);
  });

  test('names every cookie that the server sets, and no other', () => {
    const code = ['browser-cookies.ts', 'csrf.ts']
      .map((file) => read(`apps/server/src/platform/http/${file}`))
      .join('\n');
    const set = new Set([...code.matchAll(/'(redress-[^']+)'/g)].map(([, name = '']) => name.replace(/-$/, '-N')));
    if (!has.login) expect(set.delete('redress-login')).toBe(true);
    const named = [...policy.matchAll(/\*\*Cookie ([\w-]+)\*\*/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set([xsrfCookie, ...set]));
  });

  test('lists what the site stores in the browser: draft, filing, last claim, documents on their way', () => {
    expect(policy.split('\n').filter((line) => inBrowser.test(line))).toHaveLength(has.uploads ? 4 : 3);
  });

  test('uses the names of a form’s buttons', () => {
    const words = read(`apps/site/src/messages/form-${language}.ts`);
    expect(policy).toContain(`“${messageIn(words, 'clear')}”`);
    expect(policy).toContain(` ${messageIn(words, 'submit')}.`);
  });
});

describe.skipIf(spanish === undefined)('compared with the English privacy policy, the Spanish one', () => {
  const shapeOf = (text: string) =>
    text
      .split('\n')
      .map((line) => /^(#+ |- |$)/.exec(line)?.[0] ?? 'paragraph')
      .join('\n');
  const figuresIn = (text: string) => text.match(/\b\d[\d-]*\b/g);
  const addressesIn = (text: string) => text.match(/[\w.]+@[\w.]+/g);

  test('has the same headings, lists and paragraphs', () => {
    expect(shapeOf(spanish ?? '')).toEqual(shapeOf(english));
  });

  test('has the same figures, phone number and addresses', () => {
    expect(figuresIn(spanish ?? '')).toEqual(figuresIn(english));
    expect(addressesIn(spanish ?? '')).toEqual(addressesIn(english));
  });
});
