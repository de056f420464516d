import { facts, pools } from '../facts.ts';
import { dollars, longDate } from '../../shared/formats.ts';
import { makerInSpanish } from './brand-drug-settlements.es.ts';
import type { BrandDrugSettlement, PendingDecision } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

/* The parts of the Spanish long-form notice about the money and the claims for it. */

export function whatItProvides(settlement: BrandDrugSettlement): string {
  const { fund, decision } = settlement;
  const fees = decision.isOver
    ? 'los honorarios de los abogados, en la cantidad que el tribunal autorizó'
    : `los honorarios de los abogados, de hasta el ${decision.feePercent}% del fondo, si el tribunal los autoriza`;
  return `## Qué ofrece el acuerdo

### ¿De cuánto es el acuerdo?

En este acuerdo, el ${makerInSpanish(settlement)} paga **${dollars(fund, 'es')}** a un fondo del acuerdo. Con el fondo se pagan primero:

${bulletList([
  `${fees};`,
  'los gastos de los abogados y los pagos por servicio a los representantes de la clase, según lo autorice el tribunal;',
  'los costos de enviar avisos y tramitar los reclamos;',
  'los impuestos sobre el fondo.',
])}

Lo que queda es el fondo neto del acuerdo. Se reparte entre los miembros de la clase que ${decision.isOver ? 'presentaron' : 'presenten'} reclamos válidos.

### ¿Cómo se divide el dinero?

El fondo neto del acuerdo se divide en dos partes:

${bulletList([
  `**${pools.thirdPartyPayors}% para los terceros pagadores;**`,
  `**${pools.consumers}% para los consumidores.**`,
])}

Lo que usted recibe de su parte del fondo depende de cuánto pagó por el medicamento, en comparación con los demás que ${decision.isOver ? 'reclamaron' : 'reclamen'} de la misma parte. Si usted pagó el uno por ciento del total, le toca el uno por ciento de esa parte.

Lo que no se use de una parte pasa a la otra. No se hacen pagos inferiores al pago mínimo. El plan de distribución, en el sitio web del acuerdo y en inglés, tiene las reglas y un ejemplo.

### ¿Cuánto recibiré?

Todavía no podemos decirlo. Depende de cuántas personas y planes ${decision.isOver ? 'reclamaron' : 'reclamen'}, de cuánto pagaron y de lo que se descuente primero.`;
}

export function howToGetPayment({ decision }: BrandDrugSettlement): string {
  return `## Cómo recibir un pago

${decision.isOver ? claimsAreOver : howToFile(decision)}

### ¿Qué pasa con mi reclamo?

El Administrador del Acuerdo revisa cada reclamo y puede pedirle documentos. Si reducimos o rechazamos su reclamo, le diremos por qué, y usted podrá pedir que lo revisemos otra vez. Si seguimos sin estar de acuerdo, puede pedirle al tribunal que decida.

### ¿Cuándo y cómo me pagarán?

Los pagos se harán después de que el tribunal haya aprobado el acuerdo y se hayan resuelto todas las apelaciones. ${
    decision.isOver
      ? 'Publicaremos las novedades sobre los pagos en el sitio web del acuerdo.'
      : 'Esto puede tomar tiempo. Publicaremos las novedades en el sitio web del acuerdo.'
  }

Puede recibir el pago por una aplicación de pagos, por depósito directo o, si lo pide, en un cheque. Si cambia de dirección, avísenos para que le llegue el pago.`;
}

const claimsAreOver = `### ¿Todavía puedo presentar un reclamo?

En este acuerdo, no. La fecha límite que fijó el tribunal ya pasó.

Un reclamo que se presente ahora es un reclamo en el acuerdo de ${brandDrug.newerYear} con el fabricante del genérico. Si no ha reclamado antes, puede presentar uno a más tardar el **${longDate(brandDrug.claimDeadline, 'es')}**. Es gratis. El aviso del acuerdo de ${brandDrug.newerYear} explica cómo, y qué pruebas necesita.

### Ya presenté un reclamo. ¿Tengo que presentar otro?

No. Si presentó un reclamo en este acuerdo, ese reclamo vale para los dos acuerdos. No tiene que hacer nada más.`;

function howToFile({ claimDeadline }: PendingDecision): string {
  return `### ¿Cómo presento un reclamo?

Presente un formulario de reclamo, por internet o por correo, a más tardar el **${longDate(claimDeadline, 'es')}**. Es gratis. Es un reclamo en este acuerdo con el fabricante del genérico. Los formularios están en español.

${bulletList([
  '**Consumidores, por internet:** vaya al sitio web del acuerdo. Inicie sesión con el “Notice ID” (número del aviso) y el “Unique ID” (número único) del aviso que le enviamos.',
  '**Terceros pagadores, por internet:** vaya al sitio web del acuerdo. No tiene que iniciar sesión. Un agente puede presentar el reclamo si usted le dio antes un permiso por escrito.',
  '**Por correo:** descargue el formulario de reclamo del sitio web, o llámenos y se lo enviaremos. El matasellos debe ser de la fecha límite o anterior.',
])}

Envíe el formulario a:

${addressLines(facts.mailingAddress)}

### Ya presenté un reclamo. ¿Tengo que presentar otro?

No. Si presentó un reclamo en el acuerdo de ${brandDrug.earlierYear}, ese reclamo vale para los dos acuerdos. No tiene que hacer nada más.

### ¿Qué pruebas necesito?

Los consumidores pueden reclamar sin documentos. Basta con un cálculo aproximado de lo que pagó. Si tiene recibos o un historial de su farmacia, envíe copias.

Los terceros pagadores deben enviar los datos de sus miembros: cuántos tenían en cada estado y en cada año. Un TPP que reclama ${dollars(brandDrug.tppTransactionDataFrom, 'es')} o más también debe enviar los datos de cada compra. Las instrucciones para TPP, en el sitio web, explican qué incluir.`;
}
