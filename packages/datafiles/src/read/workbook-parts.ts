import type { ByteSource } from '../byte-source.ts';
import { UnreadableFileError } from '../opened-file.ts';
import type { UnreadableReason } from '../report.ts';
import { type ZipEntry, unpackText, readZipDirectory } from './zip.ts';
import { type XmlTag, readXmlTags } from './xml.ts';

/** These parts of the archive make up a workbook. */
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
/**
 * Large enough for thousands of parts, but limited: the server reads these lists while a request
 * waits.
 */
const maxTypesBytes = 512 * 1024;
/** Excel allows 31 characters. Each finding repeats the name. */
const maxSheetNameLength = 100;
/** No workbook of data has more. */
const maxSheets = 255;

/** Finds the parts of a workbook, or the reason the file is not one, before reading any sheet. */
export async function findWorkbookParts(
  source: ByteSource,
): Promise<WorkbookParts | { readonly reason: UnreadableReason }> {
  const directory = await readZipDirectory(source);
  if ('reason' in directory) return directory;
  const { entries } = directory;
  const main = await findMainPart(source, entries);
  if (main.kind === 'macros') return { reason: main.kind };
  if (main.kind === 'binary') return { reason: 'old-excel' };
  if (main.kind !== 'xlsx') return { reason: 'not-a-table' };
  const workbook = entries.get(main.name);
  if (!workbook) return { reason: 'damaged' };
  const tags = [...readXmlTags(await unpackText(source, workbook, maxListBytes))];
  const parts = await readRelations(source, entries, main.name);
  const partOf = (type: string) =>
    entries.get(parts.find((part) => part.type === type)?.target ?? '') ?? entries.get(main.partOfType(type) ?? '');
  const sheets = tags.flatMap((tag) => {
    if (tag.name !== 'sheet') return [];
    const id = relationOf(tag);
    const part = parts.find((one) => one.id === id);
    // A sheet of another type has a chart or a dialog.
    if (part && part.type !== 'worksheet') return [];
    const entry = entries.get(part?.target ?? '');
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

interface MainPart {
  readonly kind: 'xlsx' | 'docx' | 'macros' | 'binary' | 'other';
  /** The name is in lower case. The part may be missing. */
  readonly name: string;
  /** Finds the name of a part by its content type, such as `sharedStrings`. */
  readonly partOfType: (type: string) => string | undefined;
}

/**
 * Detects the kind of an Office archive by its content types, else by its relations, else by the
 * places where most programs write their parts.
 * @throws UnreadableFileError the list of content types is missing, encrypted or damaged
 */
export async function findMainPart(source: ByteSource, entries: ReadonlyMap<string, ZipEntry>): Promise<MainPart> {
  const names = [...entries.keys()];
  const types = entries.get('[content_types].xml');
  if (!types) {
    if (names.some((name) => /^(?:xl|word)\//.test(name))) throw new UnreadableFileError('damaged');
    return { kind: 'other', name: '', partOfType: () => undefined };
  }
  const declared: { readonly name: string; readonly type: string }[] = [];
  for (const { attributes } of readXmlTags(await unpackText(source, types, maxTypesBytes))) {
    const { PartName: name = '', ContentType: type } = attributes;
    // Microsoft's Open XML SDK declares the type of the main part for all XML, without a name.
    if (type !== undefined) declared.push({ name: name.replace(/^\//, '').toLowerCase(), type });
  }
  // Only the main part counts, because a letter may contain a workbook with macros.
  const mainTypes = declared.filter(({ type }) => /\.main(?:\+xml)?$/i.test(type));
  const ofType = (type: RegExp) => mainTypes.find((one) => type.test(one.type));
  const partOfType = (type: string) =>
    declared.find((one) => one.name !== '' && one.type.endsWith(`.${type}+xml`))?.name;
  const office = ofType(/\.(?:spreadsheetml|wordprocessingml)\.(?:sheet|document|template)\.main\+xml$/i);
  const relations = await readRelations(source, entries, '', maxTypesBytes);
  const related = relations.find(({ type }) => type === 'officeDocument')?.target;
  const usual = names.find((one) => /^(?:xl\/workbook|word\/document)\.xml$/.test(one));
  const name = [office?.name, related, usual].find(Boolean) ?? '';
  if (ofType(/\.sheet\.binary\./i) || name.endsWith('.bin')) return { kind: 'binary', name, partOfType };
  if (ofType(/macroEnabled/i) || names.some((one) => /(?:^|\/)vbaproject\.bin$/.test(one)))
    return { kind: 'macros', name, partOfType };
  const isWorkbook = office ? /spreadsheetml/i.test(office.type) : name.startsWith('xl/');
  const isLetter = office ? !isWorkbook : name.startsWith('word/');
  return { kind: isWorkbook ? 'xlsx' : isLetter ? 'docx' : 'other', name, partOfType };
}

/** The prefix of the attribute differs between programs. */
function relationOf({ attributes }: XmlTag): string | undefined {
  return Object.entries(attributes).find(([name]) => /^(.+:)?id$/.test(name))?.[1];
}

interface Relation {
  readonly id: string;
  /** The last part of the type's URL is the same in both editions of the standard. */
  readonly type: string;
  /** The path begins at the root of the archive, in lower case. */
  readonly target: string;
}

async function readRelations(
  source: ByteSource,
  entries: ReadonlyMap<string, ZipEntry>,
  part: string,
  maxBytes = maxListBytes,
): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const entry = entries.get(`${folder}_rels/${part.slice(slash)}.rels`.toLowerCase());
  if (!entry) return [];
  const relations: Relation[] = [];
  for (const { name, attributes } of readXmlTags(await unpackText(source, entry, maxBytes))) {
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes;
    if (name !== 'Relationship') continue;
    relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolve(folder, target).toLowerCase() });
  }
  return relations;
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

/** Returns, for each index of a cell style, whether it shows a number as a date. */
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

/** ECMA-376, 18.8.30, defines these numbers, and Excel reserves others for East Asian dates. */
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
