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
import { tppV2 } from './tpp.v2.ts';

/** `tppV2` in Spanish. */
export const tppV2Es = translateForm(
  tppV2,
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
            'Envíe archivos de Excel (.xlsx) o archivos de texto (.txt, .csv): con columnas separadas por barras verticales, tabuladores o comas, o de ancho fijo. Un archivo de datos puede tener hasta 2 GB. Los demás documentos, hasta 25 MB.',
            'Revisamos cada archivo de datos en cuanto lo elige. Usted ve los totales y qué filas debe corregir. Siempre puede enviar lo que tiene. Si su navegador no usa scripts, ningún archivo puede pasar de 25 MB, y lo revisamos después de que presente el reclamo.',
            disputesInSpanish,
          ],
        ],
      },
      certificationInSpanish,
    ],
  },
  messagesInSpanish,
);
