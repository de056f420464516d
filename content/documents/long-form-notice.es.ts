import { brandDrugExclusionsInSpanish, spanishStates } from '../class-definition.es.ts';
import { facts, pools } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../formats.ts';
import { makerInSpanish } from './brand-drug-settlements.es.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { excludingYourself, ifYouDoNothing, whatYouGiveUp } from './long-form-notice-choices.es.ts';
import { hearing, lawyers, objecting } from './long-form-notice-court.es.ts';
import { numberQuestions } from './long-form-notice.ts';
import { addressLines, bulletList, table } from './markdown.ts';

const { brandDrug } = facts;
const period = `el ${longDate(brandDrug.classPeriod.from, 'es')} y el ${longDate(brandDrug.classPeriod.to, 'es')}`;
const claimDeadline = longDate(brandDrug.claimDeadline, 'es');
const emailLink = `[${facts.email}](mailto:${facts.email})`;

/** The long-form notice in Spanish: the facts, the headings and the questions of `longFormNotice`, one by one. */
export function longFormNoticeInSpanish(settlement: BrandDrugSettlement): string {
  return numberQuestions(
    [
      opening(settlement),
      rightsAndOptions(settlement),
      basicInformation(settlement),
      whoIsIncluded,
      whatItProvides(settlement),
      howToGetPayment(settlement),
      whatYouGiveUp(settlement),
      excludingYourself(settlement),
      objecting(settlement),
      lawyers(settlement),
      hearing(settlement),
      ifYouDoNothing(settlement),
      moreInformation,
    ].join('\n\n'),
  );
}

function opening(settlement: BrandDrugSettlement): string {
  const { fund, other } = settlement;
  return `_El ${facts.courtInSpanish} autorizó este aviso. No es publicidad de un abogado, y nadie lo está demandando a usted._

## Un aviso del tribunal

**¿Pagó usted este antidepresivo o su genérico entre ${period}? Entonces un acuerdo puede afectar sus derechos.** Lea este aviso con cuidado.

${bulletList([
  `Hay un acuerdo de **${dollars(fund, 'es')}** en un caso sobre un antidepresivo. Es con el ${makerInSpanish(settlement)}, y es parte de una demanda colectiva que se llama _${facts.caption}_, ${facts.docketNumber}.`,
  `Es para consumidores y terceros pagadores que compraron el medicamento de marca, o un genérico equivalente, en ${brandDrug.states.length} estados. Un tercero pagador (TPP, por sus siglas en inglés) es un plan de salud, una aseguradora u otro grupo que pagó los medicamentos de sus miembros.`,
  `Para recibir un pago, debe presentar un reclamo a más tardar el **${claimDeadline}**.`,
  `También hay un acuerdo de ${dollars(other.fund, 'es')} con el ${makerInSpanish(other)}. **Un solo reclamo vale para los dos acuerdos.** Si presentó un reclamo en el acuerdo de ${brandDrug.earlierYear}, no tiene que presentar otro.`,
  'Sus derechos legales se verán afectados aunque usted no haga nada.',
])}`;
}

function rightsAndOptions(settlement: BrandDrugSettlement): string {
  const { decision } = settlement;
  const noPayment = `No recibe ningún pago, a menos que haya reclamado en el acuerdo de ${brandDrug.earlierYear}. Renuncia a su derecho de demandar al ${makerInSpanish(settlement)} por este caso.`;
  const isOver = 'Ya pasó: la fijó la orden del tribunal';
  const rows = decision.isOver
    ? [
        [
          '**Presentar un reclamo**',
          'Es la única manera de recibir un pago. Su reclamo vale para los dos acuerdos.',
          claimDeadline,
        ],
        ['**Excluirse**', `Habría conservado su derecho de demandar al ${makerInSpanish(settlement)}.`, isOver],
        ['**Objetar**', 'Le habría dicho al tribunal qué no le gustaba.', isOver],
        ['**Ir a la audiencia**', 'El tribunal ya la celebró y tomó su decisión.', isOver],
        ['**No hacer nada**', noPayment, 'Sin fecha límite'],
      ]
    : [
        [
          '**Presentar un reclamo**',
          'Es la única manera de recibir un pago.',
          `${claimDeadline}, por internet o con matasellos`,
        ],
        [
          '**Excluirse**',
          `No recibe ningún pago. Conserva su derecho de demandar al ${makerInSpanish(settlement)} por este caso.`,
          `${longDate(decision.exclusionDeadline, 'es')}, con matasellos`,
        ],
        [
          '**Objetar**',
          'Sigue en la clase y le dice al tribunal qué no le gusta.',
          `${longDate(decision.objectionDeadline, 'es')}, con matasellos`,
        ],
        [
          '**Ir a la audiencia**',
          'Pide hablar ante el tribunal sobre si el acuerdo es justo.',
          `${longDate(decision.hearing.date, 'es')}, ${clockTime(decision.hearing.time, 'es')}`,
        ],
        ['**No hacer nada**', noPayment, 'Sin fecha límite'],
      ];
  return `## Sus derechos y opciones

${table(['Usted puede', 'Qué significa', 'Fecha límite'], rows)}

${
  decision.isOver
    ? 'Las órdenes del tribunal fijaron las fechas para excluirse, para objetar y para la audiencia. Esas fechas ya pasaron. Puede leer las órdenes en el sitio web del acuerdo, en inglés.'
    : 'El resto de este aviso explica cada opción. Una orden del tribunal, en forma de carta, pasó la audiencia a la fecha de arriba. El tribunal todavía tiene que decidir si aprueba el acuerdo.'
}`;
}

function basicInformation(settlement: BrandDrugSettlement): string {
  const { decision, year, other } = settlement;
  return `## Información básica

### ¿Por qué hay un aviso?

Usted tiene derecho a saber del acuerdo y de sus opciones. ${
    decision.isOver
      ? 'Este aviso explica el caso, el acuerdo y sus derechos. El tribunal aprobó el acuerdo, y este aviso se actualizó después.'
      : 'Después, el tribunal decidirá si lo aprueba. Este aviso explica el caso, el acuerdo y sus derechos.'
  }

El caso está ante el ${facts.courtInSpanish}. Su nombre es _${facts.caption}_, y su expediente es el ${facts.docketNumber}.

### ¿De qué trata la demanda?

La demanda trata de un antidepresivo de marca y de sus genéricos. Dice que los fabricantes violaron las leyes que protegen la competencia. Dice que, por eso, los compradores pagaron de más, tanto por el medicamento de marca como por sus genéricos.

El medicamento viene en cápsulas de liberación prolongada de ${listed(brandDrug.strengthsInMilligrams, 'es')} mg. Los fabricantes niegan haber hecho algo malo. El tribunal no ha decidido quién tiene la razón.

### ¿Qué es una demanda colectiva?

En una demanda colectiva, unas pocas personas o empresas demandan por todos los que tienen el mismo tipo de reclamo. Son los representantes de la clase. Todos juntos forman la clase. Un solo tribunal decide por todos los miembros de la clase, excepto los que se excluyen.

### ¿Por qué hay un acuerdo?

El tribunal no decidió a favor de ninguna de las partes. En lugar de eso, las dos partes llegaron a un acuerdo. Así evitan el costo y el riesgo de un juicio, y los miembros de la clase pueden recibir un pago. Los representantes de la clase y sus abogados creen que el acuerdo es lo mejor para la clase.

### ¿Por qué hay dos acuerdos?

Dos fabricantes llegaron a acuerdos en momentos distintos. Este aviso trata del acuerdo de ${year} con el ${makerInSpanish(settlement)}. El acuerdo de ${other.year} es con el ${makerInSpanish(other)} y tiene su propio aviso. Los dos tienen la misma clase, los mismos estados y el mismo período.`;
}

const whoIsIncluded = `## Quién está incluido

### ¿Cómo sé si soy miembro de la clase?

Usted es miembro de la clase si es un consumidor o un tercero pagador como se describe aquí. Debe haber pagado el medicamento de marca o un genérico con clasificación AB. Ese es un genérico que el farmacéutico puede dar en lugar del de marca.

**Consumidores.** Usted es miembro de la clase si se cumple todo esto:

${bulletList([
  'pagó todo o parte del precio del medicamento de marca, o de un genérico con clasificación AB;',
  `lo compró entre ${period};`,
  `lo compró en uno de los ${brandDrug.states.length} estados de la lista de abajo;`,
  'lo compró para usted o para su familia, y no para venderlo.',
])}

**Terceros pagadores.** Un TPP es miembro de la clase si se cumple todo esto:

${bulletList([
  'pagó o reembolsó todo o parte del precio del medicamento de marca, o de un genérico con clasificación AB;',
  `el medicamento se compró entre ${period};`,
  `se compró en uno de los ${brandDrug.states.length} estados de la lista de abajo;`,
  'el TPP pagó por sus miembros, empleados, asegurados u otras personas de su plan, y no para vender el medicamento.',
])}

### ¿Qué estados están incluidos?

El medicamento debe haberse comprado en uno de estos ${brandDrug.states.length} estados:

**${listed(spanishStates, 'es')}.**

Lo que cuenta es dónde se compró el medicamento. Ahora puede vivir en cualquier estado.

### ¿Quién no está incluido?

No son parte de la clase:

${bulletList(brandDrugExclusionsInSpanish)}

### ¿Y si no estoy seguro?

Llame gratis al ${facts.phone} o escriba al Administrador del Acuerdo. La lista de códigos del medicamento, en el sitio web del acuerdo, nombra cada producto que cuenta.`;

function whatItProvides(settlement: BrandDrugSettlement): string {
  const { fund, decision } = settlement;
  const fees = decision.isOver
    ? 'los honorarios de los abogados, en la cantidad que el tribunal permitió'
    : `los honorarios de los abogados, de hasta el ${decision.feePercent}% del fondo, si el tribunal los permite`;
  return `## Qué ofrece el acuerdo

### ¿De cuánto es el acuerdo?

En este acuerdo, el ${makerInSpanish(settlement)} paga **${dollars(fund, 'es')}** a un fondo del acuerdo. De ese fondo se descuenta primero:

${bulletList([
  `${fees};`,
  'los gastos de los abogados y los pagos por servicio a los representantes de la clase, según lo permita el tribunal;',
  'los costos de dar aviso y de tramitar los reclamos;',
  'los impuestos sobre el fondo.',
])}

Lo que queda es el fondo neto del acuerdo. Se paga a los miembros de la clase que presenten reclamos válidos.

### ¿Cómo se divide el dinero?

El fondo neto del acuerdo se divide en dos partes:

${bulletList([
  `**${pools.thirdPartyPayors}% para los terceros pagadores;**`,
  `**${pools.consumers}% para los consumidores.**`,
])}

Lo que usted recibe de su parte del fondo depende de cuánto pagó por el medicamento. También depende de cuánto pagaron los demás que reclamen de la misma parte. Si usted pagó el uno por ciento del total, le toca el uno por ciento de esa parte.

Lo que no se use de una parte pasa a la otra. No se hacen pagos menores al pago mínimo. El plan de distribución da las reglas y un ejemplo. Puede leerlo en el sitio web del acuerdo, en inglés.

### ¿Cuánto recibiré?

Nadie puede decirlo todavía. Depende de cuántas personas y planes reclamen, de cuánto pagaron y de lo que se descuente primero.`;
}

function howToGetPayment({ decision }: BrandDrugSettlement): string {
  return `## Cómo recibir un pago

### ¿Cómo presento un reclamo?

Presente un formulario de reclamo, por internet o por correo, a más tardar el **${claimDeadline}**. Es gratis. Los formularios están en inglés.

${bulletList([
  '**Consumidores, por internet:** vaya al sitio web del acuerdo. Entre con el “Notice ID” (número del aviso) y el “Unique ID” (número único) del aviso que le enviamos.',
  '**Terceros pagadores, por internet:** vaya al sitio web del acuerdo. No tiene que iniciar sesión. Un agente puede presentar el reclamo si usted le dio antes un permiso por escrito.',
  '**Por correo:** descargue el formulario de reclamo del sitio web, o llámenos y se lo enviaremos. El matasellos debe ser de la fecha límite o anterior.',
])}

Envíe el formulario a:

${addressLines(facts.mailingAddress)}

### Ya presenté un reclamo. ¿Tengo que presentar otro?

No. Si presentó un reclamo en el acuerdo de ${brandDrug.earlierYear}, ese reclamo vale para los dos acuerdos. No tiene que hacer nada más.

### ¿Qué pruebas necesito?

Los consumidores pueden reclamar sin documentos. Basta con su mejor cálculo de lo que pagó. Si tiene recibos o un historial de su farmacia, envíe copias.

Los terceros pagadores envían datos de sus miembros: cuántos tenían en cada estado y en cada año. Si un TPP reclama ${dollars(brandDrug.tppTransactionDataFrom, 'es')} o más, envía también los datos de cada compra. Las instrucciones para TPP, en el sitio web, dicen qué datos se necesitan.

### ¿Qué pasa con mi reclamo?

El Administrador del Acuerdo revisa cada reclamo y puede pedirle documentos. Un reclamo puede reducirse o rechazarse. En ese caso le decimos por qué, y usted puede pedir otra revisión. Si aun así no estamos de acuerdo, puede pedirle al tribunal que decida.

### ¿Cuándo y cómo me pagarán?

Los pagos se hacen después de que el tribunal haya aprobado el acuerdo y se hayan resuelto todas las apelaciones. ${
    decision.isOver
      ? 'Las noticias sobre los pagos estarán en el sitio web del acuerdo.'
      : 'Eso puede tomar tiempo. Tenga paciencia y busque noticias en el sitio web del acuerdo.'
  }

Puede recibir su pago de forma digital: por una aplicación de pagos o por depósito directo. Si lo pide, recibirá un cheque en papel. Avísenos si cambia de dirección, para que el pago le llegue.`;
}

const moreInformation = `## Más información

### ¿Cómo obtengo más información?

Este aviso es un resumen. El convenio del acuerdo tiene todos los detalles. Está en el sitio web del acuerdo, con los formularios de reclamo, el plan de distribución y los demás documentos judiciales. Esos documentos están en inglés.

${bulletList([
  `**Sitio web:** ${facts.website}`,
  `**Teléfono, llamada gratis:** ${facts.phone}`,
  `**Correo electrónico:** ${emailLink}`,
])}

**Correo postal:**

${addressLines(facts.mailingAddress)}

Presentar un reclamo es gratis. Nunca le pedimos dinero, y no le pedimos datos bancarios por teléfono ni por correo electrónico. **Por favor, no llame al tribunal ni a la secretaría del tribunal por este aviso.**`;
