import { expect, it } from 'vitest';
import { readDatedUrl, datedUrls } from './dated-urls.ts';

const changesOn = ['2031-06-01', '2031-07-04'];

it('renders a page as of every stretch between changes, the last one at its own address', () => {
  expect(datedUrls('/notice', changesOn)).toEqual([
    { from: '0001-01-01', url: '/~0001-01-01/notice' },
    { from: '2031-06-01', url: '/~2031-06-01/notice' },
    { from: '2031-07-04', url: '/notice' },
  ]);
  expect(datedUrls('/notice', [])).toEqual([{ from: '0001-01-01', url: '/notice' }]);
});

it('reads the day and the page back from each of them', () => {
  for (const path of ['/', '/notice']) {
    for (const { from, url } of datedUrls(path, changesOn)) {
      expect(readDatedUrl(url, changesOn)).toEqual({ day: from, path });
    }
  }
  expect(readDatedUrl('/notice', [])).toEqual({ day: '0001-01-01', path: '/notice' });
});

it('takes the days in order, each once, however the facts of the case put them', () => {
  const urls = datedUrls('/', ['2031-07-04', '2031-06-01', '2031-07-04']).map(({ url }) => url);
  expect(urls).toEqual(['/~0001-01-01/', '/~2031-06-01/', '/']);
  expect(readDatedUrl('/', ['2031-07-04', '2031-06-01'])).toEqual({ day: '2031-07-04', path: '/' });
});
