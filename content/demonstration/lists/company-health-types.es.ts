import type { companyHealthTypes } from './company-health-types.ts';

/** A missing translation does not compile. */
export const companyHealthTypesInSpanish = {
  'Health insurance company or HMO': 'Aseguradora de salud o HMO',
  'Self-insured employee health or pharmacy benefit plan': 'Plan autoasegurado de salud o de farmacia para empleados',
  'Self-insured health and welfare fund': 'Fondo autoasegurado de salud y bienestar',
  Other: 'Otro',
} as const satisfies Readonly<Record<(typeof companyHealthTypes)[number], string>>;
