import type { Language } from '@redress/contract/language';

/** Messages of a form that the server sent back, because the browser submitted it itself. */
const english = {
  tooLarge:
    'What you sent was larger than we can accept, so we could not read it. Please fill in the form again and send fewer or smaller files.',
  notOurs:
    'We could not confirm that this form came from our website, so we did not file it. Your answers are still here. Press SUBMIT to send it again.',
  staged: 'These files came with your form. We keep them until you submit it.',
  loginHere: 'Enter the two IDs from your notice, then press SUBMIT again. Nothing you typed was lost.',
  loginHereAgain:
    'Your login has ended. Enter the two IDs from your notice, then press SUBMIT again. Nothing you typed was lost.',
};
type NoScriptMessages = typeof english;

/** Terms follow `docs/glossary-es.md`. */
const spanish: NoScriptMessages = {
  tooLarge:
    'Lo que usted envió es más de lo que podemos recibir, y no pudimos leerlo. Llene el formulario otra vez y envíe menos archivos o archivos más pequeños.',
  notOurs:
    'No pudimos confirmar que este formulario viniera de nuestro sitio web, así que no lo presentamos. Sus respuestas siguen aquí. Oprima ENVIAR para enviarlo otra vez.',
  staged: 'Estos archivos llegaron con su formulario. Los guardamos hasta que usted lo envíe.',
  loginHere: 'Escriba los dos números de su aviso y vuelva a oprimir ENVIAR. No se perdió nada de lo que escribió.',
  loginHereAgain:
    'Su sesión terminó. Escriba los dos números de su aviso y vuelva a oprimir ENVIAR. No se perdió nada de lo que escribió.',
};

export const noScriptMessages: Readonly<Record<Language, NoScriptMessages>> = { en: english, es: spanish };
