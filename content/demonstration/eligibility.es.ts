import type { EligibilityLink, EligibilityOutcome, EligibilityQuestion } from '@redress/contract/eligibility';
import { spanishStates } from './class-definition.es.ts';
import { facts } from './facts.ts';
import { listed, longDate } from '../shared/formats.ts';
import { lateClaimsInSpanish } from './late-claims.es.ts';

const { brandDrug, savingsClub } = facts;
const between = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `entre el ${longDate(from, 'es')} y el ${longDate(to, 'es')}`;
const drugPeriod = between(brandDrug.classPeriod);
const clubPeriod = between(savingsClub.classPeriod);

const call: EligibilityLink = { href: `tel:+${facts.phone}`, label: `¿No está seguro? Llame gratis al ${facts.phone}` };
const whoIsIncluded: EligibilityLink = { href: '/es/file-claim#consumers', label: 'Vea quién está incluido' };

const notIncluded = (reason: string, also: readonly EligibilityLink[] = [whoIsIncluded]): EligibilityOutcome => ({
  isIncluded: false,
  title: 'Es probable que no esté incluido',
  text: [reason],
  also: [...also, call],
});

/** The day for which a page is rendered. */
interface When {
  isAfter(day: string): boolean;
}

/** `eligibilityCheck` in Spanish. */
export function eligibilityCheckInSpanish(when: When): EligibilityQuestion {
  const due = (day: string): string =>
    when.isAfter(day)
      ? `La fecha límite para reclamar fue el ${longDate(day, 'es')}. ${lateClaimsInSpanish}`
      : `La fecha límite para reclamar es el ${longDate(day, 'es')}.`;
  const drugDue = due(brandDrug.claimDeadline);
  const claimedBefore = `¿Ya reclamó en el acuerdo de ${brandDrug.earlierYear}? Entonces no tiene que presentar otro reclamo.`;

  const drugForMyself: EligibilityQuestion = {
    question: `¿Lo compró ${drugPeriod}, en uno de los ${brandDrug.states.length} estados?`,
    hint: `Los estados: ${listed(spanishStates, 'es')}. No importa en qué estado viva ahora.`,
    answers: [
      {
        answer: 'Sí, y tengo un aviso con mis números',
        next: {
          isIncluded: true,
          title: 'Es probable que esté incluido. Reclame por internet.',
          text: [
            `Inicie sesión con los dos números de su aviso: Notice ID (número del aviso) y Unique ID (número único). ${drugDue}`,
            claimedBefore,
          ],
          start: { href: '/es/consumer-login', label: 'Presentar un reclamo de consumidor' },
          also: [{ href: '/es/file-claim#not-included', label: 'Vea quién no puede reclamar' }],
        },
      },
      {
        answer: 'Sí, pero no tengo los números',
        next: {
          isIncluded: true,
          title: 'Es probable que esté incluido. Reclame por correo o pida sus números.',
          text: [
            `Para reclamar por correo no necesita números. También puede pedir sus números y reclamar por internet. ${drugDue}`,
            claimedBefore,
          ],
          start: { href: '/es/consumera-instructions#by-mail', label: 'Reclamar por correo' },
          also: [
            { href: '/es/lost-ids', label: 'Pídanos sus números' },
            { href: `tel:+${facts.phone}`, label: `Llame gratis al ${facts.phone}` },
          ],
        },
      },
      {
        answer: 'No, en otro estado o en otra fecha',
        next: notIncluded(
          `El acuerdo cubre solo lo que se compró en estos ${brandDrug.states.length} estados, ${drugPeriod}.`,
        ),
      },
    ],
  };

  const drugForPlan: EligibilityQuestion = {
    question: `¿Hubo compras ${drugPeriod}, en uno de los ${brandDrug.states.length} estados?`,
    hint: `Los estados: ${listed(spanishStates, 'es')}.`,
    answers: [
      {
        answer: 'Sí',
        next: {
          isIncluded: true,
          title: 'Es probable que su plan esté incluido.',
          text: [
            `Reclame como tercero pagador o como su agente. No necesita iniciar sesión. Los planes de salud totalmente asegurados no están incluidos. ${drugDue}`,
          ],
          start: { href: '/es/tpp-instructions', label: 'Reclamar por un plan de salud' },
          also: [{ href: '/es/file-claim#not-included', label: 'Vea quién no puede reclamar' }],
        },
      },
      {
        answer: 'No',
        next: notIncluded(
          `El acuerdo cubre solo lo que se compró en estos ${brandDrug.states.length} estados, ${drugPeriod}.`,
          [{ href: '/es/file-claim#health-plans', label: 'Vea qué planes están incluidos' }],
        ),
      },
    ],
  };

  return {
    question: '¿Qué pagó usted?',
    answers: [
      {
        answer: 'El antidepresivo o su genérico',
        next: {
          question: '¿Quién lo pagó?',
          answers: [
            { answer: 'Yo, para mí o para mi familia', next: drugForMyself },
            { answer: 'Un plan de salud, una aseguradora o una empresa, para sus miembros', next: drugForPlan },
            {
              answer: 'Un gobierno, un fabricante, un revendedor o un administrador de beneficios de farmacia',
              next: notIncluded('El tribunal no incluyó a estos compradores en la clase.', [
                { href: '/es/file-claim#not-included', label: 'Vea quién no puede reclamar' },
              ]),
            },
          ],
        },
      },
      {
        answer: 'Recetas en la cadena de farmacias del club de ahorros',
        next: {
          question: `¿Surtió alguna ${clubPeriod}?`,
          hint: 'En los Estados Unidos o sus territorios.',
          answers: [
            {
              answer: 'Sí',
              next: {
                question: '¿Usó un seguro, y pagó usted todo o parte del precio?',
                answers: [
                  {
                    answer: 'Sí',
                    next: {
                      isIncluded: true,
                      title: 'Es probable que esté incluido en el acuerdo del club de ahorros.',
                      text: [
                        `No necesita iniciar sesión. Si recibió un aviso, tenga a la mano su Notice ID (número del aviso). ${due(savingsClub.claimDeadline)}`,
                      ],
                      start: { href: '/es/consumerb-claimants', label: 'Presentar un reclamo del club de ahorros' },
                      also: [{ href: '/es/consumerb-instructions', label: 'Lea primero las instrucciones' }],
                    },
                  },
                  {
                    answer: 'No',
                    next: notIncluded(
                      'El acuerdo cubre solo las recetas que se surtieron con un seguro y que usted pagó en todo o en parte.',
                      [{ href: '/es/file-claim#savings-club', label: 'Vea quién está incluido' }],
                    ),
                  },
                ],
              },
            },
            {
              answer: 'No',
              next: notIncluded(`El acuerdo cubre solo las recetas que se surtieron ${clubPeriod}.`, [
                { href: '/es/file-claim#savings-club', label: 'Vea quién está incluido' },
              ]),
            },
          ],
        },
      },
      {
        answer: 'Ninguna de las dos',
        next: notIncluded('Los dos acuerdos cubren solo estas compras. Si le enviamos un aviso, llámenos.'),
      },
    ],
  };
}
