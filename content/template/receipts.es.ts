// receipts.ts in Spanish. The caption is the court's, in English.
import type { ReceiptMessages } from '@redress/contract/settlement';
import { dayAfter } from '@redress/forms/court-day';
import { atClockTimeInSpanish, longDate } from '../shared/formats.ts';
import { facts } from './facts.ts';

export const reliefInSpanish =
  'Los pagos se harán solo después de que el tribunal apruebe el acuerdo y terminen las apelaciones.';
const hearing = longDate(facts.hearing.date, 'es');

export const receiptsInSpanish: Readonly<Record<string, ReceiptMessages>> = {
  [facts.caseId]: {
    settlement: facts.nameInSpanish,
    caption: facts.caption,
    heading: 'Recibo de su reclamo',
    next: [
      'Revisaremos su reclamo y es posible que le pidamos documentos. Si lo reducimos o rechazamos, le diremos por qué, y usted puede pedir otra revisión.',
      {
        before: dayAfter(facts.hearing.date),
        text: `${reliefInSpanish} El tribunal decidirá después de la audiencia del ${hearing} ${atClockTimeInSpanish(facts.hearing.time)}`,
      },
      {
        from: dayAfter(facts.hearing.date),
        text: `${reliefInSpanish} La audiencia fue el ${hearing}. Publicaremos las novedades sobre los pagos en nuestra página de inicio.`,
      },
      `Guarde su recibo. Si se muda o tiene preguntas, llame gratis al ${facts.phone}.`,
    ],
    due: {
      documents: 'Documentos que muestren lo que reclama, como recibos, facturas o estados de cuenta.',
      // <data-files>
      membership: 'Los datos de sus miembros: cuántos tenía en cada estado y cada año.',
      purchases: 'Los datos de las compras: cada compra que reclama.',
      // </data-files>
      address: facts.mailingAddress,
    },
    // <data-files>
    howToFix: `Envíe los archivos corregidos por correo postal a la dirección del formulario de reclamo, con su número de referencia. No envíe datos por correo electrónico. ¿Preguntas? Escriba a ${facts.email}.`,
    // </data-files>
  },
};
