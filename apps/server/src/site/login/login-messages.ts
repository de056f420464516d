import type { LocalizedText } from '../../platform/http/problem-messages.ts';

/**
 * The message for a browser without JavaScript that has to wait before its next login. It is not
 * among the website's messages, because the script of every page would contain it.
 */
export function loginWaitMessages(seconds: number): LocalizedText {
  const minutes = Math.ceil(seconds / 60);
  return {
    en: `Many wrong IDs were entered from your internet connection, which other people may share. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again. To continue without waiting, turn on JavaScript in your browser and reload the page. Your device will solve a small task instead. You can also call us, or send your form by mail.`,
    es: `Desde su conexión a internet, que quizá comparte con otras personas, se escribieron muchos números equivocados. Espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} e inténtelo otra vez. Para seguir sin esperar, active JavaScript en su navegador y vuelva a cargar la página. A cambio, su dispositivo resolverá una pequeña tarea. También puede llamarnos o enviar su formulario por correo.`,
  };
}
