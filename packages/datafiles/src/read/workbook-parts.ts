import type { ByteSource } from '../byte-source.ts';
import type { UnreadableReason } from '../report.ts';
import { type ZipEntry, unpackText, readZipDirectory } from './zip.ts';
import { type XmlTag, readXmlTags } from './xml.ts';

/** The parts of the archive that make up a workbook. */
export interface WorkbookParts {
  readonly sheets: readonly SheetPart[];
  readonly sharedStrings?: ZipEntry | undefined;
  readonly styles?: ZipEntry | undefined;
  /** Dates count from 1904, as in Excel for the Mac. */
  readonly from1904: boolean;
}
export interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  readonly entry: ZipEntry;
}

/** Lists of parts and sheets are small. */
const maxListBytes = 8 * 1024 * 1024;
/** Excel allows 31 characters. Each finding repeats the name. */
const maxSheetNameLength = 100;
/** No workbook of data has more. */
const maxSheets = 255;

/** Finds the parts of a workbook, or why it is none, before reading any sheet. */
export async function findWorkbookParts(
  source: ByteSource,
): Promise<WorkbookParts | { readonly reason: UnreadableReason }> {
  const directory = await readZipDirectory(source);
  if ('reason' in directory) return directory;
  const { entries } = directory;
  if ([...entries.keys()].some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) return { reason: 'macros' };
  const types = entries.get('[Content_Types].xml');
  if (!types) return { reason: 'not-a-table' };
  if (types.encrypted) return { reason: 'encrypted' };
  if (/macroEnabled/i.test(await unpackText(source, types, maxListBytes))) return { reason: 'macros' };

  const relations = (part: string) => readRelations(source, entries, part);
  const main = (await relations('')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (/\.bin$/i.test(main)) return { reason: 'old-excel' };
  const workbook = entries.get(main);
  if (!workbook || !main.startsWith('xl/')) return { reason: 'not-a-table' };
  const tags = [...readXmlTags(await unpackText(source, workbook, maxListBytes))];
  const parts = await relations(main);
  const partOf = (type: string) => entries.get(parts.find((part) => part.type === type)?.target ?? '');
  const sheets = tags.flatMap((tag) => {
    if (tag.name !== 'sheet') return [];
    const id = relationOf(tag);
    const part = parts.find((one) => one.id === id);
    if (!part || part.type !== 'worksheet') return [];
    const entry = entries.get(part.target);
    const { name = '', state } = tag.attributes;
    return [{ name: name.slice(0, maxSheetNameLength), hidden: state === 'hidden' || state === 'veryHidden', entry }];
  });
  if (sheets.length > maxSheets) return { reason: 'too-much-inside' };
  const present = sheets.flatMap(({ entry, ...sheet }) => (entry ? [{ ...sheet, entry }] : []));
  if (present.length < sheets.length || present.length === 0) return { reason: 'damaged' };
  const date1904 = tags.find(({ name }) => name === 'workbookPr')?.attributes['date1904'];
  return {
    sheets: present,
    sharedStrings: partOf('sharedStrings'),
    styles: partOf('styles'),
    from1904: date1904 === '1' || date1904 === 'true',
  };
}

/** The prefix of the attribute differs between programs. */
function relationOf({ attributes }: XmlTag): string | undefined {
  return Object.entries(attributes).find(([name]) => /^(.+:)?id$/.test(name))?.[1];
}

interface Relation {
  readonly id: string;
  /** The last part of its URL, which is the same in both editions of the standard. */
  readonly type: string;
  /** From the root of the archive. */
  readonly target: string;
}

async function readRelations(
  source: ByteSource,
  entries: ReadonlyMap<string, ZipEntry>,
  part: string,
): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const entry = entries.get(`${folder}_rels/${part.slice(slash)}.rels`);
  if (!entry) return [];
  return [...readXmlTags(await unpackText(source, entry, maxListBytes))].flatMap(({ name, attributes }) => {
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes;
    if (name !== 'Relationship') return [];
    return [{ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolve(folder, target) }];
  });
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts: string[] = [];
  for (const part of `${folder}${target}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** By the index of a cell style, whether it shows a number as a date. */
export function findDateFormats(stylesXml: string): readonly boolean[] {
  const ownFormats = new Map<number, boolean>();
  const isDate: boolean[] = [];
  let inCellFormats = false;
  for (const { name, attributes } of readXmlTags(stylesXml)) {
    if (name === 'numFmt') {
      const { numFmtId = '', formatCode = '' } = attributes;
      if (!ownFormats.has(Number(numFmtId))) ownFormats.set(Number(numFmtId), isDateFormat(formatCode));
    } else if (name === 'xf') {
      const format = Number(attributes['numFmtId'] ?? 0);
      if (inCellFormats) isDate.push(ownFormats.get(format) ?? isBuiltInDate(format));
    } else {
      // Cells refer only to the formats in `cellXfs`.
      inCellFormats =
        name === 'cellXfs' || (inCellFormats && name !== 'cellStyleXfs' && name !== 'cellStyles' && name !== 'dxfs');
    }
  }
  return isDate;
}

/** ECMA-376, 18.8.30, and the numbers that Excel reserves for East Asian dates. */
function isBuiltInDate(format: number): boolean {
  return (
    (format >= 14 && format <= 22) ||
    (format >= 27 && format <= 36) ||
    (format >= 45 && format <= 47) ||
    (format >= 50 && format <= 58)
  );
}

/** Excel allows 255. */
const maxFormatLength = 1_000;

/** A date format has a letter for years to seconds outside of quotes, colors and conditions. */
function isDateFormat(code: string): boolean {
  const [first = ''] = code
    .slice(0, maxFormatLength)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  return /[ymdhs]/i.test(first.replace(/general|red/gi, ''));
}
