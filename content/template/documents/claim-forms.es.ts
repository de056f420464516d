// claim-forms.ts in Spanish. Caption and address stay in English.
import type { ClaimFormDocument, PublishedDocument } from '@redress/contract/published-documents';
import type { Line } from '@redress/forms/definition';
import { longDate } from '../../shared/formats.ts';
import { facts } from '../facts.ts';
// <consumer>
import { consumerV1Es } from '../forms/consumer.v1.es.ts';
// </consumer>
// <data-incident>
import { dataIncidentV1Es } from '../forms/data-incident.v1.es.ts';
// </data-incident>
// <individual>
import { individualV1Es } from '../forms/individual.v1.es.ts';
// </individual>
// <payor>
import { payorV1Es } from '../forms/payor.v1.es.ts';
// </payor>

const common = {
  kind: 'claim-form',
  settlement: facts.nameInSpanish,
  caption: `${facts.caption}, ${facts.docketNumber}`,
  deadline: `Envíe este formulario con matasellos (el sello con la fecha) del ${longDate(facts.deadline, 'es')} o antes.`,
  afterDeadline: 'No se aceptan los reclamos que se envíen después.',
  mailTo: facts.mailingAddress,
} as const satisfies Partial<ClaimFormDocument>;

const instructions = [
  'Para recibir un pago debe presentar un reclamo, por internet o en papel. Si presentó este reclamo por internet, no envíe también este formulario.',
  'Llénelo en la pantalla e imprímalo, o escriba claro con bolígrafo negro o azul. Fírmelo a mano.',
  'Llene todas las secciones. Las preguntas que no tiene que contestar dicen “(opcional)”.',
  'Los pagos se harán solo después de que el tribunal apruebe el acuerdo y terminen todas las apelaciones.',
  `¿Necesita ayuda? Llame al ${facts.phone}. La llamada es gratis.`,
] as const;

const printedItems = {
  signature: { label: 'Firma', hint: 'Firme a mano, con tinta.' },
  phone1: { hint: '10 dígitos' },
  files: {
    label: 'Documentos que envía',
    prose: ['Envíe copias y guarde los originales. Escriba su nombre en cada copia.'],
  },
} as const;

const checklist: readonly Line[] = [
  'Contesté todas las preguntas que me corresponden.',
  'Incluí copias de mis documentos, si los tengo.',
  'Firmé el formulario y escribí la fecha.',
  'Hice una copia de todo lo que envío. Es mi recibo.',
  'Escribí la dirección de abajo en el sobre y le puse suficientes sellos de correo.',
];

export const claimFormDocumentsInSpanish: readonly PublishedDocument[] = [
  // <consumer>
  {
    id: 'formulario-reclamo-consumidor',
    title: 'Formulario de reclamo del consumidor',
    language: 'es',
    source: {
      ...common,
      form: consumerV1Es,
      instructions,
      printedItems: { ...printedItems, amountPaid: { hint: 'Los centavos, después de un punto: 1250.50' } },
      checklist,
    },
  },
  // </consumer>
  // <individual>
  {
    id: 'formulario-reclamo-individual',
    title: 'Formulario de reclamo individual',
    language: 'es',
    source: { ...common, form: individualV1Es, instructions, printedItems, checklist },
  },
  // </individual>
  // <payor>
  {
    id: 'formulario-reclamo-tercero-pagador',
    title: 'Formulario de reclamo del tercero pagador',
    language: 'es',
    source: {
      ...common,
      form: payorV1Es,
      instructions,
      printedRows: 15,
      printedItems: {
        ...printedItems,
        files: {
          label: 'Cómo enviar sus datos',
          prose: [
            `Ponga los datos en una memoria USB y envíela con este formulario. Use la plantilla de ${facts.website}.`,
            'Si cifra los datos, es decir, los escribe en clave, díganos la contraseña por teléfono. No la ponga en el sobre.',
          ],
        },
      },
      checklist,
    },
  },
  // </payor>
  // <data-incident>
  {
    id: 'formulario-reclamo-incidente-de-datos',
    title: 'Formulario de reclamo por el incidente de datos',
    language: 'es',
    source: { ...common, form: dataIncidentV1Es, instructions, printedRows: 8, printedItems, checklist },
  },
  // </data-incident>
];
