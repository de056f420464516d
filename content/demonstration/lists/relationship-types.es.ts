import type { relationshipTypes } from './relationship-types.ts';

/** A missing translation does not compile. */
export const relationshipTypesInSpanish = {
  'Third-party administrator or administrative services provider':
    'Administrador externo o proveedor de servicios administrativos',
  'Pharmacy benefit manager': 'Administrador de beneficios de farmacia',
  Other: 'Otra',
} as const satisfies Readonly<Record<(typeof relationshipTypes)[number], string>>;
