import { brandDrugExclusionsInSpanish, spanishStates } from '../class-definition.es.ts';
import { facts } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../../shared/formats.ts';
import { makerInSpanish } from './brand-drug-settlements.es.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { excludingYourself, ifYouDoNothing, whatYouGiveUp } from './long-form-notice-choices.es.ts';
import { hearing, lawyers, objecting } from './long-form-notice-court.es.ts';
import { howToGetPayment, whatItProvides } from './long-form-notice-payment.es.ts';
import { numberQuestions } from './long-form-notice.ts';
import { addressLines, bulletList, table } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;
const period = `el ${longDate(brandDrug.classPeriod.from, 'es')} y el ${longDate(brandDrug.classPeriod.to, 'es')}`;
const claimDeadline = longDate(brandDrug.claimDeadline, 'es');
const emailLink = `[${facts.email}](mailto:${facts.email})`;

/** The long-form notice in Spanish, with the facts, headings and questions of `longFormNotice`. */
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
  const { fund, other, decision } = settlement;
  const claims = decision.isOver
    ? [
        'La orden del tribunal fijó las fechas de este acuerdo. Ya pasaron y no se repiten aquí.',
        'Si presentó un reclamo en este acuerdo, no tiene que presentar otro. **Ese reclamo vale para los dos acuerdos.**',
        `También hay un acuerdo de ${other.year}, de ${dollars(other.fund, 'es')}, con el ${makerInSpanish(other)}. Si no ha reclamado antes, puede presentar un reclamo en ese acuerdo a más tardar el **${claimDeadline}**.`,
      ]
    : [
        `Para recibir un pago, debe presentar un reclamo a más tardar el **${claimDeadline}**.`,
        `Antes hubo un acuerdo de ${other.year}, de ${dollars(other.fund, 'es')}, con el ${makerInSpanish(other)}. Si presentó un reclamo en él, no tiene que presentar otro. **Ese reclamo vale para los dos acuerdos.**`,
        'Un reclamo que se presente ahora es un reclamo en este acuerdo con el fabricante del genérico.',
      ];
  return `_El ${facts.courtInSpanish} autorizó este aviso. No es publicidad de un abogado, y nadie lo está demandando a usted._

## Un aviso del tribunal

**¿Pagó usted este antidepresivo o su genérico entre ${period}? Entonces un acuerdo puede afectar sus derechos.** Lea este aviso con cuidado.

${bulletList([
  `Hay un acuerdo de **${dollars(fund, 'es')}** en un caso sobre un antidepresivo. Es con el ${makerInSpanish(settlement)}, y es parte de una demanda colectiva que se llama _${facts.caption}_, ${facts.docketNumber}.`,
  `Es para consumidores y terceros pagadores que compraron el medicamento de marca, o su genérico, en ${brandDrug.states.length} estados. Un tercero pagador (TPP, por sus siglas en inglés) es un plan de salud, una aseguradora u otro grupo que pagó los medicamentos de sus miembros.`,
  ...claims,
  'Sus derechos legales se verán afectados, actúe usted o no.',
])}`;
}

function rightsAndOptions(settlement: BrandDrugSettlement): string {
  const { decision, other } = settlement;
  const noPayment = `No recibe ningún pago, a menos que haya reclamado en el acuerdo de ${brandDrug.earlierYear}. Renuncia a su derecho de demandar al ${makerInSpanish(settlement)} por este caso.`;
  const isOver = 'Ya pasó: la fijó la orden del tribunal';
  const rows = decision.isOver
    ? [
        [
          '**Presentar un reclamo**',
          `Era la única manera de recibir un pago. Un reclamo que se presente ahora es un reclamo en el acuerdo de ${other.year} con el ${makerInSpanish(other)}.`,
          isOver,
        ],
        ['**Excluirse**', `Habría conservado su derecho de demandar al ${makerInSpanish(settlement)}.`, isOver],
        ['**Objetar**', 'Le habría dicho al tribunal qué no le gustaba del acuerdo.', isOver],
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
          'Sigue en la clase y le dice al tribunal qué no le gusta del acuerdo.',
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
    ? 'Las órdenes del tribunal fijaron las fechas para reclamar, para excluirse, para objetar y para la audiencia. Esas fechas ya pasaron y no se repiten aquí. Puede leer las órdenes en el sitio web del acuerdo, en inglés.'
    : 'El resto de este aviso explica cada opción. Una orden del tribunal, en forma de carta, pasó la audiencia a la fecha de arriba. El tribunal todavía tiene que decidir si aprueba el acuerdo.'
}`;
}

function basicInformation(settlement: BrandDrugSettlement): string {
  const { decision, year, other } = settlement;
  return `## Información básica

### ¿Por qué recibí este aviso?

Usted tiene derecho a conocer el acuerdo y sus opciones${
    decision.isOver ? '' : ' antes de que el tribunal decida si lo aprueba'
  }. Este aviso explica el caso, el acuerdo y sus derechos.${decision.isOver ? ' Este aviso se actualizó después de que el tribunal aprobó el acuerdo.' : ''}

El caso está ante el ${facts.courtInSpanish}. Se llama _${facts.caption}_, ${facts.docketNumber}.

### ¿De qué trata la demanda?

La demanda trata de un antidepresivo de marca y de sus genéricos. Dice que los fabricantes violaron las leyes que protegen la competencia y que, por eso, los compradores pagaron de más por el medicamento de marca y por sus genéricos.

El medicamento viene en cápsulas de liberación prolongada de ${listed(brandDrug.strengthsInMilligrams, 'es')} mg. Los fabricantes niegan haber hecho algo malo. El tribunal no ha decidido quién tiene la razón.

### ¿Qué es una demanda colectiva?

En una demanda colectiva, unas pocas personas o empresas, llamadas representantes de la clase, demandan en nombre de todos los que tienen el mismo tipo de reclamo. Todos juntos forman la clase. Un solo tribunal decide el caso para todos los miembros de la clase, excepto los que se excluyen.

### ¿Por qué hay un acuerdo?

El tribunal no decidió a favor de ninguna de las partes. En lugar de eso, las dos partes llegaron a un acuerdo. Así evitan el costo y el riesgo de un juicio, y los miembros de la clase pueden recibir un pago. Los representantes de la clase y sus abogados creen que el acuerdo es lo mejor para la clase.

### ¿Por qué hay dos acuerdos?

Dos fabricantes llegaron a acuerdos en momentos distintos. Este aviso trata del acuerdo de ${year} con el ${makerInSpanish(settlement)}. El acuerdo de ${other.year} es con el ${makerInSpanish(other)} y tiene su propio aviso.

Un reclamo que se presentó en el acuerdo de ${brandDrug.earlierYear} vale para los dos. Un reclamo que se presente ahora es un reclamo en el acuerdo de ${brandDrug.newerYear} con el fabricante del genérico.`;
}

const whoIsIncluded = `## Quién está incluido

### ¿Cómo sé si soy miembro de la clase?

Usted es miembro de la clase si es un consumidor o un tercero pagador como los que se describen aquí. Debe haber pagado el medicamento de marca o un genérico con clasificación AB. Ese es un genérico que el farmacéutico puede dar en lugar del de marca.

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

Lo que cuenta es dónde se compró el medicamento. No importa en qué estado viva ahora.

### ¿Quién no está incluido?

No son parte de la clase:

${bulletList(brandDrugExclusionsInSpanish)}

### ¿Y si no estoy seguro?

Llame gratis al ${facts.phone} o escriba al Administrador del Acuerdo. La lista de códigos del medicamento, en el sitio web del acuerdo, incluye todos los productos que cuentan.`;

const moreInformation = `## Más información

### ¿Cómo obtengo más información?

Este aviso es un resumen. El convenio del acuerdo tiene todos los detalles. Está en el sitio web del acuerdo, con el plan de distribución y los demás documentos judiciales. Esos documentos están en inglés. Ahí están también los formularios de reclamo, en español.

${bulletList([
  `**Sitio web:** ${facts.website}`,
  `**Teléfono, llamada gratis:** ${facts.phone}`,
  `**Correo electrónico:** ${emailLink}`,
])}

**Correo postal:**

${addressLines(facts.mailingAddress)}

Presentar un reclamo es gratis. Nunca le pedimos dinero, y no le pedimos datos bancarios por teléfono ni por correo electrónico. **Por favor, no llame al tribunal ni a la secretaría del tribunal por este aviso.**`;
