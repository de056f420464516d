import { facts } from '../facts.ts';

/**
 * The drug maker that settled in a year, without its article, because Spanish contracts it (`del`,
 * `al`).
 */
export function makerInSpanish({ year }: { readonly year: string }): string {
  return year === facts.brandDrug.newerYear ? 'fabricante del genérico' : 'fabricante de la marca';
}

/** `demonstrationNotice` in Spanish. */
export const demonstrationNoticeInSpanish =
  'Este documento es parte de la demostración de un sitio web de un acuerdo. Las empresas, personas y direcciones que nombra son inventadas.';
