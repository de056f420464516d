import { stateNamesInSpanish } from '../lists/states.es.ts';

/** `fields.ts` in Spanish. */
export const representativeInSpanish = {
  label: 'Agente o representante legal',
  hint: 'Solo si alguien presenta el reclamo en nombre de la persona de arriba.',
} as const;

export const streetInSpanish = { label: 'Dirección: número y calle' } as const;

export const cityInSpanish = { label: 'Ciudad' } as const;

export const stateInSpanish = { label: 'Estado', options: stateNamesInSpanish } as const;

export const zipInSpanish = {
  label: 'Código postal',
  placeholder: '12345 o 12345-6789',
} as const;

export const signatureInSpanish = {
  label: 'Firma electrónica',
  hint: 'Escriba su nombre completo. Vale como su firma.',
} as const;

export const captchaInSpanish = { label: 'No soy un robot' } as const;
