import type { Language } from '@redress/contract/language';

const english = {
  lead: 'Log out when you are done, especially on a computer that other people use.',
  logOut: 'Log out',
  /** Shown if the script fails. */
  failed: 'We could not show this page. Please reload it, or call us.',
  /** Ends the instructions, with or without a login. */
  notNow: 'Not filing now? Log out before you leave.',
  logOutText: 'This ends your login on this computer. What you typed on a form stays in its tab.',
  loggedOut: 'You are logged out',
  loggedOutText:
    'Other people can’t file with your IDs on this computer without entering them. Claims that you filed are safe.',
  removeHeading: 'On a shared computer?',
  removeText: 'Remove everything that this website keeps in this browser. Claims that you filed stay filed.',
  remove: 'Remove everything',
  unfiled: 'If you have not pressed SUBMIT yet, your answers will be lost and no claim will be filed.',
  uploading: 'If documents are still being sent, wait until they have arrived.',
  warnings: {
    unfiled: 'Your claim is not filed yet. If you continue, your answers will be lost and no claim will be filed.',
    uploading:
      'Your claim is filed, but not all of your documents have arrived. If you continue, the others will not be sent.',
    filed: 'Write down your reference number first, or download your receipt. This page will not show it again.',
  },
  question: 'Remove everything from this computer?',
  cancel: 'Go back',
  removed: 'Everything was removed from this browser',
  removedList: 'We removed:',
  removedLogin: 'your login',
  removedItems: [
    'your reference number and the link to your receipt',
    'what you typed on forms, and the list of documents',
    'our cookies',
  ],
  leftList: 'We can’t remove these. Please do it yourself:',
  leftItems: [
    'files that you downloaded, such as your receipt',
    'printed pages in the printer',
    'your browsing history, which includes the link to a saved form if you opened one here',
    'what the browser remembers for filling in forms',
  ],
  close: 'Then close all windows of the browser. Claims that you filed are safe.',
  withoutScript:
    'JavaScript is turned off in your browser, so it may still show what you typed when the next person presses Back. To prevent that, close all its windows.',
  notOurs: 'We could not confirm that this request came from our website. Please press the button again.',
  home: 'Back to Home',
};

const spanish: typeof english = {
  lead: 'Cierre la sesión cuando termine, sobre todo en una computadora que usan otras personas.',
  logOut: 'Cerrar sesión',
  failed: 'No pudimos mostrar esta página. Cárguela otra vez o llámenos.',
  notNow: '¿No va a reclamar ahora? Cierre la sesión antes de irse.',
  logOutText: 'Esto cierra su sesión en esta computadora. Lo que escribió en un formulario queda en su pestaña.',
  loggedOut: 'Usted cerró la sesión',
  loggedOutText:
    'Nadie puede presentar un reclamo con sus números en esta computadora sin escribirlos otra vez. Los reclamos que presentó están a salvo.',
  removeHeading: '¿Usa una computadora compartida?',
  removeText:
    'Borre todo lo que este sitio web guarda en este navegador. Los reclamos que ya presentó siguen presentados.',
  remove: 'Borrar mis datos',
  unfiled: 'Si todavía no oprimió ENVIAR, sus respuestas se perderán y no se presentará ningún reclamo.',
  uploading: 'Si todavía se están enviando documentos, espere hasta que lleguen.',
  warnings: {
    unfiled:
      'Su reclamo todavía no se ha presentado. Si continúa, sus respuestas se perderán y no se presentará ningún reclamo.',
    uploading:
      'Su reclamo está presentado, pero no han llegado todos sus documentos. Si continúa, los demás no se enviarán.',
    filed: 'Antes, anote su número de referencia o descargue su recibo. Esta página no lo mostrará otra vez.',
  },
  question: '¿Borrar sus datos de esta computadora?',
  cancel: 'Volver',
  removed: 'Se borraron sus datos de este navegador',
  removedList: 'Borramos:',
  removedLogin: 'su sesión',
  removedItems: [
    'su número de referencia y el acceso a su recibo',
    'lo que escribió en los formularios y la lista de documentos',
    'nuestras cookies',
  ],
  leftList: 'Esto no lo podemos borrar. Hágalo usted:',
  leftItems: [
    'los archivos que descargó, como su recibo',
    'las páginas que quedaron en la impresora',
    'el historial de páginas visitadas, con el enlace a un formulario guardado si lo abrió aquí',
    'lo que el navegador recuerda por su cuenta para llenar formularios',
  ],
  close: 'Después cierre todas las ventanas del navegador. Los reclamos que presentó están a salvo.',
  withoutScript:
    'JavaScript está desactivado en su navegador. Por eso, es posible que todavía muestre lo que usted escribió si alguien oprime Atrás. Para evitarlo, cierre todas sus ventanas.',
  notOurs: 'No pudimos confirmar que esta solicitud viniera de nuestro sitio web. Oprima el botón otra vez.',
  home: 'Volver al inicio',
};

/**
 * Messages of the log-out page, and of the dialog that forms and completion pages load on a click.
 */
export const logOutMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
