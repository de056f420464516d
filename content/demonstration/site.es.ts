import type { SiteTranslation } from '@redress/contract/settlement';
import { translatePages } from '@redress/contract/translate-pages';
import { facts } from './facts.ts';
import { longDate } from '../shared/formats.ts';
import { lateOnFormsInSpanish } from './late-claims.es.ts';
import { reliefInSpanish } from './receipts.es.ts';
import { pages } from './site-pages.ts';

const deadline = longDate(facts.brandDrug.claimDeadline, 'es');
const savingsClubDeadline = longDate(facts.savingsClub.claimDeadline, 'es');
const savingsClubCaption = 'Acuerdo del club de ahorros en recetas: un caso aparte';
const printedFormInstead = 'Por correo o desde el extranjero:';

const complete = {
  title: 'Su reclamo',
  description: 'El número de referencia del reclamo que usted presentó.',
  messages: {
    heading: 'GRACIAS POR ENVIAR SU INFORMACIÓN',
    printHint: 'Imprima esta página y guárdela.',
    receipt: 'Descargar su recibo (PDF)',
    payment: reliefInSpanish,
    exit: 'Salir y volver al sitio web del acuerdo',
  },
} as const;

/** The layout of Spanish pages. */
export const aroundPagesInSpanish: SiteTranslation = {
  name: 'Acuerdo antimonopolio sobre un antidepresivo',
  banner: 'Demostración: empresas y personas inventadas.',
  footer: {
    consent:
      'Si usa este sitio, acepta que usemos en este caso lo que escriba. No lo vendemos, y ningún anunciante lo ve.',
    privacyPolicy: { label: 'Política de privacidad', document: 'politica-de-privacidad' },
    copyright: `© ${facts.copyrightYear} ${facts.administratorInSpanish}`,
  },
};

/** The translation of every page. Its prose is in `pages/<text>.es.mdx`. */
export const spanishPages = translatePages(pages, 'es', {
  '/': {
    title: 'Inicio',
    description: `Un acuerdo paga a personas y planes de salud que compraron un antidepresivo o su genérico en ${facts.brandDrug.states.length} estados. Quién está incluido, qué recibe, hasta cuándo y cómo.`,
    navigation: 'Inicio',
  },
  '/notice': {
    title: 'Avisos y preguntas',
    description:
      'Los avisos de los dos acuerdos para descargar, y respuestas cortas: ¿estoy incluido?, ¿qué recibo?, ¿cómo reclamo?, ¿qué opciones tengo?',
    navigation: 'Avisos y preguntas',
    footer: 'Avisos y preguntas',
  },
  '/file-claim': {
    title: 'Presentar un reclamo',
    description:
      'Quién está en la clase, los estados y el período, los formularios de reclamo para descargar, y cómo reclaman los consumidores y los terceros pagadores.',
    navigation: 'Presentar un reclamo',
    footer: 'Presentar un reclamo',
  },
  '/courtdocuments': {
    title: 'Documentos judiciales',
    description:
      'Los documentos judiciales de los dos acuerdos, desde la demanda hasta la orden de aprobación final, y qué es cada uno.',
    navigation: 'Documentos judiciales',
  },
  '/contact': {
    title: 'Contacto',
    description:
      'Cómo comunicarse con el Administrador del Acuerdo por teléfono, por correo electrónico y por correo postal, y las direcciones de los abogados de la clase.',
    navigation: 'Contacto',
    footer: 'Contáctenos',
  },
  '/accessibility': {
    title: 'Accesibilidad',
    description:
      'Cómo funciona este sitio web para las personas con discapacidad, qué límites conocemos y cómo recibir ayuda con su reclamo.',
    footer: 'Accesibilidad',
  },
  '/consumer-login': {
    title: 'Reclamo del consumidor: iniciar sesión',
    description:
      'Inicie sesión con el Notice ID (número del aviso) y el Unique ID (número único) de su aviso para presentar un reclamo de consumidor.',
    messages: {
      note: 'Sus dos números, Notice ID (número del aviso) y Unique ID (número único), están en el aviso que le enviamos, arriba de su nombre.',
      button: 'Iniciar sesión',
      without: { text: 'Si no tiene estos dos números, haga clic {link}.', link: 'AQUÍ' },
      notFound: { title: 'Usuario no encontrado', text: 'Inténtelo otra vez' },
      help: {
        heading: 'Dónde encontrar sus números',
        where:
          'No encontramos lo que escribió. Los dos números están en el aviso que le enviamos, arriba de su nombre. Revise cada letra y cada dígito, e inicie sesión otra vez. Un cero puede parecer la letra O.',
        picture: {
          alt: 'Un aviso enviado por correo. El Notice ID y el Unique ID están marcados. Se encuentran arriba del nombre y la dirección.',
          sender: facts.administrator,
          ...facts.sampleNotice,
        },
        withoutIds: '¿No encuentra su aviso? Aun así puede reclamar:',
        request: { text: '¿Perdió su aviso? {link}', link: 'Pídanos sus números' },
        call: { text: 'Llámenos gratis al {link}.', link: facts.phone },
        mail: { text: '{link}. Para eso no necesita números.', link: 'Reclame por correo' },
      },
    },
  },
  '/lost-ids': {
    title: 'Números perdidos',
    description:
      '¿Perdió su aviso? Pida al Administrador del Acuerdo su Notice ID (número del aviso) y su Unique ID (número único).',
    messages: {
      lead: [
        'Para reclamar por internet necesita el Notice ID (número del aviso) y el Unique ID (número único) de su aviso. Si lo perdió, díganos quién es y cómo comunicarnos con usted. Si está en nuestros registros, le enviaremos sus números por correo postal a la dirección que tenemos.',
        'Esto no es un reclamo. Para reclamar sin números, también puede enviar el formulario por correo.',
      ],
      button: 'Enviar mi solicitud',
      noContact: 'Escriba un teléfono o un correo electrónico',
    },
  },
  '/lost-ids-received': {
    title: 'Solicitud recibida',
    description: 'Qué pasa después de pedir su Notice ID (número del aviso) y su Unique ID (número único).',
  },
  '/consumera-instructions': {
    title: 'Reclamo del consumidor: instrucciones',
    description:
      'Quién debe presentar un reclamo de consumidor, hasta cuándo, los cinco pasos del formulario y cómo enviarlo por correo.',
    nextLabel: 'Siguiente',
  },
  '/consumera-claimants': {
    title: 'Formulario de reclamo del consumidor',
    description: 'Presente un reclamo de consumidor por internet.',
    documents: { label: printedFormInstead, of: ['formulario-reclamo-consumidor'] },
    messages: {
      late: `La fecha límite fue el ${deadline}. ${lateOnFormsInSpanish}`,
      closed: `La fecha límite para los reclamos de consumidores fue el ${deadline}. Ya no se pueden presentar reclamos.`,
    },
  },
  '/consumer-complete': complete,
  '/consumerb-instructions': {
    caption: savingsClubCaption,
    title: 'Reclamo del club de ahorros: instrucciones',
    description:
      'Quién puede reclamar en el acuerdo del club de ahorros, hasta cuándo, los cinco pasos, qué documentos necesita y cómo reclamar por correo.',
    nextLabel: 'Siguiente',
  },
  '/consumerb-claimants': {
    caption: savingsClubCaption,
    title: 'Formulario de reclamo individual',
    heading: 'Formulario de reclamo individual',
    description: 'Presente por internet un reclamo individual en el acuerdo del club de ahorros.',
    documents: { label: printedFormInstead, of: ['formulario-reclamo-club-de-ahorros'] },
    messages: {
      late: `La fecha límite fue el ${savingsClubDeadline}. ${lateOnFormsInSpanish}`,
      closed: `La fecha límite para los reclamos de este acuerdo fue el ${savingsClubDeadline}. Ya no se pueden presentar reclamos.`,
    },
  },
  '/tpp-instructions': {
    title: 'Reclamo de un tercero pagador: instrucciones',
    description: 'Qué terceros pagadores y agentes pueden reclamar, qué datos envían, hasta cuándo y cómo.',
    nextLabel: 'Siguiente',
  },
  '/tpp-claimants': {
    title: 'Formulario de reclamo del tercero pagador',
    description: 'Presente por internet un reclamo de tercero pagador.',
    documents: {
      label: 'Para sus datos, y para reclamar por correo o desde el extranjero:',
      of: ['tpp-filing-template', 'drug-codes', 'formulario-reclamo-tpp'],
    },
    messages: {
      late: `La fecha límite fue el ${deadline}. ${lateOnFormsInSpanish}`,
      closed: `La fecha límite para los reclamos de terceros pagadores fue el ${deadline}. Ya no se pueden presentar reclamos.`,
    },
  },
  '/tpp-complete': { ...complete, title: 'Su reclamo de tercero pagador' },
  '/receipt': {
    title: 'Obtenga su recibo',
    description: 'Obtenga el recibo de un reclamo que ya presentó, con su número de referencia.',
  },
  '/status': {
    title: 'Estado del reclamo',
    description: 'Vea en qué paso está su reclamo y qué cartas le enviamos, y responda si necesitamos algo de usted.',
  },
  '/log-out': {
    title: 'Cerrar sesión',
    description: 'Cierre la sesión o borre de esta computadora todo lo que tenga que ver con su reclamo.',
  },
});
