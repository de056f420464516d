// payor.v1.ts in Spanish.
import { translateForm } from '@redress/forms/translate-form';
import { dollars } from '../../shared/formats.ts';
import {
  captchaInSpanish,
  cityInSpanish,
  signatureInSpanish,
  stateInSpanish,
  streetInSpanish,
  zipInSpanish,
} from '../../shared/forms/fields.es.ts';
import { messagesInSpanish } from '../../shared/forms/messages.es.ts';
import { exclusionsInSpanish, payorsInSpanish } from '../class-definition.es.ts';
import { facts } from '../facts.ts';
import { payorV1 } from './payor.v1.ts';

const purchaseDataFrom = dollars(facts.purchaseDataFrom, 'es');

const contact = {
  contactName: { label: 'Persona de contacto' },
  street1: streetInSpanish,
  city: cityInSpanish,
  state: stateInSpanish,
  zip: zipInSpanish,
  phone1: { label: 'Teléfono', hint: '10 dígitos' },
  email: { label: 'Correo electrónico', hint: 'Para enviarle un recibo y escribirle acerca de su reclamo.' },
} as const;
const taxIdHint = '9 dígitos, sin el guion';

export const payorV1Es = translateForm(
  payorV1,
  'es',
  {
    title: 'Formulario de reclamo del tercero pagador',
    sections: [
      {
        title: '¿Quién presenta el reclamo?',
        items: {
          filer: {
            label: 'Presento el reclamo como',
            options: {
              Payor: 'Sección A: un tercero pagador',
              Agent: 'Sección B: un agente autorizado de uno o más pagadores',
            },
          },
        },
      },
      {
        title: 'Tercero pagador',
        items: {
          payorName: { label: 'Nombre de la empresa o del plan de salud' },
          ...contact,
          taxId: { label: 'Número de identificación fiscal (FEIN)', hint: taxIdHint },
        },
      },
      {
        title: 'Agente autorizado',
        items: {
          agentName: { label: 'Nombre de la empresa del agente' },
          ...contact,
          agentTaxId: { label: 'Número de identificación fiscal (FEIN) del agente', hint: taxIdHint },
          payors: {
            label: 'Pagadores por los que presenta el reclamo',
            hint: 'Puede pegar dos columnas de una hoja de cálculo, nombres y números de identificación fiscal, en el primer campo de nombre.',
            rowLabel: 'Pagador',
            tooMany: 'Un formulario admite hasta 2,000 pagadores. Presente otro formulario para los demás.',
            cells: { name: { label: 'Nombre' }, fein: { label: 'Número de identificación fiscal (FEIN)' } },
          },
        },
        prose: [
          [
            'Antes de presentar el reclamo, necesita un permiso por escrito de cada pagador. Es posible que le pidamos un comprobante.',
          ],
        ],
      },
      {
        title: 'Compras',
        items: {
          amountPaid: {
            label: 'Total pagado, en dólares',
            hint: 'No cuente lo que pagaron sus miembros. Solo números, con un punto para los centavos. Por ejemplo: 412500.75',
          },
          classMemberConfirmation: {
            label: 'Leí esta sección. Presento el reclamo en nombre de un pagador que está incluido.',
          },
        },
        prose: [
          [
            payorsInSpanish,
            { heading: 'Quién no puede reclamar' },
            'No están incluidos:',
            { list: exclusionsInSpanish },
          ],
        ],
      },
      {
        title: 'Sus datos',
        items: {
          files: {
            label: 'Sus datos y documentos',
            due: [
              'Con este reclamo hay que enviar los datos de los miembros. Agréguelos aquí, o presente el reclamo ahora y envíelos por correo.',
              `También hay que enviar los datos de las compras porque reclama ${purchaseDataFrom} o más.`,
            ],
          },
        },
        prose: [
          [
            'Todos deben enviar los datos de los miembros: cuántos hubo en cada estado y en cada año.',
            `Los datos de cada compra son obligatorios si reclama ${purchaseDataFrom} o más.`,
            'Envíe archivos de Excel (.xlsx) o archivos de texto (.txt, .csv). Un archivo de datos puede tener hasta 2 GB. Los demás documentos, hasta 25 MB. Revisamos cada archivo de datos en cuanto lo elige.',
          ],
        ],
      },
      {
        title: 'Certificación',
        items: { signature: signatureInSpanish, googleRecaptchaToken: captchaInSpanish },
        prose: [
          [
            'Al firmar, certifico bajo pena de perjurio, conforme a las leyes de los Estados Unidos, que:',
            {
              list: [
                'lo que digo en este formulario y en los datos que envío es verdadero y correcto, hasta donde yo sé;',
                'tengo permiso para firmar por la empresa nombrada arriba y, si soy agente, cada pagador me autorizó por escrito;',
                'ninguno de los pagadores ha pedido ser excluido, y no hay otro reclamo por estas compras;',
                'los pagadores aceptan la liberación del convenio del acuerdo;',
                'el tribunal de este caso decide cualquier cuestión sobre este reclamo.',
              ],
            },
          ],
        ],
      },
    ],
  },
  // With rules of your own: { ...messagesInSpanish, 'The message': 'El mensaje' }
  messagesInSpanish,
);
