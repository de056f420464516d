import type { Prose } from '@redress/forms/definition';
import { brandDrugExclusionsInSpanish, spanishStates } from '../class-definition.es.ts';
import { facts } from '../facts.ts';
import { dollars, longDate } from '../../shared/formats.ts';
import { companyHealthTypesInSpanish } from '../lists/company-health-types.es.ts';
import { relationshipTypesInSpanish } from '../lists/relationship-types.es.ts';
import { cityInSpanish, signatureInSpanish, stateInSpanish, streetInSpanish } from '../../shared/forms/fields.es.ts';
import { zipInSpanish } from './fields.es.ts';

// `tpp-sections.ts` in Spanish.

const { brandDrug } = facts;
export const dataFromInSpanish = dollars(brandDrug.tppTransactionDataFrom, 'es');
const statesCount = brandDrug.states.length;

const contact = {
  contactName: { label: 'Persona de contacto' },
  street1: streetInSpanish,
  street2: { label: 'Oficina o piso' },
  city: cityInSpanish,
  state: stateInSpanish,
  zip: zipInSpanish,
  phone1: { label: 'Teléfono', hint: '10 dígitos' },
  emailAddress: { label: 'Correo electrónico', hint: 'Para escribirle acerca de su reclamo.' },
} as const;
const taxIdHint = '9 dígitos, sin el guion';

export const tppTitleInSpanish = 'FORMULARIO DE RECLAMO DEL TERCERO PAGADOR';

export const whoFilesInSpanish = {
  title: '¿Quién presenta el reclamo?',
  items: {
    optSectionRadio: {
      label: 'Presento el reclamo como',
      options: {
        Company: 'Sección A: tercero pagador que es miembro de la clase',
        Agent: 'Sección B: agente autorizado de uno o más miembros de la clase',
      },
    },
    website: { label: 'Deje este campo en blanco' },
  },
} as const;

export const companyInSpanish = {
  title: 'Empresa o plan de salud',
  items: {
    healthPlanCompanyName: { label: 'Nombre de la empresa o del plan de salud' },
    ...contact,
    tin: { label: 'Número de identificación fiscal (TIN)', hint: taxIdHint },
    otherNames: {
      label: `Otros nombres o números FEIN usados desde ${brandDrug.otherNamesSince}`,
      hint: 'Sepárelos con comas.',
    },
    companyHealthType: { label: 'Tipo de empresa o plan de salud', options: companyHealthTypesInSpanish },
    otherCompanyHealthType: { label: 'Otro tipo de empresa o plan de salud' },
  },
} as const;

export const agentInSpanish = {
  title: 'Agente autorizado',
  items: {
    relationshipType: {
      label: 'Su relación con los miembros de la clase',
      options: relationshipTypesInSpanish,
    },
    otherRelationshipType: { label: 'Otra relación' },
    agentsCompanyName: { label: 'Nombre de la empresa del agente' },
    ...contact,
    agentsTin: { label: 'Número de identificación fiscal (TIN) del agente', hint: taxIdHint },
    classMembers: {
      label: 'Miembros de la clase por los que reclama',
      hint: 'No use comas en los nombres. El FEIN tiene 9 dígitos, sin el guion. Puede pegar dos columnas de una hoja de cálculo, nombres y números FEIN, en el primer campo de nombre.',
      rowLabel: 'Miembro de la clase',
      tooMany: 'En un formulario caben hasta 2,000 miembros de la clase. Presente otro formulario para los demás.',
      cells: { classMemberName: { label: 'Nombre' }, classMemberFEIN: { label: 'FEIN' } },
    },
  },
  prose: [
    [
      'Antes de presentar el reclamo, necesita un permiso por escrito de cada miembro de la clase. Quizá le pidamos una prueba de ello.',
    ],
  ],
} as const;

export const purchasesInSpanish = {
  title: 'Información de las compras',
  items: {
    repealerStateTotalAmountPaid: {
      label: 'Total pagado, en dólares',
      hint: 'Solo números, con un punto para los centavos. Por ejemplo: 412500.75',
    },
    classMemberConfirmation: {
      label: 'Leí esta sección. Reclamo en nombre de un miembro de la clase, o soy uno.',
    },
  },
  prose: [
    [
      `Cuente lo que pagó por el medicamento de marca y sus genéricos con clasificación AB. Cuentan las compras en los ${statesCount} estados de la clase, del ${longDate(brandDrug.classPeriod.from, 'es')} al ${longDate(brandDrug.classPeriod.to, 'es')}. No cuente copagos, deducibles ni coseguro.`,
      { heading: `Los ${statesCount} estados de la clase` },
      `${spanishStates.join(', ')}.`,
      { heading: 'Quién no puede reclamar' },
      'No son parte de la clase:',
      { list: brandDrugExclusionsInSpanish },
      `Si ya presentó un reclamo en el acuerdo de ${brandDrug.earlierYear}, no tiene que presentar otro. Ese reclamo vale para los dos acuerdos.`,
    ],
  ],
} as const;

export const certificationInSpanish = {
  title: 'Certificación',
  items: { signature: signatureInSpanish, positionTitle: { label: 'Cargo' } },
  prose: [
    [
      'Al firmar, certifico bajo pena de perjurio que:',
      {
        list: [
          'lo que digo en este formulario y en los datos que envío es verdadero y correcto, hasta donde yo sé;',
          'tengo permiso para firmar por la empresa nombrada arriba y, si soy agente, cada miembro de la clase me autorizó por escrito;',
          'ninguno de los miembros de la clase ha pedido ser excluido, y no hay otro reclamo por estas compras;',
          `los miembros de la clase aceptan la liberación del párrafo ${brandDrug.releaseParagraph} del convenio del acuerdo;`,
          'el tribunal de este caso decide cualquier cuestión sobre este reclamo.',
        ],
      },
    ],
  ],
} as const;

export const requiredDataInSpanish = [
  'Todos deben enviar los datos de los miembros: cuántos hubo en cada estado y en cada año.',
  `Los datos de las compras son obligatorios si reclama ${dataFromInSpanish} o más. De cada compra, dé el nombre del TPP, el NDC o el nombre del medicamento, y la fecha en que se surtió o se compró. Dé también el estado de la compra, el estado del asegurado y la cantidad pagada, sin copagos, deducibles ni coseguro. Los agentes de varios miembros de la clase dan también el nombre del plan o grupo y su FEIN.`,
] as const satisfies Prose;
export const disputesInSpanish =
  'Si su reclamo se reduce o se rechaza, le decimos por qué. Entonces puede pedir otra revisión por escrito, y lo revisamos de nuevo.';
