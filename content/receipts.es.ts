import type { ReceiptMessages } from '@redress/contract/settlement';
import { facts } from './facts.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';

const heading = 'Recibo de su reclamo';
const payment =
  'Los pagos se hacen solo después de que el tribunal apruebe el acuerdo y se resuelvan todas las apelaciones.';
const review =
  'Revisamos cada reclamo. Quizá le pidamos documentos. Si su reclamo se reduce o se rechaza, le decimos por qué, y usted puede pedir otra revisión.';
const keep = `Guarde este recibo. Si cambia de dirección o tiene una pregunta, llame gratis al ${facts.phone} y dé su número de referencia.`;
const howToFix = `Para enviar un archivo corregido, envíelo por correo postal a la dirección del formulario de reclamo, con su número de referencia. No envíe datos por correo electrónico. ¿Preguntas? Escriba a ${facts.email}.`;

/** Receipt messages in Spanish, by case. The caption is the court’s, in English. */
export const receiptsInSpanish = {
  [consumerV1.caseId]: {
    settlement: 'Acuerdo antimonopolio sobre un antidepresivo',
    caption: facts.caption,
    heading,
    next: [review, payment, keep],
    howToFix,
  },
  [individualV1.caseId]: {
    settlement: 'Acuerdo del club de ahorros',
    heading,
    next: [review, payment, keep],
  },
} as const satisfies Readonly<Record<string, ReceiptMessages>>;
