import { readXmlTags } from './xml-tags.ts';

/** Which of a workbook's cell styles show a number as a date, by their number. */
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
      // Only the formats of cells are numbered from cells.
      inCellFormats =
        name === 'cellXfs' || (inCellFormats && name !== 'cellStyleXfs' && name !== 'cellStyles' && name !== 'dxfs');
    }
  }
  return isDate;
}

/** ECMA-376, 18.8.30, with those that Excel keeps for East Asian dates. */
function isBuiltInDate(format: number): boolean {
  return (
    (format >= 14 && format <= 22) ||
    (format >= 27 && format <= 36) ||
    (format >= 45 && format <= 47) ||
    (format >= 50 && format <= 58)
  );
}

/** Excel's longest is 255. */
const maxFormatLength = 1_000;

/** A format shows a date when a letter of years, months, days, hours or seconds stands outside its quotes, colors and conditions. */
function isDateFormat(code: string): boolean {
  const [first = ''] = code
    .slice(0, maxFormatLength)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  return /[ymdhs]/i.test(first.replace(/general|red/gi, ''));
}

const dayMilliseconds = 86_400_000;
/** 9999-12-31, the last day that a sheet can show. */
const lastDay = 2_958_465;

/** The day and time of a date's number; undefined for what no sheet shows as a date. UTC stands for the sheet's own time, which has no zone. */
export function dateOfSerial(serial: number, from1904: boolean): Date | undefined {
  const days = from1904 ? serial + 1462 : serial;
  if (!(days >= 0 && days <= lastDay + 1)) return undefined;
  // Excel's 1900 has a February 29: before it, days are counted from December 31, 1899; after it, from December 30.
  const first = Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(first + Math.round(days * dayMilliseconds));
}
