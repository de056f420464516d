import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { describe, expect, test } from 'vitest';
import { renderedPages } from './rendered-pages.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'apps/site', siteBuild, 'client');
/** `npm test` installs it if Java is available. */
const checker = join(root, '.cache/html-checker/node_modules/vnu-jar/build/dist/vnu.jar');

interface Message {
  readonly type: string;
  readonly url: string;
  readonly lastLine: number;
  readonly message: string;
}
/** React writes `<br/>`, which means `<br>`. */
const isTrailingSlashNotice = ({ message }: Message) =>
  message.startsWith('Trailing slash on void elements has no effect');
const hasMessages = (value: unknown): value is { readonly messages: readonly Message[] } =>
  typeof value === 'object' && value !== null && 'messages' in value;

const hasJava = spawnSync('java', ['-version']).status === 0;

/** The checker's messages for the pages in a folder, one entry each. */
function check(folder: string, files: readonly string[]): string[] {
  const args = ['-jar', checker, '--stdout', '--exit-zero-always', '--format', 'json', ...files];
  const report: unknown = JSON.parse(execFileSync('java', args, { encoding: 'utf8', maxBuffer: 50_000_000 }));
  if (!hasMessages(report)) throw new Error('The checker gave no report.');
  return report.messages
    .filter((message) => !isTrailingSlashNotice(message))
    .map(
      ({ type, url, lastLine, message }) => `${relative(folder, fileURLToPath(url))}:${lastLine} ${type}: ${message}`,
    );
}

describe.skipIf(!hasJava || !existsSync(checker))(
  'the W3C checker finds neither an error nor a warning (needs Java)',
  () => {
    test('in any built page', () => {
      const pages = readdirSync(built, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => join(built, file));
      expect(pages.length).toBeGreaterThanOrEqual(settlement.site.pages.length);
      expect(check(built, pages)).toEqual([]);
    }, 120_000);

    test('in any page that the server renders without script', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rendered-pages-'));
      try {
        const files = (await renderedPages()).map(({ name, html }) => {
          const file = join(folder, `${name.replace(/\W+/g, '-')}.html`);
          writeFileSync(file, html);
          return file;
        });
        expect(new Set(files).size).toBe(files.length);
        expect(files.length).toBeGreaterThan(settlement.site.pages.length);
        expect(check(folder, files)).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }, 120_000);
  },
);
