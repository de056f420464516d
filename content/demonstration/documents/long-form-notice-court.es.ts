import { facts } from '../facts.ts';
import { atClockTimeInSpanish, dollars, longDate } from '../../shared/formats.ts';
import { makerInSpanish } from './brand-drug-settlements.es.ts';
import type { BrandDrugSettlement, PendingDecision } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from '../../shared/documents/markdown.ts';

const courthouse = facts.courtAddress.slice(1).join(', ');

/*
 * The parts of the Spanish long-form notice about the court: objections, the lawyers, the hearing.
 */

export function objecting(settlement: BrandDrugSettlement): string {
  return settlement.decision.isOver ? objectingIsOver(settlement) : objectingInTime(settlement.decision);
}

function objectingInTime({ objectionDeadline }: PendingDecision): string {
  return `## Cómo objetar

### ¿Cómo le digo al tribunal qué no me gusta del acuerdo?

Si sigue en la clase, puede objetar todo el acuerdo o una parte. También puede objetar el plan de distribución o los honorarios de los abogados. Puede objetar y, al mismo tiempo, presentar un reclamo.

Envíe una carta al tribunal con matasellos del **${longDate(objectionDeadline, 'es')}** o antes. Debe incluir:

${bulletList([
  `el nombre del caso: _${facts.caption}_, ${facts.docketNumber};`,
  'su nombre, dirección y número de teléfono;',
  'una declaración de que objeta y por qué, con los documentos que apoyen sus razones;',
  'por qué es miembro de la clase: qué compró, dónde y más o menos cuándo;',
  'si objeta solo por usted, por una parte de la clase o por toda la clase;',
  'el nombre de su abogado, si tiene uno para esta objeción;',
  'si usted o su abogado quieren hablar en la audiencia;',
  'su propia firma y la fecha.',
])}

Envíela al tribunal, a la dirección de abajo. Envíe también una copia a cada uno de los bufetes que se nombran en “Los abogados y sus honorarios”.

${addressLines(facts.courtAddress)}

### ¿Cuál es la diferencia entre objetar y excluirme?

Objetar es decirle al tribunal qué no le gusta del acuerdo. Solo puede objetar si sigue en la clase. Si se excluye, no puede objetar, porque el acuerdo ya no lo afecta.`;
}

function objectingIsOver({ other }: BrandDrugSettlement): string {
  return `## Cómo objetar

### ¿Todavía puedo objetar?

No. La fecha límite que fijó el tribunal ya pasó, y el tribunal aprobó el acuerdo.

El acuerdo de ${other.year} con el ${makerInSpanish(other)} tiene su propia fecha límite. Consulte su aviso.`;
}

export function lawyers({ fund, decision }: BrandDrugSettlement): string {
  return `## Los abogados y sus honorarios

### ¿Tengo un abogado en este caso?

Sí. El tribunal nombró a estos bufetes para representar a la clase. Se les llama abogados de la clase, y usted no les paga:

${facts.classCounsel.map((lines) => addressLines(lines)).join('\n\n')}

Puede contratar a su propio abogado por su cuenta.

### ¿Cómo se paga a los abogados?

${
  decision.isOver
    ? `El tribunal decide cuánto se paga a los abogados. La cantidad que autorizó se paga con el fondo de ${dollars(fund, 'es')} antes de dividir el dinero. Puede leer la orden del tribunal en el sitio web del acuerdo, en inglés.`
    : `Los abogados de la clase piden al tribunal honorarios de hasta el ${decision.feePercent}% del fondo del acuerdo. Eso es, como máximo, **${dollars(decision.feeAtMost, 'es')}** de los ${dollars(fund, 'es')}. También piden que se les reembolsen sus gastos, y pagos por servicio para los representantes de la clase. El tribunal puede autorizar menos. Todo se paga con el fondo del acuerdo.`
}`;
}

export function hearing(settlement: BrandDrugSettlement): string {
  return settlement.decision.isOver ? hearingIsOver(settlement) : hearingAhead(settlement.decision);
}

function hearingAhead({ hearing: { date, time }, objectionDeadline }: PendingDecision): string {
  return `## La audiencia

### ¿Cuándo y dónde decidirá el tribunal?

El tribunal celebrará una audiencia de aprobación final el **${longDate(date, 'es')} ${atClockTimeInSpanish(time)}**, en ${courthouse}. Una orden en forma de carta pasó la audiencia a esta fecha. El tribunal puede cambiarla otra vez sin otro aviso. Por eso, consulte el sitio web del acuerdo antes de viajar.

En la audiencia, el tribunal considerará si el acuerdo es justo, razonable y adecuado. También considerará el plan de distribución, los honorarios de los abogados y las objeciones. No sabemos cuánto tardará en decidir.

### ¿Tengo que asistir? ¿Puedo hablar?

No tiene que asistir. Los abogados de la clase responderán las preguntas del tribunal. Si envió una objeción, el tribunal la considerará aunque usted no asista.

Puede pedirle al tribunal permiso para hablar. Dígalo en su objeción, o envíe una carta titulada “Notice of Intention to Appear” (aviso de que quiere comparecer). Envíela como una objeción, con matasellos del ${longDate(objectionDeadline, 'es')} o antes. No puede hablar si se excluyó.`;
}

function hearingIsOver({ other }: BrandDrugSettlement): string {
  return `## La audiencia

### ¿Aprobó el tribunal el acuerdo?

Sí. El tribunal celebró una audiencia y aprobó el acuerdo. Puede leer la orden de aprobación final en el sitio web del acuerdo, en inglés.

El acuerdo de ${other.year} con el ${makerInSpanish(other)} tiene su propia audiencia. Consulte la fecha en su aviso.`;
}
