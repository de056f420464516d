import { facts } from '../facts.ts';

/** This labeler is unassigned, so that the codes are visibly fictitious. */
export const labeler = '99999';

/** A package of a covered drug, with its National Drug Code (NDC). */
export interface DrugCode {
  /** Hyphens separate labeler, product and package: `99999-0833-21`. */
  readonly ndc: string;
  readonly product: string;
  readonly milligrams: number;
  readonly capsules: number;
  readonly packaging: 'Bottle' | 'Blister pack';
  readonly kind: 'Brand' | 'Generic';
  /** The first and last day on the market, `YYYY-MM-DD`. */
  readonly marketed: { readonly from: string; readonly to: string };
}

/**
 * An NDC in the 11 digits of pharmacy data: parts are padded to 5, 4 and 2 digits, without hyphens.
 * `99999-0833-21` becomes `99999083321`, and `8-833-21` becomes `00008083321`.
 */
export function elevenDigits(ndc: string): string {
  const lengths = [5, 4, 2];
  return ndc
    .split('-')
    .map((part, index) => part.padStart(lengths[index] ?? 0, '0'))
    .join('');
}

/** Product codes by maker, in the order of strengths. */
const productCodes = {
  Brand: ['0831', '0833', '0835'],
  Generic: ['0841', '0843', '0845'],
} as const;
const products = {
  Brand: 'Brand drug, extended-release capsules',
  Generic: 'AB-rated generic, extended-release capsules',
} as const;
const packages = [
  { code: '21', capsules: 30, packaging: 'Bottle', makers: ['Brand', 'Generic'] },
  { code: '22', capsules: 90, packaging: 'Bottle', makers: ['Brand', 'Generic'] },
  { code: '23', capsules: 100, packaging: 'Bottle', makers: ['Brand', 'Generic'] },
  { code: '24', capsules: 100, packaging: 'Blister pack', makers: ['Brand'] },
] as const;

/** Within the class period, the brand’s blister packs ended and the generic began. */
const marketed = {
  Brand: {
    Bottle: { from: '1998-03-02', to: '2014-12-31' },
    'Blister pack': { from: '1999-09-01', to: '2010-03-31' },
  },
  Generic: {
    Bottle: { from: '2010-07-06', to: '2015-06-30' },
    'Blister pack': { from: '2010-07-06', to: '2015-06-30' },
  },
} as const;

/**
 * Every package of covered drugs in the brand-drug settlement: the brand first, then by strength
 * and size.
 */
export const drugCodes: readonly DrugCode[] = (['Brand', 'Generic'] as const).flatMap((kind) =>
  facts.brandDrug.strengthsInMilligrams.flatMap((milligrams, strength) =>
    packages
      .filter((pack) => pack.makers.some((maker) => maker === kind))
      .map(({ code, capsules, packaging }) => ({
        ndc: `${labeler}-${productCodes[kind][strength]}-${code}`,
        product: products[kind],
        milligrams,
        capsules,
        packaging,
        kind,
        marketed: marketed[kind][packaging],
      })),
  ),
);
