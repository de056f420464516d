import { dataFiles } from '@redress/contract/fixtures/sample-settlement';
import { documentsOf } from '@redress/forms/fixtures/sample-forms';
import type { ChosenTable } from '@redress/datafiles/report';
import { describe, expect, it } from 'vitest';
import { formatSize } from './file-size.ts';
import type { DataChecker } from '../data-check/data-checker.ts';
import { uploadEn } from '../messages/upload-en.ts';
import { type UploadList, type UploadListOptions, createUploadList, isResumable } from './upload-list.ts';

const item = documentsOf({ maxFiles: 3, maxBytes: 1024 * 1024, types: ['pdf', 'jpg'] });
const file = (name: string, size = 10, lastModified = 1) => new File([new Uint8Array(size)], name, { lastModified });
const list = (parts: Partial<UploadListOptions> = {}) =>
  createUploadList({
    item,
    loadDataChecker: () => Promise.reject(new Error('No data checker')),
    inspectFiles: () => Promise.resolve(),
    onResumable() {},
    ...parts,
  });

const rejectedBy = (uploads: UploadList) =>
  uploads.rejected().map(({ name, explain }) => ({ name, message: explain(uploadEn.reasons) }));

describe('the uploads of a claim', () => {
  it('accept several files at a time, under any name: their content decides', async () => {
    const uploads = list();
    expect(await uploads.add([file('a.PDF'), file('b.jfif'), file('image')])).toBe(3);
    expect(uploads.uploads().map((upload) => upload.file.name)).toEqual(['a.PDF', 'b.jfif', 'image']);
  });

  it('reject files one by one with the reason, and keep the others', () => {
    const uploads = list();
    void uploads.add([file('a.pdf'), file('c.pdf', 0), file('d.pdf', 1024 * 1024 + 1), file('a.pdf')]);
    expect(rejectedBy(uploads)).toEqual([
      { name: 'c.pdf', message: 'The file is empty. Please choose another one.' },
      { name: 'd.pdf', message: 'The file is larger than 1 MB. Please make it smaller, or mail us a copy.' },
      { name: 'a.pdf', message: 'This file is already in the list.' },
    ]);
    expect(uploads.uploads()).toHaveLength(1);
  });

  it("are limited to the form's maximum until one is removed", async () => {
    const uploads = list();
    void uploads.add([file('1.pdf'), file('2.pdf'), file('3.pdf'), file('4.pdf')]);
    expect(rejectedBy(uploads)).toEqual([{ name: '4.pdf', message: 'You can add up to 3 files.' }]);
    uploads.remove(uploads.uploads()[0]?.id ?? 0);
    expect(await uploads.add([file('4.pdf')])).toBe(1);
    expect(rejectedBy(uploads)).toEqual([]);
  });

  it('are looked into once they are chosen: a refused one is dropped with the reason, a photo becomes smaller', async () => {
    const smaller = file('photo.jpg', 5, 1);
    const photo = { thumbnail: undefined, original: file('photo.jpg', 50), smaller };
    const uploads = list({
      async inspectFiles(files) {
        await Promise.resolve();
        files[0]?.onRefused('It is a program.');
        files[1]?.onPhoto(photo);
      },
    });
    const added = uploads.add([file('fake.pdf'), file('empty.pdf', 0), photo.original]);
    expect(uploads.uploads()).toHaveLength(2);
    expect(await added).toBe(1);
    expect(rejectedBy(uploads).map(({ name }) => name)).toEqual(['empty.pdf', 'fake.pdf']);
    expect(uploads.uploads().map((upload) => upload.file)).toEqual([smaller]);
    const id = uploads.uploads()[0]?.id ?? 0;
    uploads.sendOriginal(id, true);
    expect(uploads.uploads()[0]?.file).toBe(photo.original);
    uploads.sendOriginal(id, false);
    expect(uploads.uploads()[0]?.file).toBe(smaller);
    // Chooses the same photo again, whichever version of it is sent.
    void uploads.add([photo.original]);
    expect(rejectedBy(uploads)).toEqual([{ name: 'photo.jpg', message: 'This file is already in the list.' }]);
  });

  it('that are being sent no longer change, and the server says what is wrong with them', async () => {
    let finish = () => {};
    const uploads = list({
      inspectFiles: (files) =>
        new Promise((resolve) => {
          finish = () => {
            files[0]?.onRefused('It is a program.');
            resolve();
          };
        }),
    });
    void uploads.add([file('fake.pdf')]);
    await Promise.resolve();
    uploads.setState(uploads.uploads()[0]?.id ?? 0, { name: 'waiting' });
    await Promise.resolve();
    finish();
    await uploads.inspected();
    expect(uploads.uploads()).toHaveLength(1);
    expect(rejectedBy(uploads)).toEqual([]);
  });

  it.each([
    [1, '1 kB'],
    [640 * 1024, '640 kB'],
    [1_258_291, '1.2 MB'],
    [25 * 1024 * 1024, '25.0 MB'],
    [1.9 * 1024 ** 3, '1.9 GB'],
  ])('of %d bytes are shown as %s', (bytes, shown) => {
    expect(formatSize(bytes)).toBe(shown);
  });
});

/** A check that the test controls. */
function fakeChecker() {
  const stopped: string[] = [];
  const corrected = new Map<string, readonly ChosenTable[]>();
  const nothing = () => null;
  const checker: DataChecker = {
    startCheck: (checked) => ({
      file: checked,
      subscribe: () => () => {},
      state: () => ({ name: 'checking' }),
      chosen: () => corrected.get(checked.name),
      correct() {},
      stop: () => stopped.push(checked.name),
      start() {},
      makeWorkbook: () => Promise.resolve(undefined),
    }),
    Panel: nothing,
    Review: nothing,
  };
  return { checker, stopped, corrected };
}

describe('the data files of a claim', () => {
  const ofData = { ...dataFiles, maxBytes: 2 * 1024 ** 3, types: ['txt'] } as const;
  const withData = { ...item, types: ['pdf', 'txt'], dataFiles: ofData } as const;
  const large = 26 * 1024 * 1024;

  it('may be larger than other uploads, up to another limit', () => {
    const uploads = list({ item: withData });
    const tooLarge = file('huge.txt');
    Object.defineProperty(tooLarge, 'size', { value: 2 * 1024 ** 3 + 1 });
    void uploads.add([file('data.txt', large), file('scan.pdf', large), tooLarge]);
    expect(rejectedBy(uploads)).toEqual([
      { name: 'scan.pdf', message: 'The file is larger than 1 MB. Please make it smaller, or mail us a copy.' },
      { name: 'huge.txt', message: 'The file is larger than 2 GB. Please make it smaller, or mail us a copy.' },
    ]);
  });

  it('are checked once each, unlike other uploads, until they are removed', async () => {
    const { checker, stopped } = fakeChecker();
    const uploads = list({ item: withData, loadDataChecker: () => Promise.resolve(checker) });
    void uploads.add([file('a.txt'), file('scan.pdf')]);
    await uploads.checkData();
    const [first] = uploads.uploads();
    void uploads.add([file('b.txt')]);
    await uploads.checkData();
    expect(uploads.uploads().map(({ check }) => check?.file.name)).toEqual(['a.txt', undefined, 'b.txt']);
    expect(uploads.uploads()[0]?.check).toBe(first?.check);
    uploads.remove(first?.id ?? 0);
    expect(stopped).toEqual(['a.txt']);
  });

  it('stay unchecked if the checker cannot load, until another one is chosen', async () => {
    const { checker } = fakeChecker();
    let isOnline = false;
    const uploads = list({
      item: withData,
      loadDataChecker: () => (isOnline ? Promise.resolve(checker) : Promise.reject(new Error('offline'))),
    });
    void uploads.add([file('a.txt')]);
    await uploads.checkData();
    expect(uploads.dataChecker()).toBe('failed');
    isOnline = true;
    void uploads.add([file('b.txt')]);
    await uploads.checkData();
    expect(uploads.uploads().map(({ check }) => check?.file.name)).toEqual(['a.txt', 'b.txt']);
  });

  it('are sent in chunks from 5 MB on, or with corrected columns', async () => {
    const { checker, corrected } = fakeChecker();
    const uploads = list({ item: withData, loadDataChecker: () => Promise.resolve(checker) });
    void uploads.add([file('small.txt', 5 * 1024 * 1024), file('large.txt', 5 * 1024 * 1024 + 1), file('other.txt')]);
    await uploads.checkData();
    corrected.set('other.txt', [{ table: 0, kind: 'purchases', columns: { amount: 3 } }]);
    expect(uploads.uploads().map(isResumable)).toEqual([false, true, true]);
  });
});
