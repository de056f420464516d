import { describe, expect, it } from 'vitest';
import { firstDaysOf, valueOn, whenOn } from './as-of.ts';

describe('dates as of a day', () => {
  it('keeps a deadline open until the end of its day', () => {
    expect(whenOn('2031-05-30').isAfter('2031-05-31')).toBe(false);
    expect(whenOn('2031-05-31').isAfter('2031-05-31')).toBe(false);
    expect(whenOn('2031-06-01').isAfter('2031-05-31')).toBe(true);
  });

  it('has an event happen on its day', () => {
    expect(whenOn('2031-07-03').isFrom('2031-07-04')).toBe(false);
    expect(whenOn('2031-07-04').isFrom('2031-07-04')).toBe(true);
  });

  it.each(['2031-02-29', 'May 31', ''])('refuses "%s", which is not a day', (day) => {
    expect(() => whenOn('2031-05-31').isAfter(day)).toThrow(`"${day}", which is not a day; write it as YYYY-MM-DD`);
    expect(() => whenOn('2031-05-31').isFrom(day)).toThrow('which is not a day');
  });

  it('returns text as it is, or as of the day', () => {
    const lead = (when: { isAfter(day: string): boolean }) => (when.isAfter('2031-05-31') ? 'Over.' : 'Hurry.');
    expect(valueOn('Always.', whenOn('2031-05-31'))).toBe('Always.');
    expect(valueOn(lead, whenOn('2031-05-31'))).toBe('Hurry.');
    expect(valueOn(lead, whenOn('2031-06-01'))).toBe('Over.');
    expect(valueOn(undefined, whenOn('2031-06-01'))).toBeUndefined();
  });
});

describe('the first days of the intervals in which a page does not change', () => {
  it('are the days after deadlines and those of events, in order and once each', () => {
    const days = firstDaysOf((when) => {
      when.isFrom('2031-07-04');
      when.isAfter('2031-05-31');
      when.isFrom('2031-06-01');
    });
    expect(days).toEqual(['0001-01-01', '2031-06-01', '2031-07-04']);
  });

  it('include those about which the page asks only on a later day', () => {
    const days = firstDaysOf((when) => {
      if (when.isAfter('2031-05-31') && !when.isFrom('2031-07-04')) when.isAfter('2031-06-20');
    });
    expect(days).toEqual(['0001-01-01', '2031-06-01', '2031-06-21', '2031-07-04']);
  });

  it('is only the first of all days for a page without dates', () => {
    expect(firstDaysOf(() => {})).toEqual(['0001-01-01']);
  });
});
