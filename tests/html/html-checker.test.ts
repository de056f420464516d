import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'site/dist/client');
/** `npm test` puts it there where Java is. */
const checker = join(root, '.cache/html-checker/node_modules/vnu-jar/build/dist/vnu.jar');

interface Message {
  readonly type: string;
  readonly url: string;
  readonly lastLine: number;
  readonly message: string;
}
/** React writes `<br/>`, which means `<br>`. */
const isOfNoEffect = ({ message }: Message) => message.startsWith('Trailing slash on void elements has no effect');
const hasMessages = (value: unknown): value is { readonly messages: readonly Message[] } =>
  typeof value === 'object' && value !== null && 'messages' in value;

const hasJava = spawnSync('java', ['-version']).status === 0;

test.skipIf(!hasJava || !existsSync(checker))(
  'the W3C checker finds neither an error nor a warning in any built page (needs Java)',
  () => {
    const pages = readdirSync(built, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => join(built, file));
    expect(pages.length).toBeGreaterThan(10);
    const args = ['-jar', checker, '--stdout', '--exit-zero-always', '--format', 'json', ...pages];
    const report: unknown = JSON.parse(execFileSync('java', args, { encoding: 'utf8', maxBuffer: 50_000_000 }));
    if (!hasMessages(report)) throw new Error('The checker gave no report.');
    expect(
      report.messages
        .filter((message) => !isOfNoEffect(message))
        .map(
          ({ type, url, lastLine, message }) =>
            `${relative(built, new URL(url).pathname)}:${lastLine} ${type}: ${message}`,
        ),
    ).toEqual([]);
  },
  120_000,
);
