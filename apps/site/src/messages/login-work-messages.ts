import type { Language } from '@redress/contract/language';

/** Shown while a login solves a proof of work. This is rare, so forms load without them. */
const english = {
  /** Explains why it takes longer than usual. */
  working:
    'Checking your IDs… Many wrong IDs were tried recently, perhaps by strangers. To keep them out, your device solves a small task first. This takes a few seconds, or up to 20 on an old phone. You don’t need to do anything.',
  failed:
    'Your device could not solve the small task that keeps strangers out. Please try again, or use another browser. If it happens again, call us.',
};

const spanish: typeof english = {
  working:
    'Revisando sus números… Últimamente se probaron muchos números equivocados, quizá por extraños. Para no dejarlos entrar, su dispositivo resuelve primero una pequeña tarea. Tarda unos segundos, o hasta 20 en un teléfono antiguo. Usted no tiene que hacer nada.',
  failed:
    'Su dispositivo no pudo resolver la pequeña tarea que impide el acceso a extraños. Inténtelo otra vez, o use otro navegador. Si vuelve a pasar, llámenos.',
};

export const loginWorkMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
