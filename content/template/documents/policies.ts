// The privacy policy.
import type { PublishedDocument } from '@redress/contract/published-documents';
import { facts } from '../facts.ts';

export const policies: readonly PublishedDocument[] = [
  {
    id: 'privacy-policy',
    title: 'Privacy policy',
    language: 'en',
    source: {
      kind: 'prose',
      markdown: `We use what you enter only to run the settlement and to handle your claim. We keep it for ${facts.yearsKept} years after the deadline. Questions? Call ${facts.phone}.`,
    },
  },
  // <spanish>
  {
    id: 'politica-de-privacidad',
    title: 'Política de privacidad',
    language: 'es',
    source: {
      kind: 'prose',
      markdown: `Usamos lo que escribe solo para administrar el acuerdo y tramitar su reclamo. Lo guardamos ${facts.yearsKept} años después de la fecha límite. ¿Preguntas? Llame al ${facts.phone}.`,
    },
  },
  // </spanish>
];
