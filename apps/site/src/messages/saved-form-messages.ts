import { savedFormDays } from '@redress/contract/saved-form-link';
import type { Language } from '@redress/contract/language';

const english = {
  how: `We’ll email you a link to this form. It works for ${savedFormDays} days, on any phone or computer.`,
  notFiled: 'A saved form is not a filed claim.',
  deadline: (day: string) => `The deadline to file is ${day}.`,
  omitted: (parts: string) => `For your safety, we don’t save ${parts}. You’ll add them again.`,
  parts: {
    taxIds: 'tax IDs',
    answer: (label: string) => `“${label}”`,
    codes: 'your Notice ID',
    signature: 'your signature',
    files: 'your files',
  },
  and: 'or',
  login: 'Before you file, you’ll log in again with the IDs on your notice.',
  email: 'Email address',
  send: 'Email me the link',
  sending: 'Saving your form…',
  back: 'Back to the form',
  sent: (email: string) => `Your form is saved. We sent the link to ${email}.`,
  until: (day: string) => `It works through ${day}. If you don’t see our message soon, look in your spam folder.`,
  stillHere: 'Your answers also stay on this page. On a shared computer, clear the form before you leave.',
  offline:
    'We couldn’t reach the server, so nothing was saved. Your answers are still here. Check your connection, then try again.',
  failed: 'We couldn’t save your form. Your answers are still here. Please try again in a few minutes.',
  noCookies:
    'Your browser blocks cookies, so we couldn’t save your form. Your answers are still here. Allow cookies for this website, then try again. Or file now: press SUBMIT.',
  tooLarge: 'Your form is too long to save. Your answers are still here. Please file it now, or call us.',
  open: {
    opening: 'Opening your saved form…',
    question: 'Open your saved form?',
    replaces: (day: string) => `This page already has answers. The form that you saved on ${day} would replace them.`,
    filed: 'You already filed a claim from this page. With your saved form, you would start another claim.',
    confirm: 'Open my saved form',
    keep: 'Keep what is here',
    opened: (day: string, submit: string) =>
      `Here is the form that you saved on ${day}. Your claim isn’t filed until you press ${submit}.`,
    again: (parts: string) => `Please add these again: ${parts}.`,
    notTaken: 'The form has changed since then. Please look at these answers again:',
    failed: 'We couldn’t open your saved form',
    offline: 'We couldn’t reach the server. Your saved form is safe. Check your connection, then try again.',
    retry: 'Try again',
  },
  withoutScript: {
    question: 'Did you save this form earlier?',
    code: 'The code from our email',
    open: 'Open my saved form',
    emailHint: 'Leave this empty to use the email address in the form.',
  },
};

const spanish: typeof english = {
  how: `Le enviaremos por correo electrónico un enlace a este formulario. Funciona durante ${savedFormDays} días, en cualquier teléfono o computadora.`,
  notFiled: 'Un formulario guardado no es un reclamo presentado.',
  deadline: (day) => `La fecha límite para presentarlo es el ${day}.`,
  omitted: (parts) => `Por su seguridad, no guardamos ${parts}. Tendrá que agregarlos otra vez.`,
  parts: {
    taxIds: 'números de identificación fiscal',
    answer: (label) => `“${label}”`,
    codes: 'su Notice ID',
    signature: 'su firma',
    files: 'sus archivos',
  },
  and: 'ni',
  login: 'Antes de presentar el reclamo, iniciará sesión otra vez con los dos números de su aviso.',
  email: 'Correo electrónico',
  send: 'Enviarme el enlace',
  sending: 'Guardando su formulario…',
  back: 'Volver al formulario',
  sent: (email) => `Su formulario está guardado. Enviamos el enlace a ${email}.`,
  until: (day) =>
    `Funciona hasta el ${day}. Si no ve nuestro mensaje en unos minutos, búsquelo en el correo no deseado.`,
  stillHere:
    'Sus respuestas también siguen en esta página. En una computadora compartida, borre el formulario antes de irse.',
  offline:
    'No pudimos conectarnos con el servidor y no se guardó nada. Sus respuestas siguen aquí. Revise su conexión e inténtelo otra vez.',
  failed: 'No pudimos guardar su formulario. Sus respuestas siguen aquí. Inténtelo otra vez en unos minutos.',
  noCookies:
    'Su navegador bloquea las cookies, así que no pudimos guardar su formulario. Sus respuestas siguen aquí. Permita las cookies de este sitio web e inténtelo otra vez. O presente su reclamo ahora: oprima ENVIAR.',
  tooLarge: 'Su formulario es demasiado largo para guardarlo. Sus respuestas siguen aquí. Preséntelo ahora o llámenos.',
  open: {
    opening: 'Abriendo su formulario guardado…',
    question: '¿Abrir su formulario guardado?',
    replaces: (day) => `Esta página ya tiene respuestas. El formulario que usted guardó el ${day} las reemplazaría.`,
    filed: 'Usted ya presentó un reclamo desde esta página. Con su formulario guardado comenzaría otro reclamo.',
    confirm: 'Abrir mi formulario guardado',
    keep: 'Dejar lo que está aquí',
    opened: (day, submit) =>
      `Este es el formulario que usted guardó el ${day}. Su reclamo no está presentado hasta que oprima ${submit}.`,
    again: (parts) => `Agregue otra vez: ${parts}.`,
    notTaken: 'El formulario cambió desde entonces. Revise otra vez estas respuestas:',
    failed: 'No pudimos abrir su formulario guardado',
    offline:
      'No pudimos conectarnos con el servidor. Su formulario sigue guardado. Revise su conexión e inténtelo otra vez.',
    retry: 'Intentar otra vez',
  },
  withoutScript: {
    question: '¿Ya había guardado este formulario?',
    code: 'El código de nuestro correo',
    open: 'Abrir mi formulario guardado',
    emailHint: 'Déjelo en blanco para usar el correo electrónico del formulario.',
  },
};

export type SavedFormMessages = typeof english;
export const savedFormMessages: Readonly<Record<Language, SavedFormMessages>> = { en: english, es: spanish };
