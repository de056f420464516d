import { expect, it } from 'vitest';
import { datedUrls, readDatedUrl } from './dated-urls.ts';

it('has a URL for each interval between changes', () => {
  expect(datedUrls('/notice', ['0001-01-01', '2031-06-01', '2031-07-04'])).toEqual([
    '/~0001-01-01/notice',
    '/~2031-06-01/notice',
    '/~2031-07-04/notice',
  ]);
});

it('has only the page’s own URL if the page never changes', () => {
  expect(datedUrls('/notice', ['0001-01-01'])).toEqual(['/notice']);
});

it('parses day and page from each URL', () => {
  expect(readDatedUrl('/~2031-06-01/notice')).toEqual({ day: '2031-06-01', path: '/notice' });
  expect(readDatedUrl('/~2031-06-01/')).toEqual({ day: '2031-06-01', path: '/' });
  expect(readDatedUrl('/~2031-06-01')).toEqual({ day: '2031-06-01', path: '/' });
});

it('takes a page’s own URL for the time after all changes', () => {
  expect(readDatedUrl('/notice')).toEqual({ day: '9999-12-31', path: '/notice' });
});
