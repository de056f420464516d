import type { ChosenTable } from '@redress/datafiles/report';
import { describe, expect, it } from 'vitest';
import { formatSize } from './file-size.ts';
import type { DataChecker } from '../data-check/data-checker.ts';
import { formEn } from '../messages/form-en.ts';
import type { DocumentListParts } from './upload-list.ts';
import { createDocumentList, goesInPieces } from './upload-list.ts';

const item = {
  kind: 'documents',
  name: 'files',
  label: 'Documents',
  maxFiles: 3,
  maxBytes: 1024 * 1024,
  types: ['pdf', 'jpg'],
} as const;
const file = (name: string, size = 10, lastModified = 1) => new File([new Uint8Array(size)], name, { lastModified });
const list = (parts: Partial<DocumentListParts> = {}) =>
  createDocumentList({
    item,
    messages: formEn,
    loadDataChecker: () => Promise.reject(new Error('No data room')),
    onLarge() {},
    ...parts,
  });

describe('the documents of a claim', () => {
  it('are taken several at a time, by any ending that stands for a type, in any case', () => {
    const documents = list();
    expect(documents.add([file('a.PDF'), file('b.jpeg'), file('c.jpg')])).toEqual([]);
    expect(documents.documents().map((document) => document.file.name)).toEqual(['a.PDF', 'b.jpeg', 'c.jpg']);
  });

  it('are refused one by one with the reason, and the others stay', () => {
    const documents = list();
    const refused = documents.add([
      file('a.pdf'),
      file('b.exe'),
      file('c.pdf', 0),
      file('d.pdf', 1024 * 1024 + 1),
      file('a.pdf'),
    ]);
    expect(refused).toEqual([
      { name: 'b.exe', message: 'We cannot take this kind of file. Save it as one of the kinds above.' },
      { name: 'c.pdf', message: 'The file is empty.' },
      { name: 'd.pdf', message: 'The file is larger than 1 MB.' },
      { name: 'a.pdf', message: 'This file is already in the list.' },
    ]);
    expect(documents.documents()).toHaveLength(1);
  });

  it('are at most as many as the form takes, and removing one makes room', () => {
    const documents = list();
    const refused = documents.add([file('1.pdf'), file('2.pdf'), file('3.pdf'), file('4.pdf')]);
    expect(refused).toEqual([{ name: '4.pdf', message: 'You can add up to 3 files.' }]);
    documents.remove(documents.documents()[0]?.id ?? 0);
    expect(documents.add([file('4.pdf')])).toEqual([]);
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

/** A check whose end the test decides. */
function fakeRoom() {
  const stopped: string[] = [];
  const corrected = new Map<string, readonly ChosenTable[]>();
  const nothing = () => null;
  const room: DataChecker = {
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
  return { room, stopped, corrected };
}

describe('the data files of a claim', () => {
  const withData = {
    ...item,
    types: ['pdf', 'txt'],
    dataFiles: {
      maxBytes: 2 * 1024 ** 3,
      types: ['txt'],
      amount: 'amount',
      purchasesDueFrom: 300_000,
      agent: { when: { field: 'who', is: 'Agent' }, rows: 'members', name: 'name' },
      ownName: 'name',
    },
  } as const;
  const large = 26 * 1024 * 1024;

  it('may be larger than other documents, and their own limit is said', () => {
    const documents = list({ item: withData });
    const tooLarge = file('huge.txt');
    Object.defineProperty(tooLarge, 'size', { value: 2 * 1024 ** 3 + 1 });
    expect(documents.add([file('data.txt', large), file('scan.pdf', large), tooLarge])).toEqual([
      { name: 'scan.pdf', message: 'The file is larger than 1 MB.' },
      { name: 'huge.txt', message: 'The file is larger than 2 GB.' },
    ]);
  });

  it('are checked once each, other documents are not, and a removed one is checked no longer', async () => {
    const { room, stopped } = fakeRoom();
    const documents = list({ item: withData, loadDataChecker: () => Promise.resolve(room) });
    documents.add([file('a.txt'), file('scan.pdf')]);
    await documents.checkData();
    const [first] = documents.documents();
    documents.add([file('b.txt')]);
    await documents.checkData();
    expect(documents.documents().map(({ check }) => check?.file.name)).toEqual(['a.txt', undefined, 'b.txt']);
    expect(documents.documents()[0]?.check).toBe(first?.check);
    documents.remove(first?.id ?? 0);
    expect(stopped).toEqual(['a.txt']);
  });

  it('wait for the server when what checks them cannot be loaded, until another one is chosen', async () => {
    const { room } = fakeRoom();
    let isOnline = false;
    const documents = list({
      item: withData,
      loadDataChecker: () => (isOnline ? Promise.resolve(room) : Promise.reject(new Error('offline'))),
    });
    documents.add([file('a.txt')]);
    await documents.checkData();
    expect(documents.dataChecker()).toBe('failed');
    isOnline = true;
    documents.add([file('b.txt')]);
    await documents.checkData();
    expect(documents.documents().map(({ check }) => check?.file.name)).toEqual(['a.txt', 'b.txt']);
  });

  it('go in pieces from 5 MB on, or when their columns were corrected', async () => {
    const { room, corrected } = fakeRoom();
    const documents = list({ item: withData, loadDataChecker: () => Promise.resolve(room) });
    documents.add([file('small.txt', 5 * 1024 * 1024), file('large.txt', 5 * 1024 * 1024 + 1), file('other.txt')]);
    await documents.checkData();
    corrected.set('other.txt', [{ table: 0, kind: 'purchases', columns: { amount: 3 } }]);
    expect(documents.documents().map(goesInPieces)).toEqual([false, true, true]);
  });
});
