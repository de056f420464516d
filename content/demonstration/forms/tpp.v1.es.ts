import { translateForm } from '@redress/forms/translate-form';
import { messagesInSpanish } from './messages.es.ts';
import {
  agentInSpanish,
  certificationInSpanish,
  companyInSpanish,
  dataFromInSpanish,
  disputesInSpanish,
  purchasesInSpanish,
  requiredDataInSpanish,
  tppTitleInSpanish,
  whoFilesInSpanish,
} from './tpp-sections.es.ts';
import { tppV1 } from './tpp.v1.ts';

/** `tppV1` in Spanish. */
export const tppV1Es = translateForm(
  tppV1,
  'es',
  {
    title: tppTitleInSpanish,
    sections: [
      whoFilesInSpanish,
      companyInSpanish,
      agentInSpanish,
      purchasesInSpanish,
      {
        title: 'Comprobantes de pago y desacuerdos',
        items: {
          files: {
            label: 'Sus datos y documentos',
            due: [
              'Con este reclamo hay que enviar los datos de los miembros. Agréguelos aquí, o presente el reclamo ahora y envíelos por correo.',
              `También hay que enviar los datos de las compras, porque reclama ${dataFromInSpanish} o más.`,
            ],
          },
        },
        prose: [
          [
            ...requiredDataInSpanish,
            'Envíe archivos de Excel, o archivos de texto con columnas separadas por barras verticales o tabuladores, o de ancho fijo.',
            disputesInSpanish,
          ],
        ],
      },
      certificationInSpanish,
    ],
  },
  messagesInSpanish,
);
