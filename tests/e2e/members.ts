import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';

/** A person of the demonstration who got a notice. */
export interface Member {
  readonly noticeId: string;
  readonly uniqueId: string;
}

const file = new URL('../../content/demo/class-members.csv', import.meta.url);
const members: readonly Member[] = readFileSync(file, 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [noticeId = '', uniqueId = ''] = line.split(',');
    return { noticeId, uniqueId };
  });

/**
 * Takes a person whom no test of this run has taken, in whatever process it runs: so no test meets
 * a claim of another.
 */
function takeMember(): Member {
  const folder = process.env['E2E_TAKEN_MEMBERS'];
  if (folder === undefined) throw new Error('start-server.ts has not run');
  const free = members.find(({ noticeId }) => {
    try {
      // Made by one process only: the others are told that it exists.
      mkdirSync(join(folder, noticeId));
      return true;
    } catch {
      return false;
    }
  });
  if (!free) throw new Error('The demonstration has no more class members');
  return free;
}

/**
 * How Chromium tells in the console what a policy of the website forbade, of pages and their
 * workers, with script and without.
 */
const forbidden = /Content Security Policy|Trusted ?(?:Type|Script|HTML)|Permissions policy|integrity/i;

export interface Fixtures {
  readonly member: Member;
  /**
   * What the website's own policies forbade its pages: a test that tries to break them takes it
   * out.
   */
  readonly violations: string[];
}

export const test = base.extend<Fixtures>({
  violations: [
    async ({ context }, use) => {
      const violations: string[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'log' && forbidden.test(message.text())) violations.push(message.text());
      });
      await use(violations);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
  // A page whose script fails may look right all the same: its form then posts itself.
  page: async ({ page }, use) => {
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.stack ?? error.message));
    await use(page);
    expect(failures).toEqual([]);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
  member: async ({}, use) => {
    await use(takeMember());
  },
});
export { expect };
