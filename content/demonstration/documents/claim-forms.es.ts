import type { PublishedDocument } from '@redress/contract/published-documents';
import type { Line } from '@redress/forms/definition';
import { facts } from '../facts.ts';
import { dollars, listed, longDate } from '../../shared/formats.ts';
import { consumerV1Es } from '../forms/consumer.v1.es.ts';
import { individualV1Es } from '../forms/individual.v1.es.ts';
import { disputesInSpanish, requiredDataInSpanish } from '../forms/tpp-sections.es.ts';
import { tppV2Es } from '../forms/tpp.v2.es.ts';
import { lateClaimsOnPaperInSpanish } from '../late-claims.es.ts';
import { printedDeclaration } from './printed-declaration.ts';
import { printedNoticeId } from './claim-forms.ts';

const { brandDrug, savingsClub } = facts;
const tppDataFrom = dollars(brandDrug.tppTransactionDataFrom, 'es');
const documentsFrom = dollars(savingsClub.documentsFrom, 'es');

const brandDrugSettlement = 'Acuerdo antimonopolio sobre un antidepresivo';
const payment =
  'Los pagos se harán solo después de que el tribunal apruebe el acuerdo y se resuelvan todas las apelaciones. Puede recibir el pago por una aplicación de pagos o por depósito directo. Si lo pide, recibirá un cheque en papel.';
const byHand = 'Llénelo en la pantalla e imprímalo, o escriba claro con bolígrafo negro o azul. Fírmelo a mano.';
const oneWay = 'Si ya presentó su reclamo por internet, no envíe este formulario.';
const allSections =
  'Llene las cinco secciones, de la A a la E. Las preguntas que no tiene que contestar dicen “(opcional)”.';
const help = `¿Necesita ayuda? Llame al ${facts.phone}. La llamada es gratis.`;

const amountHint = 'Los centavos, después de un punto: 1250.50';
const byHandInInk = 'Firme a mano, con tinta.';
const documentsToSend = {
  label: 'Documentos que envía',
  prose: ['Envíe copias y guarde los originales. Escriba su nombre en cada copia.'],
} as const;

const lastChecks: readonly Line[] = [
  'Firmé el formulario y escribí la fecha.',
  'Hice una copia de todo lo que envío. Es mi recibo.',
  'Escribí la dirección de abajo en el sobre y le puse suficientes sellos de correo.',
];

/**
 * The printed claim forms in Spanish, in the order of `claimFormDocuments`. Caption and address
 * stay in English.
 */
export const claimFormDocumentsEs: readonly PublishedDocument[] = [
  {
    id: 'formulario-reclamo-consumidor',
    title: 'Formulario de reclamo del consumidor',
    language: 'es',
    source: {
      kind: 'claim-form',
      form: consumerV1Es,
      settlement: brandDrugSettlement,
      caption: `${facts.caption}, ${facts.docketNumber}`,
      deadline: `Envíe este formulario con matasellos (el sello con la fecha) del ${longDate(brandDrug.claimDeadline, 'es')} o antes.`,
      afterDeadline: lateClaimsOnPaperInSpanish,
      mailTo: facts.mailingAddress,
      instructions: [
        'Este formulario es para personas que pagaron el medicamento de marca, o un genérico con clasificación AB, para sí mismas o para su familia. Los planes de salud y las empresas usan el formulario de reclamo del tercero pagador.',
        `El medicamento viene en cápsulas de liberación prolongada de ${listed(brandDrug.strengthsInMilligrams, 'es')} mg.`,
        `Para recibir un pago debe presentar un reclamo, por internet o en papel. ${oneWay}`,
        byHand,
        allSections,
        payment,
        help,
      ],
      extraFields: [
        {
          ...printedNoticeId,
          label: 'Notice ID (número del aviso), si lo tiene',
          hint: '9 dígitos. Está impreso en el aviso que le enviamos. Puede reclamar sin él.',
        },
      ],
      printedSections: { E: printedDeclaration(consumerV1Es) },
      printedItems: {
        signature: { label: 'Firma', hint: 'Del reclamante, o de su agente o representante. Con tinta.' },
        state: { hint: 'Donde vive ahora.' },
        phone1: { hint: '10 dígitos' },
        repealerStateTotalAmountPaid: { hint: amountHint },
        files: documentsToSend,
      },
      checklist: [
        'Contesté las preguntas de las secciones A, B y C.',
        'Incluí copias de mis documentos, si los tengo.',
        ...lastChecks,
      ],
    },
  },
  {
    id: 'formulario-reclamo-tpp',
    title: 'Formulario de reclamo del tercero pagador',
    language: 'es',
    source: {
      kind: 'claim-form',
      form: tppV2Es,
      settlement: brandDrugSettlement,
      caption: `${facts.caption}, ${facts.docketNumber}`,
      deadline: `Los reclamos deben llegar, o tener matasellos, a más tardar el ${longDate(brandDrug.claimDeadline, 'es')}.`,
      afterDeadline: lateClaimsOnPaperInSpanish,
      mailTo: facts.mailingAddress,
      instructions: [
        'Un tercero pagador (TPP, por sus siglas en inglés) es una empresa, una aseguradora o un plan de salud que paga los medicamentos de sus miembros. Un TPP que es miembro de la clase puede presentar un reclamo. También puede hacerlo su agente autorizado.',
        {
          list: [
            'Un miembro de la clase llena la Sección A. Un agente llena la Sección B. Nunca llene las dos.',
            'Todos llenan las secciones C, D y E.',
            'Si reclaman un miembro de la clase y también su agente, solo cuenta el formulario del miembro.',
            'Un agente necesita antes un permiso por escrito de cada miembro de la clase. Quizá le pidamos una prueba.',
            'Un agente puede presentar un formulario por cada miembro de la clase, o uno por todos.',
            'Un miembro de la clase que también es agente presenta dos formularios: uno propio y uno como agente.',
            `Si presentó un reclamo en el acuerdo de ${brandDrug.earlierYear}, no tiene que presentar otro.`,
          ],
        },
        `${byHand} ${oneWay}`,
        payment,
        help,
      ],
      printedRows: 15,
      printedSections: {
        E: printedDeclaration(tppV2Es),
        D: {
          prose: [
            ...requiredDataInSpanish,
            'Envíe archivos de Excel (.xlsx) o archivos de texto (.txt, .csv): con columnas separadas por barras verticales, tabuladores o comas, o de ancho fijo.',
            disputesInSpanish,
          ],
        },
      },
      printedItems: {
        signature: { label: 'Firma de quien presenta el reclamo', hint: byHandInInk },
        classMembers: {
          hint: 'El FEIN es el número de identificación fiscal federal de una empresa. Escriba sus 9 dígitos sin el guion.',
        },
        repealerStateTotalAmountPaid: { hint: 'Los centavos, después de un punto: 412500.75' },
        files: {
          label: 'Cómo enviar sus datos',
          prose: [
            'Ponga los datos en un disco o en una memoria USB y envíelos con este formulario. Además:',
            {
              list: [
                `Use la plantilla de datos para TPP de ${facts.website} (en inglés), o dé a las columnas los nombres de arriba.`,
                'Escriba en el disco o en la memoria el nombre y el número de identificación fiscal de la empresa o del agente.',
                'Si cifra los datos, es decir, los escribe en clave, díganos la contraseña por teléfono. No la ponga en el sobre.',
                'Guarde una copia de los datos.',
              ],
            },
            '¿Quiere que sus datos se revisen de inmediato? Reclame por internet: el sitio web los revisa mientras usted espera.',
          ],
        },
      },
      checklist: [
        'Llené la Sección A o la Sección B, no las dos, y el total pagado en la Sección C.',
        'Si soy agente, anoté a cada miembro de la clase con su FEIN.',
        `Incluí los datos de los miembros y, si reclamo ${tppDataFrom} o más, los datos de las compras.`,
        ...lastChecks,
      ],
    },
  },
  {
    id: 'formulario-reclamo-club-de-ahorros',
    title: 'Formulario de reclamo individual, acuerdo del club de ahorros',
    language: 'es',
    source: {
      kind: 'claim-form',
      form: individualV1Es,
      settlement: 'Acuerdo del club de ahorros',
      deadline: `Envíe este formulario con matasellos (el sello con la fecha) del ${longDate(savingsClub.claimDeadline, 'es')} o antes.`,
      afterDeadline: lateClaimsOnPaperInSpanish,
      mailTo: facts.savingsClubMailingAddress,
      instructions: [
        'Este formulario es para personas que pagaron recetas en la cadena de farmacias y usaron un seguro. No es para el acuerdo del antidepresivo, que tiene sus propios formularios.',
        `No necesita un aviso para reclamar. ${oneWay}`,
        byHand,
        allSections,
        payment,
        help,
      ],
      printedSections: {
        E: printedDeclaration(individualV1Es),
        D: {
          title: 'Sus documentos',
          prose: [
            `No necesita documentos si tiene un Notice ID (número del aviso) y su cálculo es de menos de ${documentsFrom}.`,
            `Debe enviar documentos si no tiene un Notice ID, o si su cálculo es de ${documentsFrom} o más. Envíe comprobantes de lo que pagó: recibos de la farmacia, un historial de su farmacia o estados de cuenta de su seguro.`,
            'Si su reclamo se reduce o se rechaza, le decimos por qué, y usted puede pedir otra revisión.',
          ],
        },
      },
      printedItems: {
        signature: { label: 'Firma', hint: byHandInInk },
        agentSignature: {
          label: 'Firma del agente o representante legal',
          hint: `Solo si alguien presenta el reclamo en nombre del reclamante. ${byHandInInk}`,
        },
        noticeId: { hint: '9 dígitos, si recibió un aviso.' },
        phone1: { hint: '10 dígitos' },
        email: { hint: 'Para escribirle acerca de su reclamo.' },
        files: documentsToSend,
      },
      checklist: [
        'Contesté las preguntas de las secciones A, B y C.',
        `Incluí copias de mis documentos. Son necesarias si no tengo un Notice ID, o si mi cálculo es de ${documentsFrom} o más.`,
        ...lastChecks,
      ],
    },
  },
];
