// shared-sections.ts in Spanish.
import {
  captchaInSpanish,
  cityInSpanish,
  representativeInSpanish,
  signatureInSpanish,
  stateInSpanish,
  streetInSpanish,
  zipInSpanish,
} from '../../shared/forms/fields.es.ts';
import { exclusionsInSpanish } from '../class-definition.es.ts';

export const claimantInSpanish = {
  title: 'Sus datos',
  items: {
    name1: { label: 'Nombre y apellido' },
    name2: representativeInSpanish,
    street1: streetInSpanish,
    city: cityInSpanish,
    state: stateInSpanish,
    zip: zipInSpanish,
    phone1: { label: 'Teléfono', hint: '10 dígitos, para llamarle acerca de su reclamo.' },
    email: {
      label: 'Correo electrónico',
      hint: 'Para enviarle un recibo y escribirle acerca de su reclamo.',
    },
  },
} as const;

export const notIncludedInSpanish = [
  { heading: 'Quién no puede reclamar' },
  'No están incluidos:',
  { list: exclusionsInSpanish },
] as const;

export const classMemberInSpanish = { label: 'Leí esta sección y estoy incluido.' } as const;

export const certificationInSpanish = {
  title: 'Certificación',
  items: { signature: signatureInSpanish, googleRecaptchaToken: captchaInSpanish },
  prose: [
    [
      'Al firmar, certifico bajo pena de perjurio, conforme a las leyes de los Estados Unidos, que:',
      {
        list: [
          'lo que digo en este formulario es verdadero y correcto, hasta donde yo sé;',
          'estoy incluido en este acuerdo, o tengo permiso para reclamar en nombre de alguien que lo está;',
          'este es el único reclamo por estas pérdidas o compras, y no he pedido excluirme;',
          'acepto la liberación del convenio del acuerdo: renuncio a mi derecho de demandar por los asuntos de este caso;',
          'acepto que el tribunal de este caso decida cualquier cuestión sobre mi reclamo.',
        ],
      },
    ],
  ],
} as const;
