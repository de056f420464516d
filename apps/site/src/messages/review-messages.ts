import type { Language } from '@redress/contract/language';

const english = {
  heading: 'Check your answers',
  hint: 'This is what we will file.',
  change: 'Change',
  notAnswered: 'Not answered yet',
  noFiles: 'None',
  showAll: (count: number) => `Show all ${count}`,
  unconfirmed: {
    heading: (count: number): string =>
      count === 1 ? 'You did not confirm this statement' : 'You did not confirm these statements',
    explanation: 'You can still send your claim. Your receipt will then say “Not confirmed.” Send anyway?',
    back: 'Go back and confirm',
    send: 'Send anyway',
  },
};
const spanish: typeof english = {
  heading: 'Revise sus respuestas',
  hint: 'Esto es lo que vamos a registrar.',
  change: 'Cambiar',
  notAnswered: 'Sin respuesta todavía',
  noFiles: 'Ninguno',
  showAll: (count) => `Mostrar los ${count}`,
  unconfirmed: {
    heading: (count) => (count === 1 ? 'Usted no confirmó esta declaración' : 'Usted no confirmó estas declaraciones'),
    explanation: 'De todos modos puede enviar su reclamo. Su recibo dirá “No confirmado”. ¿Enviarlo así?',
    back: 'Volver y confirmar',
    send: 'Enviar así',
  },
};

/** Messages between the last answer and filing. They load once someone fills in a form. */
export const reviewMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
