import { describe, expect, it } from 'vitest';
import { formatSize } from '../fields/format-size.ts';
import { en } from '../texts/en.ts';
import { createDocumentList } from './document-list.ts';

const item = {
  kind: 'documents',
  name: 'files',
  label: 'Documents',
  maxFiles: 3,
  maxBytes: 1024 * 1024,
  types: ['pdf', 'jpg'],
} as const;
const file = (name: string, size = 10, lastModified = 1) => new File([new Uint8Array(size)], name, { lastModified });
const list = () => createDocumentList(item, 'Claims', en);

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
      { name: 'b.exe', message: 'This kind of file is not taken.' },
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
  ])('of %d bytes are shown as %s', (bytes, shown) => {
    expect(formatSize(bytes)).toBe(shown);
  });
});
