import type { Language } from '@redress/contract/language';
import { savedFormDays } from '@redress/contract/saved-form-link';

const english = {
  mail: {
    subject: (settlement: string) => `Finish your claim: ${settlement}`,
    heading: 'Your form is saved, but not filed',
    notFiled:
      'You saved a claim form to finish later. It is not filed yet. To file it, open the form, finish it and press SUBMIT.',
    deadline: (day: string) => `The deadline to file is ${day}.`,
    late: (day: string) =>
      `The deadline was ${day}. You can still file, but your claim will be marked late, and the court may not allow payment.`,
    open: 'Open your form',
    until: (day: string) => `The link works through ${day}, on any phone or computer.`,
    again: 'We did not save tax IDs, your Notice ID, your signature or your files. Please add them again.',
    againWithLogin: 'We did not save your login, your signature or your files. You log in again before you file.',
    secret: 'Anyone with this link can see what you typed, so please keep it to yourself.',
    code: 'If a page asks for your code, it is',
    notYou: 'If you did not save a form, someone may have mistyped their email address. You can delete this message.',
  },
  problems: {
    disabled: 'Forms cannot be saved on this website. Your answers are still here.',
    emailInvalid: 'Please enter an email address, such as name@example.com.',
    emailRefused: 'The mail server does not know this address. Please check it. Nothing was saved.',
    nothingToSave: 'There is nothing to save yet. Please fill in some of the form first.',
    tooManyMessages:
      'We have sent several links to this address today. Please use the newest one, or try again tomorrow.',
    mailFailed:
      'We could not send the email, so nothing was saved. Your answers are still here. Please try again in a few minutes.',
    codeDamaged: 'This link or code is not complete. Please copy all of it from our email.',
    codeUnknown: `We have no saved form for this link. It is more than ${savedFormDays} days old, you saved the form again later, or you already filed the claim.`,
    otherForm: 'This code belongs to another claim form. Please open the link in our email.',
  },
  /** Only pages without JavaScript show this message and those that follow. */
  saved: (day: string) =>
    `Your form is saved. We emailed you a link that works through ${day}. Your claim is not filed yet.`,
  opened: 'Your saved form is open. Your claim is not filed until you press SUBMIT.',
  again: 'Add your tax IDs, your Notice ID, your signature and your files again, where the form asks for them.',
  notTaken: (labels: string) => `The form has changed. Please look at these answers again: ${labels}.`,
};

const spanish: typeof english = {
  mail: {
    subject: (settlement) => `Termine su reclamo: ${settlement}`,
    heading: 'Su formulario está guardado, pero no presentado',
    notFiled:
      'Usted guardó un formulario de reclamo para terminarlo después. Todavía no está presentado. Para presentarlo, ábralo, termínelo y oprima ENVIAR.',
    deadline: (day) => `La fecha límite para presentar el reclamo es el ${day}.`,
    late: (day) =>
      `La fecha límite fue el ${day}. Todavía puede presentar su reclamo, pero quedará marcado como tardío, y es posible que el tribunal no autorice el pago.`,
    open: 'Abra su formulario',
    until: (day) => `El enlace funciona hasta el ${day}, en cualquier teléfono o computadora.`,
    again:
      'No guardamos números de identificación fiscal, su Notice ID, su firma ni sus archivos. Agréguelos otra vez.',
    againWithLogin:
      'No guardamos su inicio de sesión, su firma ni sus archivos. Inicie sesión otra vez antes de presentar su reclamo.',
    secret: 'Quien tenga este enlace puede ver lo que usted escribió. No lo comparta.',
    code: 'Si una página le pide su código, es',
    notYou:
      'Si usted no guardó un formulario, quizá otra persona se equivocó al escribir su propio correo electrónico. Puede borrar este mensaje.',
  },
  problems: {
    disabled: 'En este sitio no se pueden guardar formularios. Sus respuestas siguen aquí.',
    emailInvalid: 'Escriba un correo electrónico, por ejemplo nombre@example.com.',
    emailRefused: 'El servidor de correo no conoce esta dirección. Revísela. No se guardó nada.',
    nothingToSave: 'Todavía no hay nada que guardar. Primero llene una parte del formulario.',
    tooManyMessages: 'Hoy ya enviamos varios enlaces a esta dirección. Use el más reciente o inténtelo mañana.',
    mailFailed:
      'No pudimos enviar el correo, así que no se guardó nada. Sus respuestas siguen aquí. Inténtelo otra vez en unos minutos.',
    codeDamaged: 'Este enlace o código no está completo. Cópielo entero de nuestro correo.',
    codeUnknown: `No tenemos ningún formulario guardado para este enlace. El enlace tiene más de ${savedFormDays} días, usted guardó el formulario otra vez después o ya presentó el reclamo.`,
    otherForm: 'Este código es de otro formulario de reclamo. Abra el enlace de nuestro correo.',
  },
  saved: (day) =>
    `Su formulario está guardado. Le enviamos por correo un enlace que funciona hasta el ${day}. Su reclamo todavía no está presentado.`,
  opened: 'Aquí está su formulario guardado. Su reclamo no está presentado hasta que oprima ENVIAR.',
  again:
    'Agregue otra vez sus números de identificación fiscal, su Notice ID, su firma y sus archivos, donde el formulario los pida.',
  notTaken: (labels) => `El formulario cambió. Revise otra vez estas respuestas: ${labels}.`,
};

/** The messages of saved forms, the same for every settlement. */
export const savedFormMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
