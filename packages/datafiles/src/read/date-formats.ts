import { readXmlTags } from './xml.ts';

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

const dayMilliseconds = 86_400_000;
/** 9999-12-31, the last day of spreadsheets. */
const lastDay = 2_958_465;

/** In UTC, because a sheet has no time zone. Undefined for numbers that show no date. */
export function dateOfSerial(serial: number, from1904: boolean): Date | undefined {
  const days = from1904 ? serial + 1462 : serial;
  if (!(days >= 0 && days <= lastDay + 1)) return undefined;
  // Excel's 1900 has a February 29, so earlier days count from December 31, 1899, and later ones
  // from December 30.
  const first = Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(first + Math.round(days * dayMilliseconds));
}
