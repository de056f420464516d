import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageVariants } from '@redress/contract/site-files';
import { dayAfter } from '@redress/forms/court-day';
import { describe, expect, it } from 'vitest';
import { facts } from '../facts.ts';

const client = join(import.meta.dirname, '../../site/dist/client');
const { claimDeadline, hearing } = facts.brandDrug;

/** What a visitor reads on a page on a day: its words, without the elements around them. */
function readOn(day: string, path: string): string {
  const parse: (json: string) => PageVariants = JSON.parse;
  const { pages } = parse(readFileSync(join(client, 'variants.json'), 'utf8'));
  const shown = (pages[path] ?? []).filter(({ from }) => from <= day);
  const file = shown[shown.length - 1]?.file ?? join(path, 'index.html');
  return readFileSync(join(client, file), 'utf8')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

const late = /You can still file\. Your claim is marked late/;

describe.each(['/', '/file-claim'])('%s', (path) => {
  it('asks for claims to the end of the deadline’s day', () => {
    expect(readOn(claimDeadline, path)).toContain('July 17, 2025');
    expect(readOn('2025-04-17', path)).not.toMatch(late);
  });

  it('says on the day after that the deadline has passed, and that late claims are taken', () => {
    expect(readOn(dayAfter(claimDeadline), path)).toMatch(late);
    expect(readOn(dayAfter(claimDeadline), path)).toMatch(/were due by July 17, 2025|have passed/);
  });
});

describe('the home page', () => {
  it('shows the dates that lie ahead, and which is next', () => {
    const home = readOn(claimDeadline, '/');
    expect(home).toMatch(/next Jul 17/);
    expect(home).not.toContain('The hearing is over');
    expect(home).not.toContain('final approval to the settlement');
  });

  it('tells of the hearing from the day after, and of the approval from its day on', () => {
    expect(readOn(hearing.date, '/')).not.toContain('The hearing is over');
    expect(readOn('2025-08-20', '/')).toContain('The hearing is over');
    expect(readOn('2025-09-16', '/')).not.toContain('September 17, 2025');
    expect(readOn('2025-09-17', '/')).toContain('September 17, 2025');
  });
});
