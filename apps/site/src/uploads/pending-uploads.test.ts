import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findPending, removePending, savePending, readPending, restartPending } from './pending-uploads.ts';
import { stubSessionStorage } from '../../fixtures/session-storage.ts';

const claim = '1000000008';
const data = { name: 'data.txt', size: 500, lastModified: 7 };
const scan = { name: 'scan.pdf', size: 20, lastModified: 8 };

beforeEach(stubSessionStorage);

describe('pending uploads', () => {
  it('are stored by claim, and updates add to what is stored', () => {
    savePending(claim, data);
    savePending(claim, scan);
    savePending(claim, data, { url: '/api/uploads/1' });
    savePending(claim, data, { share: 0.43 });
    savePending(claim, data);
    expect(findPending(claim, data)).toEqual({ ...data, url: '/api/uploads/1', share: 0.43 });
    expect(readPending(claim)).toHaveLength(2);
    expect(readPending('2000000006')).toEqual([]);
  });

  it('are found only by name, size and date together', () => {
    savePending(claim, data);
    expect(findPending(claim, { ...data, size: 501 })).toBeUndefined();
    expect(findPending(claim, { ...data, lastModified: 9 })).toBeUndefined();
    expect(findPending(claim, { ...data, name: 'data2.txt' })).toBeUndefined();
  });

  it('restart without an address, and are removed one by one', () => {
    savePending(claim, data, { url: '/api/uploads/1', share: 0.43 });
    savePending(claim, scan);
    restartPending(claim, data);
    expect(findPending(claim, data)).toEqual(data);
    removePending(claim, scan);
    expect(readPending(claim)).toEqual([data]);
  });

  it('are empty if the storage is disabled or holds something else', () => {
    sessionStorage.setItem(
      `pending:${claim}`,
      '[{"name":"data.txt"},3,{"name":"a","size":1,"lastModified":2,"url":5}]',
    );
    expect(readPending(claim)).toEqual([{ name: 'a', size: 1, lastModified: 2 }]);
    vi.stubGlobal('sessionStorage', undefined);
    expect(readPending(claim)).toEqual([]);
    expect(() => savePending(claim, data)).not.toThrow();
  });
});
