// consumer.v1.ts in Spanish.
import { translateForm } from '@redress/forms/translate-form';
import { messagesInSpanish } from '../../shared/forms/messages.es.ts';
import { consumersInSpanish } from '../class-definition.es.ts';
import {
  certificationInSpanish,
  claimantInSpanish,
  classMemberInSpanish,
  notIncludedInSpanish,
} from './shared-sections.es.ts';
import { consumerV1 } from './consumer.v1.ts';

export const consumerV1Es = translateForm(
  consumerV1,
  'es',
  {
    title: 'Formulario de reclamo del consumidor',
    sections: [
      claimantInSpanish,
      {
        title: 'Quién puede reclamar',
        items: { classMemberConfirmation: classMemberInSpanish },
        prose: [[consumersInSpanish, ...notIncludedInSpanish]],
      },
      {
        title: 'Sus compras',
        items: {
          amountPaid: {
            label: 'Total que usted pagó, en dólares',
            hint: 'Solo números, con un punto para los centavos. Por ejemplo: 1250.50',
          },
          purchaseCount: { label: 'Número de compras', hint: 'Por ejemplo: 12' },
        },
        prose: [['Cuente solo lo que pagó usted. Si no está seguro, escriba un cálculo aproximado.']],
      },
      {
        title: 'Sus documentos',
        items: { files: { label: 'Sus documentos' } },
        prose: [
          [
            'Puede reclamar sin documentos. Si tiene recibos o estados de cuenta, nos ayudan a revisar su reclamo. Basta una foto que se pueda leer. Guarde sus originales.',
          ],
        ],
      },
      certificationInSpanish,
    ],
  },
  // With rules of your own: { ...messagesInSpanish, 'The message': 'El mensaje' }
  messagesInSpanish,
);
