import { translateForm } from '@redress/forms/translate-form';
import { brandDrugExclusionsInSpanish, spanishStates } from '../class-definition.es.ts';
import { facts } from '../facts.ts';
import { longDate } from '../../shared/formats.ts';
import { insuranceQuestionInSpanish } from '../lists/insurance-question.es.ts';
import { consumerV1 } from './consumer.v1.ts';
import {
  captchaInSpanish,
  cityInSpanish,
  representativeInSpanish,
  signatureInSpanish,
  stateInSpanish,
  streetInSpanish,
} from '../../shared/forms/fields.es.ts';
import { zipInSpanish } from './fields.es.ts';
import { messagesInSpanish } from './messages.es.ts';

const { brandDrug } = facts;
const from = longDate(brandDrug.classPeriod.from, 'es');
const to = longDate(brandDrug.classPeriod.to, 'es');

/** `consumerV1` in Spanish. */
export const consumerV1Es = translateForm(
  consumerV1,
  'es',
  {
    title: 'FORMULARIO DE RECLAMO DEL CONSUMIDOR',
    sections: [
      {
        title: 'Identificación del reclamante',
        items: {
          name1: { label: 'Nombre y apellido' },
          name2: representativeInSpanish,
          street1: streetInSpanish,
          city: cityInSpanish,
          state: {
            ...stateInSpanish,
            hint: `Donde vive ahora. No tiene que ser uno de los ${brandDrug.states.length} estados de abajo.`,
          },
          zip: zipInSpanish,
          phone1: { label: 'Teléfono', hint: '10 dígitos, para llamarle acerca de su reclamo.' },
          email: { label: 'Correo electrónico', hint: 'Para escribirle acerca de su reclamo.' },
        },
      },
      {
        title: '¿Debo presentar un reclamo?',
        items: { classMemberConfirmation: { label: 'Leí esta sección y soy miembro de la clase.' } },
        prose: [
          [
            'Usted es miembro de la clase, es decir, del grupo incluido en el acuerdo, si se cumplen estas dos cosas:',
            {
              list: [
                `entre el ${from} y el ${to}, pagó todo o parte del precio del medicamento de marca, o de un genérico que el farmacéutico puede dar en su lugar (un genérico con clasificación AB);`,
                `lo compró para usted o para su familia, y no para venderlo, en uno de los ${brandDrug.states.length} estados de esta lista.`,
              ],
            },
            { heading: `Los ${brandDrug.states.length} estados` },
            `${spanishStates.join(', ')}.`,
            { heading: 'Quién no puede reclamar' },
            'No son parte de la clase:',
            { list: brandDrugExclusionsInSpanish },
            `Si ya presentó un reclamo en el acuerdo de ${brandDrug.earlierYear}, no tiene que presentar otro. Ese reclamo vale para los dos acuerdos.`,
          ],
        ],
      },
      {
        title: 'Información de sus compras',
        items: {
          repealerStateTotalAmountPaid: {
            label: 'Total que usted pagó, en dólares',
            hint: 'Solo números, con un punto para los centavos. Por ejemplo: 1250.50',
          },
          totalNumOfPrescriptions: {
            label: 'Número de recetas que surtió',
            hint: 'Cuente también cada resurtido. Por ejemplo: 24',
          },
          insuranceQuestion: {
            label: '¿Pagó un seguro una parte de estas compras?',
            options: insuranceQuestionInSpanish,
          },
        },
        prose: [
          [
            `Cuente solo lo que pagó usted, en los ${brandDrug.states.length} estados, del ${from} al ${to}. Los copagos cuentan. Lo que pagó su seguro no cuenta. Si no está seguro, escriba un cálculo aproximado.`,
          ],
        ],
      },
      {
        title: 'Documentos del reclamo y desacuerdos',
        items: { files: { label: 'Sus documentos' } },
        prose: [
          [
            'Puede reclamar sin documentos. Si tiene algunos, nos ayudan a revisar su reclamo: recibos de la farmacia, un historial de su farmacia o estados de cuenta de su seguro. Basta una foto que se pueda leer.',
            'Quizá le pidamos documentos más adelante. Si su reclamo se reduce o se rechaza, le decimos por qué, y usted puede pedir otra revisión. Guarde sus originales.',
          ],
        ],
      },
      {
        title: 'Certificación',
        items: { signature: signatureInSpanish, googleRecaptchaToken: captchaInSpanish },
        prose: [
          [
            'Al firmar, certifico bajo pena de perjurio que:',
            {
              list: [
                'lo que digo en este formulario es verdadero y correcto, hasta donde yo sé;',
                'soy miembro de la clase, o tengo permiso para reclamar en nombre de uno, y no he pedido ser excluido;',
                'no he vendido ni cedido mi derecho a este pago, y este es el único reclamo por estas compras;',
                `acepto la liberación del párrafo ${brandDrug.releaseParagraph} del convenio del acuerdo: renuncio a mi derecho de demandar a las empresas liberadas por los asuntos de este caso;`,
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
