import { normalizeSpelling } from './rules.ts';

/** Forms offer these names of states, territories and armed forces. The values are postal codes. */
export const stateCodes = {
  Alabama: 'AL',
  Alaska: 'AK',
  'American Samoa': 'AS',
  Arizona: 'AZ',
  Arkansas: 'AR',
  'Armed Forces Americas (AA)': 'AA',
  'Armed Forces Europe (AE)': 'AE',
  'Armed Forces Pacific (AP)': 'AP',
  California: 'CA',
  Colorado: 'CO',
  Connecticut: 'CT',
  Delaware: 'DE',
  'District of Columbia': 'DC',
  Florida: 'FL',
  Georgia: 'GA',
  Guam: 'GU',
  Hawaii: 'HI',
  Idaho: 'ID',
  Illinois: 'IL',
  Indiana: 'IN',
  Iowa: 'IA',
  Kansas: 'KS',
  Kentucky: 'KY',
  Louisiana: 'LA',
  Maine: 'ME',
  Maryland: 'MD',
  Massachusetts: 'MA',
  Michigan: 'MI',
  Minnesota: 'MN',
  Mississippi: 'MS',
  Missouri: 'MO',
  Montana: 'MT',
  Nebraska: 'NE',
  Nevada: 'NV',
  'New Hampshire': 'NH',
  'New Jersey': 'NJ',
  'New Mexico': 'NM',
  'New York': 'NY',
  'North Carolina': 'NC',
  'North Dakota': 'ND',
  'Northern Mariana Islands': 'MP',
  Ohio: 'OH',
  Oklahoma: 'OK',
  Oregon: 'OR',
  Pennsylvania: 'PA',
  'Puerto Rico': 'PR',
  'Rhode Island': 'RI',
  'South Carolina': 'SC',
  'South Dakota': 'SD',
  Tennessee: 'TN',
  Texas: 'TX',
  'U.S. Virgin Islands': 'VI',
  Utah: 'UT',
  Vermont: 'VT',
  Virginia: 'VA',
  Washington: 'WA',
  'West Virginia': 'WV',
  Wisconsin: 'WI',
  Wyoming: 'WY',
} as const;

/** Traditional abbreviations are from the GPO Style Manual, 9.33, and older lists. */
const abbreviations: Readonly<Record<string, string>> = {
  AL: 'Ala',
  AK: 'Alas',
  AZ: 'Ariz',
  AR: 'Ark',
  CA: 'Calif, Cal',
  CO: 'Colo, Col',
  CT: 'Conn',
  DE: 'Del',
  DC: 'Washington DC, Wash DC, Dist of Columbia, Dist Columbia',
  FL: 'Fla, Flor',
  HI: 'Haw',
  ID: 'Ida',
  IL: 'Ill, Ills',
  IN: 'Ind',
  KS: 'Kans, Kan',
  KY: 'Ken, Kent',
  MA: 'Mass',
  MI: 'Mich',
  MN: 'Minn',
  MP: 'Northern Marianas, CNMI',
  MS: 'Miss',
  MT: 'Mont',
  NE: 'Nebr, Neb',
  NV: 'Nev',
  NH: 'N Hampshire, N Hamp',
  NJ: 'N Jersey',
  NM: 'N Mexico, N Mex, New Mex',
  NY: 'N York',
  NC: 'N Carolina, No Carolina, N Car',
  ND: 'N Dakota, No Dakota, N Dak, No Dak',
  OK: 'Okla',
  OR: 'Oreg, Ore',
  PA: 'Penna, Penn',
  PR: 'P Rico',
  RI: 'R Island',
  SC: 'S Carolina, So Carolina, S Car',
  SD: 'S Dakota, So Dakota, S Dak, So Dak',
  TN: 'Tenn',
  TX: 'Tex',
  VI: 'Virgin Islands, USVI',
  VA: 'Virg',
  WA: 'Wash',
  WV: 'W Virginia, W Va',
  WI: 'Wisc, Wis',
  WY: 'Wyo',
};
const country = /[\s,]+(?:U\.?S\.?A?\.?|United States(?: of America)?)$/i;

/**
 * Finds the one of `states` that a cell names: `California`, `CA`, `Calif.`, `California (CA)`,
 * `CA - California`, `State of California`, `California, USA`. Never guesses at other spellings.
 */
export function createStateFinder<State extends { readonly name: string; readonly code: string }>(
  states: readonly State[],
): (text: string) => State | undefined {
  const known = new Map(
    states.flatMap((state) =>
      [state.name, state.code, ...(abbreviations[state.code] ?? '').split(', ')]
        .filter((name) => name !== '')
        .map((name) => [normalizeSpelling(name), state] as const),
    ),
  );
  const findWhole = (text: string): State | undefined =>
    known.get(normalizeSpelling(text)) ??
    known.get(normalizeSpelling(text.replace(/^(?:state|commonwealth|territory) of (?:the )?| state$/i, '')));
  return (text) => {
    const local = text.slice(0, maxLength).replace(country, '');
    const whole = findWhole(local);
    if (whole) return whole;
    // `Washington (the city)` stays unknown: all parts must name the same state.
    const parts = local.split(/[-,/|()[\]]+/).filter((part) => part.trim() !== '');
    const found = new Set(parts.map(findWhole));
    return found.size === 1 ? [...found][0] : undefined;
  };
}

/** Longer cells name no state; these regular expressions take quadratic time. */
const maxLength = 100;
