import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import { expect, test as base } from '@playwright/test';
import { withLimitedServer } from './limited-server.ts';

/** An invented person who received a notice. */
export interface Member {
  readonly noticeId: string;
  readonly uniqueId: string;
}

/** A settlement without a login has no such file. */
const file = join(contentFolder, 'demo/class-members.csv');
const members = (existsSync(file) ? readFileSync(file, 'utf8') : '')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [noticeId = '', uniqueId = '', ...nameAndAddress] = line.split(',');
    return { noticeId, uniqueId, nameAndAddress };
  });

/**
 * Takes a person that no other test of this run has taken, in any process, so that tests do not
 * share claims.
 * @param fits tests the first and last name, the street and what follows
 */
export function takeMember(fits: (nameAndAddress: readonly string[]) => boolean = () => true): Member {
  const folder = process.env['E2E_TAKEN_MEMBERS'];
  if (folder === undefined) throw new Error('start-server.ts has not run');
  const free = members.find(({ noticeId, nameAndAddress }) => {
    if (!fits(nameAndAddress)) return false;
    try {
      // Only one process creates it; the others find it.
      mkdirSync(join(folder, noticeId));
      return true;
    } catch {
      return false;
    }
  });
  if (!free) throw new Error('demo/class-members.csv has no more class members');
  // Tests fill in a form with all of it.
  return { noticeId: free.noticeId, uniqueId: free.uniqueId };
}

/**
 * Chromium's console message about a policy violation, for pages and workers, with and without
 * script.
 */
const forbidden = /Content Security Policy|Trusted ?(?:Type|Script|HTML)|Permissions policy|integrity/i;

export interface Fixtures {
  readonly member: Member;
  /**
   * Violations of the website's own policies. A test that tries to cause them removes them from the
   * list.
   */
  readonly violations: string[];
}

/** A worker for a test with other fixtures of workers starts anew, so all tests share these. */
interface WorkerFixtures {
  /** The address of a second server, with limits. */
  readonly limitedServer: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  limitedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
    ({}, use) => withLimitedServer(use),
    // The start does not count toward the time limit of the first test.
    { scope: 'worker', timeout: 300_000 },
  ],
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
  // A page whose script fails may look right: its form then submits itself without JavaScript.
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

/** Tests on the server with limits. */
export const limitedTest = test.extend({ baseURL: ({ limitedServer }, use) => use(limitedServer) });
export { expect };
