import { describe, expect, it } from 'vitest';
import { valueOn, whenOn } from './as-of.ts';

// A deadline on May 31, so that the pages change on June 1; an announcement on July 4.
const changesOn = ['2031-06-01', '2031-07-04'];

describe('dates as of a day', () => {
  it('keeps a deadline open until the end of its day', () => {
    expect(whenOn('2031-05-30', changesOn).isAfter('2031-05-31')).toBe(false);
    expect(whenOn('2031-05-31', changesOn).isAfter('2031-05-31')).toBe(false);
    expect(whenOn('2031-06-01', changesOn).isAfter('2031-05-31')).toBe(true);
  });

  it('has an event happen on its day', () => {
    expect(whenOn('2031-07-03', changesOn).isFrom('2031-07-04')).toBe(false);
    expect(whenOn('2031-07-04', changesOn).isFrom('2031-07-04')).toBe(true);
  });

  it('fails with a hint for a day that the manifest does not list', () => {
    const when = whenOn('2031-05-31', changesOn);
    expect(() => when.isAfter('2031-02-28')).toThrow('add 2031-03-01 to changesOn in content/site.ts');
    expect(() => when.isFrom('2031-06-02')).toThrow('add 2031-06-02 to changesOn in content/site.ts');
  });

  it('returns text as it is, or as of the day', () => {
    const lead = (when: { isAfter(day: string): boolean }) => (when.isAfter('2031-05-31') ? 'Over.' : 'Hurry.');
    expect(valueOn('Always.', whenOn('2031-05-31', changesOn))).toBe('Always.');
    expect(valueOn(lead, whenOn('2031-05-31', changesOn))).toBe('Hurry.');
    expect(valueOn(lead, whenOn('2031-06-01', changesOn))).toBe('Over.');
    expect(valueOn(undefined, whenOn('2031-06-01', changesOn))).toBeUndefined();
  });
});
