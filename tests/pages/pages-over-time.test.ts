import { dayAfter } from '@redress/forms/court-day';
import { describe, expect, it } from 'vitest';
import { facts } from '@redress/content/facts';
import { htmlOn, wordsOn } from './built-page.ts';

const { claimDeadline, hearing } = facts.brandDrug;

const english = {
  deadline: 'July 17, 2025',
  late: /You can still file\. Your claim will be marked late/,
  over: /were due by July 17, 2025|have passed/,
  next: /Jul 17, 2025 next Claims due/,
  afterHearing: 'The hearing is over',
  approval: 'final approval to the settlement',
  approvalDay: 'September 17, 2025',
};
const spanish: typeof english = {
  deadline: '17 de julio de 2025',
  late: /Todavía puede presentar su reclamo\. Quedará marcado como tardío/,
  over: /La fecha límite para reclamar fue el 17 de julio de 2025|[Yy]a pasaron/,
  next: /17 jul 2025 próxima Fecha límite para reclamar/,
  afterHearing: 'La audiencia ya pasó',
  approval: 'aprobación final al acuerdo',
  approvalDay: '17 de septiembre de 2025',
};

describe.each([
  ['/', english],
  ['/file-claim', english],
  ['/es', spanish],
  ['/es/file-claim', spanish],
  ['/espanol', spanish],
])('%s', (path, says) => {
  it('asks for claims until the end of the deadline’s day', () => {
    expect(wordsOn(claimDeadline, path)).toContain(says.deadline);
    expect(wordsOn('2025-04-17', path)).not.toMatch(says.late);
  });

  it('says on the day after that the deadline has passed, and that late claims are accepted', () => {
    expect(wordsOn(dayAfter(claimDeadline), path)).toMatch(says.late);
    expect(wordsOn(dayAfter(claimDeadline), path)).toMatch(says.over);
  });
});

describe.each([
  ['/', english],
  ['/es', spanish],
])('the home page at %s', (path, says) => {
  it('shows the upcoming dates, and which is next', () => {
    const home = wordsOn(claimDeadline, path);
    expect(home).toMatch(says.next);
    expect(home).not.toContain(says.afterHearing);
    expect(home).not.toContain(says.approval);
  });

  it('mentions the hearing from the day after, and the approval from its day on', () => {
    expect(wordsOn(hearing.date, path)).not.toContain(says.afterHearing);
    expect(wordsOn('2025-08-20', path)).toContain(says.afterHearing);
    expect(wordsOn('2025-09-16', path)).not.toContain(says.approvalDay);
    expect(wordsOn('2025-09-17', path)).toContain(says.approvalDay);
  });
});

it.each(['/', '/file-claim'])('the sidebar at %s offers what can still be done on a day', (path) => {
  const actionsOn = (day: string) =>
    [...(/<ul class="next-actions">.*?<\/ul>/s.exec(htmlOn(day, path))?.[0] ?? '').matchAll(/<a [^>]*>([^<]+)</g)].map(
      ([, title]) => title,
    );
  const atAnyTime = ['Tell us your new address', 'Read answers to questions'];
  const late = 'File a late savings club claim';
  const before = ['Exclude yourself', 'Object to the settlement', 'File a claim', late, 'Go to the hearing'];
  expect(actionsOn('2025-06-02')).toEqual([...before, ...atAnyTime]);
  expect(actionsOn('2025-09-17')).toEqual(['File a late claim', late, ...atAnyTime]);
});

describe('the status at the top of Home', () => {
  const statusOn = (day: string): string => /<p class="note">(.*?)<\/p>/s.exec(htmlOn(day, '/'))?.[1] ?? '';

  it('says what the court has decided, and whether claims are due', () => {
    expect(statusOn('2025-07-17')).toBe(
      'The court decides after its hearing on August 19, 2025. Claims are due by July 17, 2025.',
    );
    expect(statusOn('2025-08-20')).toMatch(/has not announced its decision yet\. Claims were due by July 17, 2025\./);
    expect(statusOn('2025-09-17')).toMatch(
      /^The court has approved the settlement\. Claims were due by July 17, 2025\./,
    );
  });
});
