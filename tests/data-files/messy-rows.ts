import type { DataRules } from '@redress/datafiles/rules';

/**
 * Lines of a pipe-delimited file as bad as payors' files: all ways to write dates, codes, states
 * and amounts, some of them wrong, duplicates, blank lines and a total. The same seed gives the
 * same lines. The last column numbers the rows, so that only copied rows are duplicates.
 */
export function* messyLines(count: number, rules: DataRules, seed = 7): Generator<string> {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(random() * list.length)];
    if (picked === undefined) throw new RangeError('The list is empty');
    return picked;
  };
  const chance = (share: number) => random() < share;
  const writeCells = cellWriter(rules, pick, chance, random);
  const recent: string[] = [];

  yield [...rules.tables.purchases.map(({ header }) => header), 'Line Number'].join('|');
  for (let row = 1; row <= count; row += 1) {
    if (chance(0.002)) yield '';
    const earlier = recent.length > 0 && chance(0.03) ? pick(recent) : undefined;
    const line = earlier ?? [...writeCells(), String(row)].join('|');
    if (earlier === undefined) recent.push(line);
    if (recent.length > 500) recent.shift();
    yield line;
  }
  yield 'Total|||||123456.78|||';
}

const payors = ['Example Health Plan', 'Sample Insurance Co.', ' Demonstration Mutual ', 'Specimen HMO'];
const plans = Array.from({ length: 25 }, (_, index) => `Sample Fund ${index + 1}`);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function cellWriter(
  rules: DataRules,
  pick: <T>(list: readonly T[]) => T,
  chance: (share: number) => boolean,
  random: () => number,
): () => string[] {
  const counting = rules.regions.filter(({ counts }) => counts);
  const others = rules.regions.filter(({ counts }) => !counts);
  const writeState = ({ name, code }: { name: string; code: string }) =>
    pick([name, name, name, code, name.toUpperCase(), code.toLowerCase(), ` ${name} `]);
  const digits = (length: number) =>
    Math.floor(random() * 10 ** length)
      .toString()
      .padStart(length, '0');

  const drug = () => {
    if (chance(0.01)) return '';
    if (chance(0.01)) return pick(['Aspirin', 'unknown', '12345678901', '99999083399', '99998-0833-21']);
    const { ndc, digits: code } = pick(rules.drugs);
    // 99999-0833-21 without the zero: 99999-833-21 and 9999983321.
    if (chance(0.05)) return ndc.replace('-0', '-');
    if (chance(0.05)) return ndc.replace('-0', '').replaceAll('-', '');
    if (chance(0.1)) return pick(['AB-rated generic', 'GENERIC', 'generic 75 mg']);
    return chance(0.3) ? ndc : code;
  };

  const date = () => {
    if (chance(0.01)) return '';
    if (chance(0.01)) return pick(['02/30/2009', 'unknown', '00/00/0000', '2009-13-01', '31/31/2009']);
    // Includes a few days before and after the period.
    const day = new Date(Date.UTC(2008, 5, 1) + Math.floor(random() * 1_110) * 86_400_000);
    const [year, month, of] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
    const [mm, dd] = [String(month).padStart(2, '0'), String(of).padStart(2, '0')];
    return pick([
      `${mm}/${dd}/${year}`,
      `${mm}/${dd}/${year}`,
      `${month}/${of}/${year % 100 < 10 ? '0' : ''}${year % 100}`,
      `${year}-${mm}-${dd}`,
      `${year}${mm}${dd}`,
      `${months[month - 1]} ${of}, ${year}`,
      `${of}-${months[month - 1]}-${year}`,
      `${mm}/${dd}/${year} 00:00:00`,
      `${year}-${mm}-${dd}T13:45:00`,
      ...(of > 12 ? [`${dd}/${mm}/${year}`] : []),
    ]);
  };

  const amount = () => {
    if (chance(0.01)) return '';
    if (chance(0.01)) return pick(['n/a', '12.3.4', '1.234,56', 'ten', '123456789012.50', '--5', '1,23']);
    const whole = Math.floor(random() ** 3 * 4_000);
    const plain = `${whole}.${digits(pick([1, 2, 2, 2, 4]))}`;
    const grouped = plain.replace(/^(\d)(\d{3})\./, '$1,$2.');
    if (chance(0.02)) return `${plain}${digits(3)}5`;
    if (chance(0.01)) return pick(['0', '0.00', '-0.00']);
    if (chance(0.06)) return pick([`-${plain}`, `(${plain})`, `${plain}-`, `-$${grouped}`, `($${grouped})`]);
    if (chance(0.15)) return pick([`$${grouped}`, `$ ${plain}`, `USD ${plain}`, grouped, ` ${plain} `, String(whole)]);
    return plain;
  };

  return () => [
    chance(0.005) ? '' : pick(payors),
    drug(),
    date(),
    chance(0.005)
      ? ''
      : chance(0.02)
        ? pick([...others.map(writeState), 'Arizonia', 'XX'])
        : writeState(pick(counting)),
    chance(0.005) ? '' : chance(0.01) ? pick(['Freedonia', 'ZZ']) : writeState(pick(rules.regions)),
    amount(),
    chance(0.03) ? '' : pick(plans),
    chance(0.02) ? pick(['', '1234', 'none']) : `${pick(['12', '98'])}-${digits(7)}`,
  ];
}

/** From 0 up to 1 (excluded), always the same for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
