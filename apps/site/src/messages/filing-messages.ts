import type { Language } from '@redress/contract/language';

const english = {
  /**
   * Explains why nothing was filed. Repeats messages that are on the page from the start, for pages
   * without JavaScript.
   */
  failures: {
    offline:
      'Your device is offline. Nothing was lost: your answers are still here. Connect to the internet, then press SUBMIT again.',
    lost: 'We could not reach the server. Nothing was lost: your answers are still here. Check your connection, then press SUBMIT again.',
    busy: 'Many people are filing right now. Nothing was lost: your answers are still here. Wait a minute, then press SUBMIT again.',
    failed:
      'Something went wrong on our side. Nothing was lost: your answers are still here. Wait a minute, then press SUBMIT again. Your claim counts only once, no matter how often you send it.',
    tooMany: (minutes: number) =>
      `There were too many attempts from your connection. Your answers are still here. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then press SUBMIT again.`,
    refused: 'We could not accept the claim. Your answers are still here. Please try again, or call us.',
    noCookies:
      'Your browser blocks cookies, so your claim is not sent yet. Nothing was lost: your answers are still here. Press SUBMIT again, and we will send it in a way that needs no cookies.',
    /** For a call to the administrator, whose staff can find the request in the log. */
    errorCode: (requestId: string) => `If you call us, give this error code: ${requestId}`,
  },
  conflict:
    'You already sent this form with different answers, and that claim counts. You can keep it or file another claim.',
  notSent: 'Your claim has not been sent yet. Your answers are still here. Press SUBMIT to send it.',
  number: 'Reference number',
  draftRestored: (taxIds: boolean) =>
    `We kept what you typed earlier. Please add your ${taxIds ? 'tax IDs, ' : ''}signature and documents again.`,
  save: 'Save and finish later',
  files: {
    list: 'Your files',
    removeNamed: (name: string) => `Remove ${name}`,
  },
  filesAgain: 'Please choose your files again, because your browser can’t keep them.',
  conflictHeading: 'You already filed a claim with this form',
  filedHeading: 'You filed a claim with this form',
  filed: (date: string) => `We received it on ${date}.`,
  keep: 'Keep that claim',
  another: 'File another claim',
  see: 'See your confirmation',
  back: 'Back to the form',
  loginAgain: 'Your login has ended. Log in again, and we’ll send your claim. Nothing you typed was lost.',
  /** Shown before and after a login expires. */
  loginExpiry: {
    expired: 'Your login has ended',
    afterExpiry: 'Nothing you typed was lost. When you press SUBMIT, we’ll ask for your IDs again.',
    question: 'Stay logged in?',
    expiresAt: (time: string) => `Your login ends at ${time}.`,
    nothingLost: 'You won’t lose anything you typed. But after that, you have to log in again before you file.',
    stay: 'Stay logged in',
    letExpire: 'Let it end',
  },
  /** Messages of the answer review above SUBMIT. */
  review: {
    heading: 'Check your answers',
    hint: 'This is what we will file.',
    change: 'Change',
    notAnswered: 'Not answered yet',
    noFiles: 'None',
    showAll: (count: number) => `Show all ${count}`,
  },
  /** Asks about unchecked optional statements. */
  unconfirmed: {
    heading: (count: number): string =>
      count === 1 ? 'You did not confirm this statement' : 'You did not confirm these statements',
    explanation: 'You can still send your claim. Your receipt will then say “Not confirmed.” Send anyway?',
    back: 'Go back and confirm',
    send: 'Send anyway',
  },
};
export type FilingMessages = typeof english;

/** Terms follow `docs/glossary-es.md`. */
const spanish: FilingMessages = {
  failures: {
    offline:
      'Su dispositivo no tiene conexión. No se perdió nada: sus respuestas siguen aquí. Conéctese a internet y vuelva a oprimir ENVIAR.',
    lost: 'No pudimos conectarnos con el servidor. No se perdió nada: sus respuestas siguen aquí. Revise su conexión y vuelva a oprimir ENVIAR.',
    busy: 'En este momento muchas personas están presentando reclamos. No se perdió nada: sus respuestas siguen aquí. Espere un minuto y vuelva a oprimir ENVIAR.',
    failed:
      'Algo falló en nuestro sistema. No se perdió nada: sus respuestas siguen aquí. Espere un minuto y vuelva a oprimir ENVIAR. Su reclamo cuenta una sola vez, aunque lo envíe varias veces.',
    tooMany: (minutes) =>
      `Hubo demasiados intentos desde su conexión. Sus respuestas siguen aquí. Espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} y vuelva a oprimir ENVIAR.`,
    refused: 'No pudimos recibir el reclamo. Sus respuestas siguen aquí. Inténtelo otra vez o llámenos.',
    noCookies:
      'Su navegador bloquea las cookies, así que su reclamo todavía no se ha enviado. No se perdió nada: sus respuestas siguen aquí. Vuelva a oprimir ENVIAR y lo enviaremos de una manera que no necesita cookies.',
    errorCode: (requestId) => `Si nos llama, dé este código de error: ${requestId}`,
  },
  conflict:
    'Usted ya envió este formulario, con otras respuestas. Ese reclamo es el que vale. Puede quedarse con él o presentar otro.',
  notSent: 'Su reclamo todavía no se ha enviado. Sus respuestas siguen aquí. Oprima ENVIAR para enviarlo.',
  number: 'Número de referencia',
  draftRestored: (taxIds) =>
    `Guardamos lo que escribió antes. Vuelva a agregar ${taxIds ? 'los números de identificación fiscal, ' : ''}la firma y los documentos.`,
  save: 'Guardar y terminar después',
  files: {
    list: 'Sus archivos',
    removeNamed: (name) => `Quitar ${name}`,
  },
  filesAgain: 'Elija otra vez sus archivos, porque su navegador no puede conservarlos.',
  conflictHeading: 'Usted ya presentó un reclamo con este formulario',
  filedHeading: 'Usted presentó un reclamo con este formulario',
  filed: (date) => `Lo recibimos el ${date}.`,
  keep: 'Quedarme con ese reclamo',
  another: 'Presentar otro reclamo',
  see: 'Ver su confirmación',
  back: 'Volver al formulario',
  loginAgain:
    'Su sesión terminó. Inicie sesión otra vez y enviaremos su reclamo. No se perdió nada de lo que escribió.',
  loginExpiry: {
    expired: 'Su sesión terminó',
    afterExpiry:
      'No se perdió nada de lo que escribió. Cuando oprima ENVIAR, le pediremos otra vez los números de su aviso.',
    question: '¿Mantener su sesión abierta?',
    // Ends without a period, because the time ends with one (`p. m.`).
    expiresAt: (time) => `Su sesión termina a esta hora: ${time}`,
    nothingLost:
      'No perderá nada de lo que escribió. Pero después tendrá que iniciar sesión otra vez para presentar su reclamo.',
    stay: 'Mantenerla abierta',
    letExpire: 'Dejar que termine',
  },
  review: {
    heading: 'Revise sus respuestas',
    hint: 'Esto es lo que se presentará.',
    change: 'Cambiar',
    notAnswered: 'Sin respuesta todavía',
    noFiles: 'Ninguno',
    showAll: (count) => `Mostrar los ${count}`,
  },
  unconfirmed: {
    heading: (count) => (count === 1 ? 'Usted no confirmó esta declaración' : 'Usted no confirmó estas declaraciones'),
    explanation: 'De todos modos puede enviar su reclamo. Su recibo dirá “No confirmado”. ¿Enviarlo así?',
    back: 'Volver y confirmar',
    send: 'Enviar así',
  },
};

/** Messages that a form needs once a claimant has started to fill it in, or without JavaScript. */
export const filingMessages: Readonly<Record<Language, FilingMessages>> = { en: english, es: spanish };
