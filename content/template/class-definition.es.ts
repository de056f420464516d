// class-definition.ts in Spanish.
// <purchases>
import { longDate } from '../shared/formats.ts';
// </purchases>
import { facts } from './facts.ts';

// <purchases>
const from = longDate(facts.period.from, 'es');
const to = longDate(facts.period.to, 'es');
// </purchases>

// <consumer>
export const consumersInSpanish = `Usted está incluido si, entre el ${from} y el ${to}, compró el producto de este caso para usted o su familia, y no para venderlo.`;
// </consumer>
// <individual>
export const individualsInSpanish = `Usted está incluido si, entre el ${from} y el ${to}, le pagó a ${facts.defendant} por el servicio de este caso.`;
// </individual>
// <payor>
export const payorsInSpanish = `Un plan de salud, una aseguradora u otro tercero pagador está incluido si pagó las compras del medicamento de este caso que hicieron sus miembros entre el ${from} y el ${to}.`;
// </payor>
// <data-incident>
export const peopleAffectedInSpanish = `Usted está incluido si el incidente de datos de ${facts.defendant} pudo haber expuesto sus datos personales.`;
// </data-incident>

export const exclusionsInSpanish = [
  `${facts.defendant}, las empresas que le pertenecen, sus ejecutivos y sus directores;`,
  'los jueces de este caso, sus familias y su personal;',
  'las personas y empresas que pidieron a tiempo su exclusión.',
] as const;
