import type { LocalizedText } from './problem-messages.ts';

/**
 * For a browser without JavaScript that has to wait before its next login. Not among the website's
 * messages, because the script of every page would contain it.
 */
export function loginWaitMessages(seconds: number): LocalizedText {
  const minutes = Math.ceil(seconds / 60);
  return {
    en: `Many wrong IDs came from your internet connection. Other people may share it with you. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again. To go on without waiting, turn on JavaScript in your browser and reload the page. Your device then solves a small task instead. You can also call us, or send your form by mail.`,
    es: `De su conexión a internet llegaron muchos números equivocados. Quizá otras personas la comparten con usted. Espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} e inténtelo otra vez. Para seguir sin esperar, active JavaScript en su navegador y vuelva a cargar la página. Así su aparato resuelve una pequeña tarea en vez de esperar. También puede llamarnos o enviar su formulario por correo.`,
  };
}
