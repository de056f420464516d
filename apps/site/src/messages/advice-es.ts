import type { AdviceMessages } from './advice-en.ts';

/** Names of characters, with articles, in singular and plural. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  ',': ['la coma', 'las comas'],
  ';': ['el punto y coma', 'los puntos y comas'],
  ':': ['los dos puntos', 'los dos puntos'],
  '.': ['el punto', 'los puntos'],
  '-': ['el guion', 'los guiones'],
  ' ': ['el espacio', 'los espacios'],
  '"': ['la comilla', 'las comillas'],
  "'": ['el apóstrofo', 'los apóstrofos'],
  '!': ['el signo de exclamación', 'los signos de exclamación'],
  '?': ['el signo de interrogación', 'los signos de interrogación'],
  '@': ['la arroba', 'las arrobas'],
  '+': ['el signo de más', 'los signos de más'],
  '*': ['el asterisco', 'los asteriscos'],
  '%': ['el signo de porcentaje', 'los signos de porcentaje'],
  $: ['el signo de dólar', 'los signos de dólar'],
  _: ['el guion bajo', 'los guiones bajos'],
  '/': ['la barra', 'las barras'],
};

const digits = (count: number) => (count === 1 ? '1 dígito' : `${count} dígitos`);

/** Terms follow `docs/glossary-es.md`. */
export const adviceEs: AdviceMessages = {
  questions: {
    didYouMean: (address) => `¿Quiso escribir ${address}?`,
    take: (value) => `Usar ${value}`,
    noEnding: '¿Está bien así? A esta dirección le falta la terminación, como .com.',
    extraPeriod: '¿Está bien así? Hay un punto de más antes de la arroba (@).',
    zeroAmount: 'Escribió $0. ¿Está bien así? Si pagó algo, escriba la cantidad.',
    zeroCount: 'Escribió 0. ¿Está bien así?',
    threeDecimals: (amount, whole) =>
      `Escribió $${amount}. El punto va antes de los centavos. ¿Quiso escribir ${whole}?`,
  },
  hints: {
    enterYour: (label) => `Escriba su ${label}.`,
    name: 'nombre',
    hidden: 'Escriba la respuesta completa, sin puntos.',
    remove: (character, several) => {
      const name = names[character]?.[several ? 1 : 0];
      if (name === undefined) return `Quite “${character}”.`;
      return character === ' ' ? `Quite ${name}.` : `Quite ${name} (${character}).`;
    },
    removeThese: (characters) => `Quite estos caracteres (${characters}).`,
    removeLetters: 'Quite las letras.',
    unseen: 'Escríbalo otra vez. Tiene un carácter que no se ve.',
    tooLong: (count, extra) => `Escribió ${count} caracteres: sobran ${extra}.`,
    digits: (count, wanted) => `Escribió ${digits(count)}. Deben ser ${wanted}.`,
    characters: (count, wanted) =>
      `Escribió ${count === 1 ? '1 letra o dígito' : `${count} letras y dígitos`}. Deben ser ${wanted}.`,
    foreignZip:
      'Aquí solo se aceptan códigos postales de Estados Unidos. Si su dirección está en otro país, reclame por correo.',
    foreignPhone: (isOptional) =>
      `Aquí solo se aceptan números de teléfono de Estados Unidos. Si no tiene uno, ${isOptional ? 'deje este campo en blanco' : 'reclame por correo'}.`,
    zipDigits: (count) => `Escribió ${digits(count)}. Deben ser 5 o 9.`,
    wholeNumber: 'Escriba un número entero, como 24.',
    countInDigits: 'Escriba el número en cifras, como 24.',
    amountInDigits: 'Escriba la cantidad en cifras, como 1250.50.',
    commas: 'Quite las comas. Antes de los centavos va un punto, como en 1250.50.',
    onePeriod: 'Use un solo punto, antes de los centavos.',
    zeroFirst: 'Ponga un 0 antes del punto.',
    periodLast: 'Quite el punto del final.',
    addAt: 'Agregue la arroba (@), como en nombre@example.com.',
    oneAt: 'Use una sola arroba (@).',
    beforeAt: 'Agregue lo que va antes de la arroba (@).',
    afterAt: 'Agregue lo que va después de la arroba (@), como en nombre@example.com.',
    addEnding: 'Agregue la terminación, como .com.',
    longEnding: 'No podemos aceptar esta terminación. Use otra dirección.',
    otherAddress: (character: string) => `No podemos aceptar una dirección con “${character}”. Use otra dirección.`,
    notInAddress: (character: string) =>
      character === ' '
        ? 'Una dirección de correo electrónico no tiene espacios. Revísela.'
        : `Una dirección de correo electrónico no tiene “${character}”. Revísela.`,
    checkDomain: 'Revise lo que va después de la arroba (@).',
  },
};
