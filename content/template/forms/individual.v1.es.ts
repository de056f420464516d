// individual.v1.ts in Spanish.
import { translateForm } from '@redress/forms/translate-form';
import { messagesInSpanish } from '../../shared/forms/messages.es.ts';
import { individualsInSpanish } from '../class-definition.es.ts';
import {
  certificationInSpanish,
  claimantInSpanish,
  classMemberInSpanish,
  notIncludedInSpanish,
} from './shared-sections.es.ts';
import { individualV1 } from './individual.v1.ts';

export const individualV1Es = translateForm(
  individualV1,
  'es',
  {
    title: 'Formulario de reclamo individual',
    sections: [
      claimantInSpanish,
      {
        title: 'Quién puede reclamar',
        items: { classMemberConfirmation: classMemberInSpanish },
        prose: [[individualsInSpanish, ...notIncludedInSpanish]],
      },
      {
        title: 'Lo que pagó',
        items: {
          amountRange: {
            label: '¿Cuánto pagó en total?',
            hint: 'Basta con un cálculo aproximado.',
            options: {
              'Up to $100': 'Hasta $100',
              '$101 to $500': 'De $101 a $500',
              '$501 to $1,000': 'De $501 a $1,000',
              'More than $1,000': 'Más de $1,000',
            },
          },
        },
      },
      {
        title: 'Sus documentos',
        items: {
          files: {
            label: 'Sus documentos',
            due: ['Hay que enviar documentos porque pagó más de $1,000.'],
          },
        },
        prose: [
          [
            'Si pagó más de $1,000, agregue comprobantes de lo que pagó, como recibos o estados de cuenta. También puede presentar el reclamo ahora y enviarnos copias por correo. Guarde sus originales.',
          ],
        ],
      },
      certificationInSpanish,
    ],
  },
  // With rules of your own: { ...messagesInSpanish, 'The message': 'El mensaje' }
  messagesInSpanish,
);
