import { documentsOf } from '@redress/forms/fixtures/sample-forms';
import { describe, expect, it, vi } from 'vitest';
import { uploadEn } from '../messages/upload-en.ts';
import { uploadEs } from '../messages/upload-es.ts';
import { createFileInspector } from './inspect-files.ts';
import { createUploadList } from './upload-list.ts';

/** Files that were saved again after they were chosen. */
const changed = vi.hoisted(() => new Set<File>());
vi.mock('./whole-upload.ts', () => ({ isReadable: (one: File) => Promise.resolve(!changed.has(one)) }));
vi.mock('../styles/photos.css?url', () => ({ default: '' }));

const item = documentsOf({ maxFiles: 5, maxBytes: 1024 * 1024, types: ['pdf', 'xlsx'] });
async function choose(files: readonly File[], messages = uploadEn) {
  const uploads = createUploadList({
    item,
    loadDataChecker: () => Promise.reject(new Error('No data checker')),
    inspectFiles: createFileInspector(item, messages),
    onResumable() {},
  });
  for (const file of files) void uploads.add([file]);
  await uploads.inspected();
  return {
    kept: uploads.uploads().map(({ file }) => file.name),
    rejected: uploads.rejected().map(({ name, explain }) => [name, explain(messages.reasons)]),
  };
}
const file = (name: string, content: string) => new File([content], name);

describe('chosen files', () => {
  it('are kept once, whatever they are called', async () => {
    expect(
      await choose([
        file('bill.pdf', '%PDF-1.4 endobj %%EOF a'),
        file('other.pdf', '%PDF-1.4 endobj %%EOF b'),
        file('copy.pdf', '%PDF-1.4 endobj %%EOF a'),
      ]),
    ).toEqual({
      kept: ['bill.pdf', 'other.pdf'],
      rejected: [['copy.pdf', uploadEn.reasons.twice]],
    });
  });

  it('saved again after they were chosen, replace what can no longer be sent', async () => {
    const [before, after] = [
      file('bill.pdf', '%PDF-1.4 endobj %%EOF a'),
      file('bill.pdf', '%PDF-1.4 endobj %%EOF again'),
    ];
    changed.add(before);
    expect(await choose([before, file('other.pdf', '%PDF-1.4 endobj %%EOF c'), after])).toEqual({
      kept: ['other.pdf', 'bill.pdf'],
      rejected: [],
    });
  });

  it('are accepted for their content, whatever they are called', async () => {
    expect(
      (await choose([file('scan', '\n%PDF-1.4\nendobj\n%%EOF'), file('scan.jfif', '%PDF-1.4 endobj %%EOF ')])).kept,
    ).toEqual(['scan', 'scan.jfif']);
  });

  const ole = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
  const encrypted = '%PDF-1.4\n7 0 obj<</Filter/Adobe.PubSec>>endobj\ntrailer<</Encrypt 7 0 R>>\n%%EOF';
  it.each([
    [file('a.exe', 'MZ\u0000\u0001'), uploadEn.reasons.type, uploadEs.reasons.type],
    [file('a.pdf', 'MZ\u0000\u0001'), uploadEn.content.type('PDF'), uploadEs.content.type('PDF')],
    [file('b.pdf', 'paid'), uploadEn.content.type('PDF'), uploadEs.content.type('PDF')],
    [file('a.txt', 'paid'), uploadEn.reasons.type, uploadEs.reasons.type],
    [file('locked.pdf', encrypted), uploadEn.content.password, uploadEs.content.password],
    [file('a.xlsx', 'PK\u0003\u0004'), uploadEn.content.damaged, uploadEs.content.damaged],
    [
      new File([Uint8Array.from(ole.padEnd(2_048, '\u0000'), (sign) => sign.charCodeAt(0))], 'a.xls'),
      uploadEn.reasons.type,
      uploadEs.reasons.type,
    ],
  ])('that staff cannot open are refused in both languages: $name', async (refused, english, spanish) => {
    const { name } = refused;
    expect(await choose([refused])).toEqual({ kept: [], rejected: [[name, english]] });
    expect((await choose([refused], uploadEs)).rejected).toEqual([[name, spanish]]);
  });
});
