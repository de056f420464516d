// site.ts and site-pages.ts in Spanish. The text of a page is in pages/<text>.es.mdx.
import type { SiteTranslation } from '@redress/contract/settlement';
import { translatePages } from '@redress/contract/translate-pages';
import { longDate } from '../shared/formats.ts';
import { facts } from './facts.ts';
import { reliefInSpanish } from './receipts.es.ts';
import { pages } from './site-pages.ts';

const printedFormInstead = 'Para reclamar por correo o desde el extranjero:';
const messages = {
  closed: `La fecha límite para los reclamos fue el ${longDate(facts.deadline, 'es')}. Ya no se pueden presentar reclamos.`,
} as const;

export const aroundPagesInSpanish: SiteTranslation = {
  name: facts.nameInSpanish,
  banner: facts.bannerInSpanish,
  footer: {
    consent:
      'Al usar este sitio web, usted acepta que, para administrar el acuerdo, usemos los datos que escriba. No los vendemos, y ningún anunciante los ve.',
    privacyPolicy: { label: 'Política de privacidad', document: 'politica-de-privacidad' },
    copyright: `© ${facts.administratorInSpanish}`,
  },
};

export const spanishPages = translatePages(pages, 'es', {
  '/': {
    title: 'Inicio',
    description: `El acuerdo con ${facts.defendant}: quién está incluido, qué puede recibir, hasta cuándo y cómo reclamar.`,
    navigation: 'Inicio',
  },
  '/file-claim': {
    title: 'Presentar un reclamo',
    description: 'Quién puede reclamar, qué necesita, cómo reclamar por internet o por correo, y hasta cuándo.',
    navigation: 'Presentar un reclamo',
    footer: 'Presentar un reclamo',
  },
  '/important-dates': {
    title: 'Fechas importantes',
    description: 'Los últimos días para reclamar, excluirse y objetar, y el día de la audiencia.',
    navigation: 'Fechas',
  },
  '/questions': {
    title: 'Preguntas y respuestas',
    description: 'Respuestas cortas: ¿estoy incluido?, ¿qué puedo recibir?, ¿cómo reclamo?, ¿qué opciones tengo?',
    navigation: 'Preguntas',
    footer: 'Preguntas y respuestas',
  },
  '/court-documents': {
    title: 'Documentos judiciales',
    description: 'El tribunal, el número del caso y los documentos de este caso.',
    navigation: 'Documentos judiciales',
  },
  '/contact': {
    title: 'Contacto',
    description:
      'Cómo comunicarse con el Administrador del Acuerdo por teléfono, por correo electrónico y por correo postal.',
    navigation: 'Contacto',
    footer: 'Contáctenos',
  },
  '/accessibility': {
    title: 'Accesibilidad',
    description: 'Cómo funciona este sitio web para las personas con discapacidad y cómo recibir ayuda con su reclamo.',
    footer: 'Accesibilidad',
  },
  // <login>
  '/login': {
    title: 'Reclamo del consumidor: iniciar sesión',
    description:
      'Inicie sesión con el Notice ID (número del aviso) y el Unique ID (número único) de su aviso para presentar un reclamo de consumidor.',
    messages: {
      note: 'Sus dos números, Notice ID (número del aviso) y Unique ID (número único), están impresos en el aviso que le enviamos por correo postal o electrónico. Búsquelos arriba de su nombre.',
      button: 'Iniciar sesión',
      without: { text: '¿No tiene estos dos números? {link}.', link: 'Reclame por correo' },
      notFound: { title: 'No encontramos esos números', text: 'Revíselos e inténtelo otra vez.' },
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
  // </login>
  // <consumer>
  '/consumer-claim': {
    title: 'Formulario de reclamo del consumidor',
    description: 'Presente un reclamo de consumidor por internet.',
    documents: { label: printedFormInstead, of: ['formulario-reclamo-consumidor'] },
    messages,
  },
  // </consumer>
  // <individual>
  '/individual-claim': {
    title: 'Formulario de reclamo individual',
    description: 'Presente un reclamo individual por internet.',
    documents: { label: printedFormInstead, of: ['formulario-reclamo-individual'] },
    messages,
  },
  // </individual>
  // <payor>
  '/payor-claim': {
    title: 'Formulario de reclamo del tercero pagador',
    description: 'Presente un reclamo de tercero pagador por internet.',
    documents: {
      label: 'Para sus datos, y para reclamar por correo o desde el extranjero:',
      of: ['payor-filing-template', 'formulario-reclamo-tercero-pagador'],
    },
    messages,
  },
  // </payor>
  // <data-incident>
  '/data-incident-claim': {
    title: 'Formulario de reclamo por el incidente de datos',
    description: 'Presente por internet un reclamo por pérdidas y tiempo perdido.',
    documents: { label: printedFormInstead, of: ['formulario-reclamo-incidente-de-datos'] },
    messages,
  },
  // </data-incident>
  '/claim-filed': {
    title: 'Su reclamo',
    description: 'El número de referencia del reclamo que usted presentó.',
    messages: {
      heading: 'Gracias. Recibimos su reclamo.',
      printHint: 'Imprima esta página y guárdela. Necesitará el número de referencia si nos llama o nos escribe.',
      receipt: 'Descargar su recibo (PDF)',
      payment: reliefInSpanish,
      exit: 'Volver a la página de inicio',
    },
  },
  '/receipt': {
    title: 'Obtenga su recibo',
    description: 'Obtenga el recibo de un reclamo que ya presentó, con su número de referencia.',
  },
  '/status': {
    title: 'Estado del reclamo',
    description: 'Vea en qué paso está su reclamo y qué cartas le enviamos, y responda si necesitamos algo de usted.',
    footer: 'Estado del reclamo',
  },
  '/log-out': {
    title: 'Computadora compartida',
    description: 'Cómo no dejar nada sobre usted y su reclamo en una computadora que usan otras personas.',
  },
});
