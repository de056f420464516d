/** With the specification's placeholder. */
export const zipInSpanish = {
  label: 'Código postal',
  placeholder: 'Código postal: (XXXXX o XXXXX-XXXX)',
} as const;
