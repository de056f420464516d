import { facts } from '../facts.ts';
import { longDate } from '../../shared/formats.ts';
import { makerInSpanish } from './brand-drug-settlements.es.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

/* The parts of the Spanish long-form notice about a class member's choices. */

export function whatYouGiveUp(settlement: BrandDrugSettlement): string {
  const { other, decision } = settlement;
  return `## A qué renuncia

### ¿A qué renuncio si sigo en la clase?

${
  decision.isOver
    ? 'Los miembros de la clase que no se excluyeron siguen en ella. No pueden'
    : 'Si no se excluye, usted sigue en la clase. No puede'
} demandar al ${makerInSpanish(settlement)} por los asuntos de este caso, ni por separado ni como parte de otra demanda. Esto vale también para quienes no ${decision.isOver ? 'presentaron' : 'presenten'} un reclamo. Todas las órdenes del tribunal en este caso se aplican a cada miembro de la clase.

A la renuncia al derecho de demandar se le llama liberación. Las palabras exactas están en el **párrafo ${brandDrug.releaseParagraph} del convenio del acuerdo**. Puede leerlo en el sitio web del acuerdo, en inglés. Los abogados de la clase pueden responder sus preguntas sobre ella sin costo para usted.

Esta liberación cubre al ${makerInSpanish(settlement)}. El acuerdo de ${other.year} con el ${makerInSpanish(other)} tiene su propia liberación.`;
}

export function excludingYourself(settlement: BrandDrugSettlement): string {
  const { decision, other } = settlement;
  if (decision.isOver)
    return `## Cómo excluirse

### ¿Todavía puedo excluirme?

No. La fecha límite que fijó el tribunal ya pasó. Si se excluyó a tiempo, usted no es parte de este acuerdo. No recibe ningún pago de él, pero conservó su derecho de demandar al ${makerInSpanish(settlement)}.

El acuerdo de ${other.year} con el ${makerInSpanish(other)} tiene su propia fecha límite. Consulte su aviso.`;
  return `## Cómo excluirse

### ¿Qué significa excluirme?

Significa que usted sale de la clase. No recibe ningún pago de este acuerdo y no puede objetarlo. Conserva su derecho de demandar al ${makerInSpanish(settlement)} por este caso, por su propia cuenta.

### ¿Cómo me excluyo?

Envíe una carta con matasellos del **${longDate(decision.exclusionDeadline, 'es')}** o antes. Debe incluir:

${bulletList([
  `el nombre del caso: _${facts.caption}_, ${facts.docketNumber};`,
  'su nombre, dirección y número de teléfono;',
  `que quiere excluirse del acuerdo con el ${makerInSpanish(settlement)};`,
  'que es un consumidor o un tercero pagador que compró el medicamento como se describe en este aviso;',
  'si es una empresa o un plan: su nombre completo, y el nombre y el cargo de la persona que firma;',
  'su propia firma y la fecha.',
])}

Envíela a:

${addressLines([facts.mailingAddress[0], 'Requests for Exclusion', ...facts.mailingAddress.slice(1)])}

No puede excluirse por teléfono, por correo electrónico ni en el sitio web. Cada persona debe enviar su propia carta. Una sola carta no puede excluir a un grupo.

### Si me excluyo, ¿puedo recibir un pago?

No. No presente un reclamo si quiere excluirse.`;
}

export function ifYouDoNothing(settlement: BrandDrugSettlement): string {
  const { decision, other } = settlement;
  return `## Si no hace nada

### ¿Qué pasa si no hago nada?

No recibe ningún pago. Sigue en la clase y renuncia a su derecho de demandar al ${makerInSpanish(settlement)} por los asuntos de este caso. Si presentó un reclamo en el acuerdo de ${brandDrug.earlierYear}, no tiene que hacer nada: ese reclamo vale para los dos acuerdos.${
    decision.isOver
      ? `

Si no ha reclamado, todavía puede presentar un reclamo en el acuerdo de ${other.year} con el ${makerInSpanish(other)}. Consulte su aviso para saber cómo.`
      : ''
  }`;
}
