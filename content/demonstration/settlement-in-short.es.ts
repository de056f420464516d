import { facts } from './facts.ts';
import { clockTime, dollars, longDate, monthAndYear } from '../shared/formats.ts';

/*
 * `settlement-in-short.ts` in Spanish, and parts that the home page and `/espanol` share. The
 * notices refer to `/espanol`; the other page is the translation of the English home page.
 */

const { brandDrug, savingsClub } = facts;

/** The day for which a page is rendered. */
interface When {
  isAfter(day: string): boolean;
  isFrom(day: string): boolean;
}

export const sumAndSubjectInSpanish = `Un acuerdo de ${dollars(brandDrug.newerFund, 'es')} sobre un antidepresivo`;

export const whoGetsAShareInSpanish = `Puede recibir una parte si pagó el antidepresivo o su genérico en uno de ${brandDrug.states.length} estados, entre ${monthAndYear(brandDrug.classPeriod.from, 'es')} y ${monthAndYear(brandDrug.classPeriod.to, 'es')}.`;

export function statusInSpanish(when: When): string {
  const decision = when.isFrom(brandDrug.finalApproval)
    ? 'El tribunal ya aprobó el acuerdo.'
    : when.isAfter(brandDrug.hearing.date)
      ? 'El tribunal ya celebró la audiencia. Todavía no ha anunciado su decisión.'
      : `El tribunal decidirá después de la audiencia del ${longDate(brandDrug.hearing.date, 'es')}.`;
  const claims = when.isAfter(brandDrug.claimDeadline)
    ? `La fecha límite para reclamar fue el ${longDate(brandDrug.claimDeadline, 'es')}. Todavía puede reclamar, pero es posible que el tribunal no autorice el pago.`
    : `La fecha límite para reclamar es el ${longDate(brandDrug.claimDeadline, 'es')}.`;
  return `${decision} ${claims}`;
}

const by = (day: string) => ({ text: `A más tardar el ${longDate(day, 'es')}.`, until: day });

export const actionsInSpanish = [
  { href: '/es/notice#exclude-or-object', title: 'Excluirse', ...by(brandDrug.exclusionDeadline) },
  { href: '/es/notice#exclude-or-object', title: 'Objetar el acuerdo', ...by(brandDrug.objectionDeadline) },
  { href: '/es/file-claim#consumers', title: 'Presentar un reclamo', ...by(brandDrug.claimDeadline) },
  {
    href: '/es/file-claim#consumers',
    title: 'Presentar un reclamo tardío',
    after: brandDrug.claimDeadline,
  },
  {
    href: '/es/file-claim#savings-club',
    title: 'Reclamar en el club de ahorros',
    ...by(savingsClub.claimDeadline),
  },
  {
    href: '/es/file-claim#savings-club',
    title: 'Presentar un reclamo tardío del club de ahorros',
    after: savingsClub.claimDeadline,
  },
  {
    href: '/es/notice#hearing',
    title: 'Ir a la audiencia',
    text: `${longDate(brandDrug.hearing.date, 'es')}, ${clockTime(brandDrug.hearing.time, 'es')}`,
    until: brandDrug.hearing.date,
  },
  { href: '/es/contact', title: 'Avisarnos si cambió de dirección' },
  { href: '/es/notice', title: 'Leer respuestas a preguntas' },
];

export const questionInSpanish = `¿Pagó usted este antidepresivo o su genérico entre ${monthAndYear(brandDrug.classPeriod.from, 'es')} y ${monthAndYear(brandDrug.classPeriod.to, 'es')}?`;

export function leadInSpanish(when: When): string {
  const deadline = longDate(brandDrug.claimDeadline, 'es');
  return `Hay un acuerdo de ${dollars(brandDrug.newerFund, 'es')} con un fabricante del genérico. Paga a personas y planes de salud que compraron el antidepresivo o su genérico en ${brandDrug.states.length} estados. Antes hubo otro, de ${dollars(brandDrug.earlierFund, 'es')}, con el fabricante de la marca. ${
    when.isAfter(brandDrug.claimDeadline)
      ? `La fecha límite para reclamar fue el ${deadline}. Todavía puede presentar un reclamo tardío.`
      : `Para recibir un pago, debe presentar un reclamo a más tardar el ${deadline}.`
  }`;
}

/** Links to the three forms. */
export const linkCardsInSpanish = (when: When) => [
  {
    href: '/es/consumer-login',
    title: 'Lo pagué para mí o para mi familia',
    text: 'Reclamo del consumidor. Necesita los dos números de su aviso. Toma unos cinco minutos. Sin números, reclame por correo.',
  },
  {
    href: '/es/tpp-instructions',
    title: 'Represento a un plan de salud',
    text: 'Terceros pagadores y sus agentes. Quién puede reclamar, qué datos debe enviar y el formulario.',
  },
  {
    href: '/es/consumerb-instructions',
    title: 'Vengo por el club de ahorros',
    text: `Otro acuerdo, con una cadena de farmacias. La fecha límite para reclamar ${
      when.isAfter(savingsClub.claimDeadline) ? 'fue' : 'es'
    } el ${longDate(savingsClub.claimDeadline, 'es')}. No necesita iniciar sesión.`,
  },
];

export const datesInSpanish = [
  ...(brandDrug.exclusionDeadline === brandDrug.objectionDeadline
    ? [{ date: brandDrug.exclusionDeadline, title: 'Último día para excluirse u objetar' }]
    : [
        { date: brandDrug.exclusionDeadline, title: 'Último día para excluirse' },
        { date: brandDrug.objectionDeadline, title: 'Último día para objetar' },
      ]),
  {
    date: brandDrug.claimDeadline,
    title: 'Fecha límite para reclamar',
    before: 'Por internet, o por correo con matasellos de ese día o antes.',
    after: 'Ya pasó, pero todavía puede reclamar.',
  },
  {
    date: brandDrug.hearing.date,
    title: `Audiencia de aprobación final, ${clockTime(brandDrug.hearing.time, 'es')}`,
    before: 'Una orden del tribunal, en forma de carta, la pasó a este día.',
    after: 'La audiencia ya pasó.',
  },
  {
    date: brandDrug.finalApproval,
    title: 'Anuncio de la aprobación final',
    isEvent: true,
  },
];

/** Columns of `rightsInSpanish`. */
export const rightsColumnsInSpanish = ['Usted puede', 'Qué significa', 'Cuándo'];

/**
 * The choices of a class member, with meaning and deadline. `hearing` explains going to the
 * hearing; pages link its order.
 */
export function rightsInSpanish<Words>(when: When, hearing: Words): (string | Words)[][] {
  const by = (day: string, passed = '(ya pasó)'): string =>
    when.isAfter(day) ? `${longDate(day, 'es')} ${passed}` : `A más tardar el ${longDate(day, 'es')}`;
  return [
    [
      'Presentar un reclamo',
      'Es la única manera de recibir un pago.',
      by(brandDrug.claimDeadline, '(ya pasó, pero todavía puede reclamar)'),
    ],
    [
      'Excluirse',
      'No recibe ningún pago. Conserva su derecho de demandar al fabricante del genérico por este caso.',
      by(brandDrug.exclusionDeadline),
    ],
    [
      'Objetar',
      'Sigue en la clase y le dice al tribunal qué no le gusta del acuerdo.',
      by(brandDrug.objectionDeadline),
    ],
    [
      'Ir a la audiencia',
      hearing,
      `${longDate(brandDrug.hearing.date, 'es')}, ${clockTime(brandDrug.hearing.time, 'es')}${
        when.isAfter(brandDrug.hearing.date) ? ' (ya pasó)' : ''
      }`,
    ],
    [
      'No hacer nada',
      `No recibe ningún pago, a menos que haya reclamado en el acuerdo de ${brandDrug.earlierYear}. Renuncia a su derecho de demandar al fabricante del genérico por este caso.`,
      'Sin fecha límite',
    ],
  ];
}
