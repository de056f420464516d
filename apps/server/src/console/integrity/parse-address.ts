import { foldLetters } from '../../claims/filing/name-words.ts';
import { directions, ordinals, suffixes, unitWords } from './postal-abbreviations.ts';

/**
 * The parts of an address that are compared. A part is empty if it is missing or not recognized.
 */
export interface Address {
  /** The house number: `12`, `12b`, `12-34`. */
  readonly house: string;
  /** The street, abbreviated by USPS Publication 28: `n larkmoor ln`. */
  readonly street: string;
  /** The unit without its designator: `4b`. */
  readonly unit: string;
  /** The number of a PO box. House and street are then empty. */
  readonly box: string;
  /** The first five digits of the ZIP code. */
  readonly zip: string;
}

const houseNumber = /^\d+[a-z]?(?:-\d+[a-z]?)?$/;
const fraction = /^\d\/\d$/;
const boxLine = /\b(?:p\s?o\s?box|post\s?office\s?box|apartado|pobox|p\s?o\s?b)\s?#?\s?(\w+)/;

/**
 * Splits the lines of an address into its parts, with the abbreviations of USPS Publication 28, so
 * that `12 North Larkmoor Lane Apt. 4-B` equals `12 N LARKMOOR LN #4B`.
 */
export function parseAddress(lines: string, zip: string): Address {
  // Fractions, as in `12 1/2`, are ignored. Folded, `12½` would be `121/2`.
  const text = foldLetters(lines.replace(/[¼½¾⅐-⅞]/g, ' '))
    .replace(/#/g, ' # ')
    .replaceAll('.', '')
    .replace(/[^a-z0-9#/-]+/g, ' ')
    .trim()
    // Moves a misplaced space: `15 8larkmoor` becomes `158larkmoor`, but `15 8th` stays.
    .replace(/^(\d+) (\d+)(?=[a-z]{3})/, '$1$2 ')
    .replace(/^(\d+)(?=[a-z]{3})/, '$1 ');
  const zip5 = zip.slice(0, 5);
  const box = boxLine.exec(text)?.[1];
  if (box !== undefined) return { house: '', street: '', unit: '', box, zip: zip5 };
  const { words, unit } = takeUnit(text.split(' '));
  const [first = ''] = words;
  const hasHouse = houseNumber.test(first);
  const rest = words.slice(hasHouse ? 1 : 0).filter((word) => !fraction.test(word));
  const street = rest.map((word, index) => abbreviate(word, index, rest.length)).join(' ');
  return { house: hasHouse ? first.replace(/^0+(?=\d)/, '') : '', street, unit, box: '', zip: zip5 };
}

/** Takes `apt 4b`, `# 4b` or a number after the street's suffix out of the words. */
function takeUnit(all: readonly string[]): { readonly words: readonly string[]; readonly unit: string } {
  // The house number comes first, so a designator or number in that position does not begin a unit.
  const at = all.findIndex(
    (word, index) => index > 1 && (word === '#' || unitWords.has(word)) && index < all.length - 1,
  );
  if (at !== -1) {
    const unit = all.slice(at).filter((word) => word !== '#' && !unitWords.has(word));
    return { words: all.slice(0, at), unit: compact(unit.join('')) };
  }
  const last = all.at(-1) ?? '';
  const before = all.at(-2) ?? '';
  const isNumberedRoad = roadsWithNumbers.has(before) || (isRoad.has(before) && roadOwners.has(all.at(-3) ?? ''));
  const isAfterStreet = suffixes.has(before) || suffixValues.has(before) || directionValues.has(before);
  const followsSuffix = all.length > 3 && isAfterStreet && !isNumberedRoad;
  if (followsSuffix && /^(?:\d+[a-z]?|[a-z]\d*|\d+-?[a-z]?)$/.test(last) && !directionValues.has(last))
    return { words: all.slice(0, -1), unit: compact(last) };
  return { words: all, unit: '' };
}

/** `State Highway 9` and `County Road 12` end with a number that is part of the name. */
const roadsWithNumbers: ReadonlySet<string> = new Set(['highway', 'hwy', 'route', 'rte', 'rt', 'interstate']);
const isRoad: ReadonlySet<string> = new Set(['road', 'rd', 'loop']);
const roadOwners: ReadonlySet<string> = new Set([
  'county',
  'co',
  'cnty',
  'state',
  'township',
  'twp',
  'forest',
  'ranch',
  'farm',
  'rural',
]);
const suffixValues: ReadonlySet<string> = new Set(suffixes.values());
const directionValues: ReadonlySet<string> = new Set(directions.values());

const compact = (text: string): string => text.replace(/[^a-z0-9]/g, '').replace(/^0+(?=\w)/, '');

function abbreviate(word: string, index: number, length: number): string {
  const ordinal = ordinals.get(word);
  if (ordinal !== undefined) return ordinal;
  // `North Avenue` and `Court Street` are names: a direction or suffix is at an end.
  const isEnd = index === length - 1 || (index === length - 2 && index > 0);
  if (length > 1 && (index === 0 || isEnd)) {
    const direction = directions.get(word);
    if (direction !== undefined) return direction;
  }
  return (isEnd && index > 0 ? suffixes.get(word) : undefined) ?? word.replace(/-/g, '');
}

/** Whether mail to both may reach one house. Units are not compared. */
export const isSameBuilding = (a: Address, b: Address): boolean =>
  a.zip !== '' && a.zip === b.zip && a.house === b.house && a.street === b.street && a.box === b.box && !isUnknown(a);

/** Whether the address has too few parts for a comparison. */
export const isUnknown = ({ house, street, box }: Address): boolean => (house === '' || street === '') && box === '';
