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
export const consumersInSpanish = `Usted está incluido si compró el producto de este caso para usted o su familia, y no para venderlo, del ${from} al ${to}.`;
// </consumer>
// <individual>
export const individualsInSpanish = `Usted está incluido si pagó a ${facts.defendant} por el servicio de este caso del ${from} al ${to}.`;
// </individual>
// <payor>
export const payorsInSpanish = `Un plan de salud, aseguradora u otro tercero pagador está incluido si pagó compras de sus miembros del medicamento de este caso del ${from} al ${to}.`;
// </payor>
// <data-incident>
export const peopleAffectedInSpanish = `Usted está incluido si el incidente de datos de ${facts.defendant} pudo dejar expuestos sus datos personales.`;
// </data-incident>

export const exclusionsInSpanish = [
  `${facts.defendant} y las empresas, los funcionarios y los directores que forman parte de ella;`,
  'los jueces de este caso, sus familias y su personal;',
  'las personas y empresas que pidieron a tiempo ser excluidas.',
] as const;
