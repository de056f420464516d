import { spanishStates } from '../class-definition.es.ts';
import { facts, pools } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../../shared/formats.ts';
import { makerInSpanish } from './brand-drug-settlements.es.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { bulletList } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

export function summaryHeadlineInSpanish({ year }: BrandDrugSettlement): string {
  return `Aviso resumido del acuerdo de ${year}: ¿pagó usted o su plan de salud este antidepresivo o su genérico?`;
}

/** The summary notice in Spanish, on one page. */
export function summaryNoticeInSpanish(settlement: BrandDrugSettlement): string {
  const { fund, other, decision } = settlement;
  const maker = makerInSpanish(settlement);
  const fees = decision.isOver
    ? 'los honorarios de los abogados que el tribunal autorizó'
    : `los honorarios de los abogados, de hasta el ${decision.feePercent}% (${dollars(decision.feeAtMost, 'es')} como máximo)`;
  return `## ¿De qué se trata?

Es un acuerdo con el ${maker} en una demanda colectiva sobre un antidepresivo. La demanda dice que los fabricantes violaron las leyes que protegen la competencia y que, por eso, los compradores pagaron de más. **Los fabricantes niegan haber hecho algo malo.** El tribunal no ha decidido quién tiene la razón.

${
  decision.isOver
    ? `También hay un acuerdo de ${other.year}, de ${dollars(other.fund, 'es')}, con el ${makerInSpanish(other)}.`
    : `Antes hubo un acuerdo de ${other.year}, de ${dollars(other.fund, 'es')}, con el ${makerInSpanish(other)}.`
} Un reclamo que se presentó en el acuerdo de ${brandDrug.earlierYear} vale para los dos.

## ¿Estoy incluido?

Es probable que esté incluido si pagó el medicamento de marca o su genérico con clasificación AB. Viene en cápsulas de liberación prolongada de ${listed(brandDrug.strengthsInMilligrams, 'es')} mg. Debe haberlo comprado entre el ${longDate(brandDrug.classPeriod.from, 'es')} y el ${longDate(brandDrug.classPeriod.to, 'es')}, para usted, su familia o los miembros de su plan. Solo cuentan las compras en estos estados: ${listed(spanishStates, 'es')}. Algunos compradores no están incluidos; consulte el sitio web.

## ¿Qué ofrece?

Un fondo de **${dollars(fund, 'es')}**. Primero se pagan ${fees}, los gastos, los pagos por servicio, los costos de administración y los impuestos. Del resto, el ${pools.consumers}% se reparte entre los consumidores y el ${pools.thirdPartyPayors}% entre los terceros pagadores, como los planes de salud. Su pago depende de cuánto pagó usted y de cuánto ${decision.isOver ? 'reclamaron' : 'reclamen'} los demás.

## ¿Cómo recibo un pago?

${
  decision.isOver
    ? `Si presentó un reclamo en este acuerdo, no tiene que presentar otro. El plazo para reclamar en él ya pasó. Si no ha reclamado, puede presentar un reclamo en el acuerdo de ${other.year} con el ${makerInSpanish(other)} a más tardar el **${longDate(brandDrug.claimDeadline, 'es')}**. Consulte su aviso.`
    : `Presente un reclamo en este acuerdo, por internet o por correo, a más tardar el **${longDate(decision.claimDeadline, 'es')}**. El formulario está en español. Si presentó uno en el acuerdo de ${brandDrug.earlierYear}, no tiene que presentar otro.`
} Se pagará después de la aprobación del tribunal y de todas las apelaciones, de forma digital o, si lo pide, con cheque.

## ¿Qué otras opciones tengo?

${
  decision.isOver
    ? `La orden del tribunal fijó las fechas para reclamar, para excluirse y para objetar. Ya pasaron y no se repiten aquí. Quienes no salieron de la clase renuncian a su derecho de demandar al ${maker} por este caso.`
    : bulletList([
        `**Excluirse** a más tardar el ${longDate(decision.exclusionDeadline, 'es')}. No recibe ningún pago y conserva su derecho de demandar al ${maker}.`,
        `**Objetar** a más tardar el ${longDate(decision.objectionDeadline, 'es')}. Sigue en la clase y le dice al tribunal qué no le gusta. El aviso detallado explica cómo hacer las dos cosas.`,
        '**No hacer nada.** No recibe ningún pago, a menos que haya reclamado antes, y renuncia a su derecho de demandar.',
      ])
}

## ¿Cuándo es la audiencia?

${
  decision.isOver
    ? 'La audiencia ya pasó, y el tribunal aprobó este acuerdo.'
    : `Una orden en forma de carta la pasó al **${longDate(decision.hearing.date, 'es')}, ${clockTime(decision.hearing.time, 'es')}** El tribunal considerará si aprueba el acuerdo y los honorarios. Puede asistir y pedir hablar, pero no es obligatorio.`
}

## ¿Dónde puedo saber más?

Lea el aviso detallado en **${facts.website}**, llame gratis al **${facts.phone}** o escriba a:

${facts.mailingAddress.join(', ')}

Por favor, no llame al tribunal.`;
}
