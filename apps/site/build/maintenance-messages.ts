import type { Language } from '@redress/contract/language';

/** The pages that the proxy shows in the server's place. They must promise nothing uncertain. */
const english = {
  maintenance: {
    title: 'This website is not available right now',
    wait: 'We are working on it. Please try again in a few minutes.',
    sending:
      'We do not know yet whether it reached us. Leave this page open, wait a minute, and reload it. If your browser asks, say that you want to send the form again. Your claim counts only once, no matter how often you send it.',
  },
  busy: {
    title: 'Very many requests are arriving right now',
    wait: 'Please wait a minute and try again.',
    sending:
      'We could not accept it. Your browser still has it. Leave this page open, wait a minute, and reload it. If your browser asks, say that you want to send the form again.',
  },
  sendingHeading: 'Were you sending a form?',
  notSure: 'Your claim has reached us when you see a reference number.',
  deadlineHeading: 'Is the deadline near?',
  deadline: 'If this page does not go away, call us:',
};

const spanish: typeof english = {
  maintenance: {
    title: 'Este sitio web no está disponible en este momento',
    wait: 'Estamos trabajando para resolverlo. Inténtelo otra vez en unos minutos.',
    sending:
      'Todavía no sabemos si nos llegó. Deje esta página abierta, espere un minuto y vuelva a cargarla. Si su navegador pregunta, diga que sí quiere enviar el formulario otra vez. Su reclamo cuenta una sola vez, aunque lo envíe varias veces.',
  },
  busy: {
    title: 'En este momento nos llegan muchísimas solicitudes',
    wait: 'Espere un minuto e inténtelo otra vez.',
    sending:
      'No pudimos recibirlo. Su navegador todavía lo tiene. Deje esta página abierta, espere un minuto y vuelva a cargarla. Si su navegador pregunta, diga que sí quiere enviar el formulario otra vez.',
  },
  sendingHeading: '¿Estaba enviando un formulario?',
  notSure: 'Si ve un número de referencia, su reclamo nos llegó.',
  deadlineHeading: '¿Se acerca la fecha límite?',
  deadline: 'Si esta página no desaparece, llámenos al:',
};

export const maintenanceMessages = (language: Language): typeof english => ({ en: english, es: spanish })[language];

/** Each is a page with this name. */
export const proxyPages = ['maintenance', 'busy'] as const;
export type ProxyPage = (typeof proxyPages)[number];
