import { readFileSync } from 'node:fs';
import { test as base } from '@playwright/test';

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

/** Each worker takes its own share of the people, so that no test meets a claim of another. */
const share = 40;
let taken = 0;

export const test = base.extend<{ member: Member }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
  member: async ({}, use, testInfo) => {
    const member = members[(testInfo.workerIndex * share + taken++) % members.length];
    if (!member) throw new Error('The demonstration has no class members');
    await use(member);
  },
});
export { expect } from '@playwright/test';
