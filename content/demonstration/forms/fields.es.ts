/** The placeholder is the specification's. */
export const zipInSpanish = {
  label: 'Código postal',
  placeholder: 'Código postal: (XXXXX o XXXXX-XXXX)',
} as const;
