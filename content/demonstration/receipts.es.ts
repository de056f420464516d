import type { ReceiptMessages } from '@redress/contract/settlement';
import { dayAfter } from '@redress/forms/court-day';
import { facts } from './facts.ts';
import { atClockTimeInSpanish, dollars, longDate } from '../shared/formats.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';

const { brandDrug, savingsClub } = facts;
const heading = 'Recibo de su reclamo';
export const reliefInSpanish =
  'Los pagos se harán solo después de que el tribunal apruebe el acuerdo y se resuelvan las apelaciones.';
const review =
  'Revisaremos su reclamo y es posible que le pidamos documentos. Si lo reducimos o rechazamos, le diremos por qué, y usted puede pedir otra revisión.';
const payment = 'Puede recibir el pago por una aplicación de pagos, por depósito directo o, si lo pide, en un cheque.';
const keep = `Guarde su recibo. Si se muda o tiene preguntas, llame gratis al ${facts.phone}.`;
const late = 'De todos modos lo revisaremos, pero es posible que el tribunal no autorice el pago.';
const howToFix = `Envíe los archivos corregidos por correo postal a la dirección del formulario de reclamo, con su número de referencia. No envíe datos por correo electrónico. ¿Preguntas? Escriba a ${facts.email}.`;
const noDate = 'Publicaremos las novedades sobre los pagos en nuestra página de inicio.';

const approval: ReceiptMessages['next'] = [
  {
    before: dayAfter(brandDrug.hearing.date),
    text: `${reliefInSpanish} El tribunal decidirá después de la audiencia del ${longDate(brandDrug.hearing.date, 'es')} ${atClockTimeInSpanish(brandDrug.hearing.time)}`,
  },
  {
    from: dayAfter(brandDrug.hearing.date),
    before: brandDrug.finalApproval,
    text: `${reliefInSpanish} La audiencia fue el ${longDate(brandDrug.hearing.date, 'es')}. El tribunal todavía no ha anunciado su decisión.`,
  },
  {
    from: brandDrug.finalApproval,
    text: `${reliefInSpanish} La aprobación final se anunció el ${longDate(brandDrug.finalApproval, 'es')}. ${noDate}`,
  },
];

/** Receipt messages in Spanish, by case. The caption is the court’s, in English. */
export const receiptsInSpanish = {
  [consumerV1.caseId]: {
    settlement: 'Acuerdo antimonopolio sobre un antidepresivo',
    caption: facts.caption,
    heading,
    late,
    next: [review, ...approval, payment, keep],
    due: {
      documents: `Los datos de sus miembros. Si reclama ${dollars(brandDrug.tppTransactionDataFrom, 'es')} o más, también necesitamos los datos de las compras.`,
      membership: 'Los datos de sus miembros: cuántos tenía en cada estado y cada año.',
      purchases: `Los datos de las compras: cada compra que reclama. Los necesitamos porque reclama ${dollars(brandDrug.tppTransactionDataFrom, 'es')} o más.`,
      address: facts.mailingAddress,
    },
    howToFix,
  },
  [individualV1.caseId]: {
    settlement: 'Acuerdo del club de ahorros',
    heading,
    late,
    next: [review, `${reliefInSpanish} Todavía no podemos dar una fecha. ${noDate}`, payment, keep],
    due: {
      documents: `Comprobantes de lo que pagó, como recibos de la farmacia, un historial de su farmacia o estados de cuenta de su seguro. Los necesitamos si no dio un Notice ID (número del aviso) o si su cálculo es de ${dollars(savingsClub.documentsFrom, 'es')} o más.`,
      address: facts.savingsClubMailingAddress,
    },
  },
} as const satisfies Readonly<Record<string, ReceiptMessages>>;
