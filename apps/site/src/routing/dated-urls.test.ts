import { expect, it } from 'vitest';
import type { Page } from '@redress/contract/settlement';
import { datedUrls, readDatedUrl, urlsToPrerender } from './dated-urls.ts';

const changesOn = ['2031-06-01', '2031-07-04'];

it('has a URL for each interval between changes, the last of which is the page’s own', () => {
  expect(datedUrls('/notice', changesOn)).toEqual([
    { from: '0001-01-01', url: '/~0001-01-01/notice' },
    { from: '2031-06-01', url: '/~2031-06-01/notice' },
    { from: '2031-07-04', url: '/notice' },
  ]);
  expect(datedUrls('/notice', [])).toEqual([{ from: '0001-01-01', url: '/notice' }]);
});

it('parses day and page from each URL', () => {
  for (const path of ['/', '/notice']) {
    for (const { from, url } of datedUrls(path, changesOn)) {
      expect(readDatedUrl(url, changesOn)).toEqual({ day: from, path });
    }
  }
  expect(readDatedUrl('/notice', [])).toEqual({ day: '0001-01-01', path: '/notice' });
});

it('sorts and deduplicates days', () => {
  const urls = datedUrls('/', ['2031-07-04', '2031-06-01', '2031-07-04']).map(({ url }) => url);
  expect(urls).toEqual(['/~0001-01-01/', '/~2031-06-01/', '/']);
  expect(readDatedUrl('/', ['2031-07-04', '2031-06-01'])).toEqual({ day: '2031-07-04', path: '/' });
});

it('prerenders completion pages once, other pages as of each day', () => {
  const page = { title: '', description: '' };
  const messages = { heading: '', printHint: '', receipt: '', payment: '', exit: '' };
  const pages: readonly Page[] = [
    { ...page, kind: 'text', path: '/notice', text: 'notice' },
    { ...page, kind: 'complete', path: '/complete', referencePrefix: 'A', start: '/notice', messages },
  ];
  expect(urlsToPrerender({ pages, changesOn: ['2031-06-01'] })).toEqual([
    '/~0001-01-01/notice',
    '/notice',
    '/complete',
  ]);
});
