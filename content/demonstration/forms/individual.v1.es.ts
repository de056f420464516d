import { translateForm } from '@redress/forms/translate-form';
import { facts } from '../facts.ts';
import { dollars, longDate } from '../../shared/formats.ts';
import { outOfPocketRangesInSpanish } from '../lists/out-of-pocket-ranges.es.ts';
import {
  captchaInSpanish,
  cityInSpanish,
  representativeInSpanish,
  signatureInSpanish,
  stateInSpanish,
  streetInSpanish,
} from '../../shared/forms/fields.es.ts';
import { zipInSpanish } from './fields.es.ts';
import { individualV1 } from './individual.v1.ts';
import { messagesInSpanish } from './messages.es.ts';

const { savingsClub } = facts;
const period = `entre el ${longDate(savingsClub.classPeriod.from, 'es')} y el ${longDate(savingsClub.classPeriod.to, 'es')}`;
const documentsFrom = dollars(savingsClub.documentsFrom, 'es');

/** `individualV1` in Spanish. */
export const individualV1Es = translateForm(
  individualV1,
  'es',
  {
    title: 'FORMULARIO DE RECLAMO INDIVIDUAL',
    sections: [
      {
        title: 'Identificación del reclamante',
        items: {
          noticeId: {
            label: 'Notice ID (número del aviso)',
            hint: '9 dígitos, si recibió un aviso. Sin él también puede reclamar.',
          },
          name1: { label: 'Nombre del reclamante' },
          name2: representativeInSpanish,
          street1: streetInSpanish,
          city: cityInSpanish,
          state: stateInSpanish,
          zip: zipInSpanish,
          phone1: { label: 'Teléfono celular', hint: '10 dígitos, para llamarle acerca de su reclamo.' },
          email: { label: 'Correo electrónico', hint: 'Ahí le enviamos su recibo.' },
        },
      },
      {
        title: 'Confirmación de que está incluido',
        items: {
          excludedAcknowledgement: { label: 'Soy miembro de la clase y no he pedido ser excluido.' },
        },
        prose: [
          [
            'Usted es miembro de la clase, es decir, del grupo incluido en el acuerdo, si se cumplen estas dos cosas:',
            {
              list: [
                `pagó todo o parte del precio de una receta en la cadena de farmacias ${period};`,
                'usó los beneficios de un seguro para pagarla, en los Estados Unidos o en sus territorios.',
              ],
            },
            'Quienes pidieron ser excluidos de este acuerdo no son miembros de la clase.',
          ],
        ],
      },
      {
        title: 'Cálculo de sus compras',
        items: {
          outOfpocketExpensePaid: {
            label: `¿Cuánto pagó de su bolsillo por sus recetas en la cadena de farmacias ${period}?`,
            hint: 'Basta con un cálculo aproximado.',
            options: outOfPocketRangesInSpanish,
          },
        },
      },
      {
        title: 'Envío de documentos',
        items: {
          files: {
            label: 'Sus documentos',
            due: [
              'Faltan documentos: hay que enviarlos porque no dio un Notice ID (número del aviso).',
              `Faltan documentos: hay que enviarlos porque su cálculo es de ${documentsFrom} o más.`,
            ],
          },
        },
        prose: [
          [
            `No necesita documentos si tiene un Notice ID (número del aviso) y su cálculo es de menos de ${documentsFrom}. Si no, agregue comprobantes de lo que pagó: recibos de la farmacia, un historial de su farmacia o estados de cuenta de su seguro. También puede reclamar ahora y enviarnos copias por correo.`,
            'Si su reclamo se reduce o se rechaza, le decimos por qué, y usted puede pedir otra revisión. Guarde sus originales.',
          ],
        ],
      },
      {
        title: 'Certificación y firma',
        items: {
          signature: signatureInSpanish,
          agentSignature: {
            label: 'Firma electrónica del agente',
            hint: 'Solo si alguien presenta el reclamo en nombre del reclamante.',
          },
          googleRecaptchaToken: captchaInSpanish,
        },
        prose: [
          [
            'Al firmar, certifico bajo pena de perjurio que:',
            {
              list: [
                'lo que digo en este formulario es verdadero y correcto, hasta donde yo sé;',
                'soy miembro de la clase, o tengo permiso para reclamar en nombre de uno;',
                'este es el único reclamo por estas compras;',
                'acepto que el tribunal de este caso decida cualquier cuestión sobre mi reclamo.',
              ],
            },
          ],
        ],
      },
    ],
  },
  messagesInSpanish,
);
