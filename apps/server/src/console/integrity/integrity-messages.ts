import type { SignalCode } from '@redress/contract/console/integrity';
import type { Language } from '@redress/contract/language';
import type { SignalArguments } from './tables.ts';

/**
 * A signal's title, and its evidence by level. `{claims}` and the like are filled in with numbers;
 * `{names|name|names}` is the first word if there is one, and otherwise the second.
 */
interface SignalMessages {
  readonly title: string;
  readonly evidence: Readonly<Record<string, string>>;
}

const english: Readonly<Record<SignalCode, SignalMessages>> = {
  'same-notice': {
    title: 'Same Notice ID',
    evidence: {
      login: 'Claim {claim} was filed with a login by the same Notice ID.',
      typed:
        'Claim {claim} has the same Notice ID. At least one of them was filed without a login, so anyone may have typed it.',
    },
  },
  'same-answers': { title: 'Same answers', evidence: { all: 'Every answer is the same as in claim {claim}.' } },
  'same-person': {
    title: 'Same name and contact',
    evidence: {
      address: 'Name and address agree with claim {claim}.',
      slip: 'The name agrees with claim {claim}, and house number and street differ by one slip of the fingers.',
      mailbox:
        'The name agrees with claim {claim}, whose first name is abbreviated or misspelled in one of the two, and spelled in full in its email address.',
      contact: 'Name and phone number or email address agree with claim {claim}.',
      name: 'A rare name agrees with claim {claim}.',
    },
  },
  'same-document': { title: 'Same document', evidence: { file: 'The same file came with claim {claim}.' } },
  'same-tax-id': { title: 'Same tax ID', evidence: { 'tax-id': 'A tax ID of this claim is also in claim {claim}.' } },
  'many-alike': {
    title: 'Files again and again',
    evidence: { four: 'Name and contact agree with {claims} other claims.' },
  },
  'same-data-rows': {
    title: 'Same data rows',
    evidence: { rows: '{percent}% of the rows of its data file are also in the file of claim {claim}.' },
  },
  'one-family': {
    title: 'Many claims of one last name',
    evidence: {
      seven: '{claims} claims have one house number and ZIP code, and last names that sound alike.',
      eight: '{claims} claims have one house number and ZIP code, and last names that sound alike.',
    },
  },
  'mailbox-spellings': {
    title: 'One mailbox, many spellings',
    evidence: {
      three:
        '{names} first names with one last name, from one house, give email addresses made of the name of one of them, written in {spellings} ways.',
    },
  },
  'other-name': {
    title: 'Another name than on the notice',
    evidence: {
      mismatch: 'The notice was mailed to somebody with another name, and the claim names no representative.',
    },
  },
  'shared-phone': {
    title: 'Shared phone number',
    evidence: {
      three: '{claims} claims with {surnames} {surnames|last name|last names} have one phone number.',
      five: '{claims} claims with {surnames} {surnames|last name|last names} have one phone number.',
    },
  },
  'shared-mailbox': {
    title: 'Shared mailbox',
    evidence: {
      three: '{claims} claims with {names} {names|name|names} have one mailbox, when dots and tags are left out.',
      seven: '{claims} claims with {names} {names|name|names} have one mailbox, when dots and tags are left out.',
    },
  },
  'shared-domain': {
    title: 'Shared email domain',
    evidence: {
      seven:
        '{claims} claims with {surnames} {surnames|last name|last names} have email addresses of one domain that is no public provider.',
      twenty:
        '{claims} claims with {surnames} {surnames|last name|last names} have email addresses of one domain that is no public provider.',
    },
  },
  scattered: {
    title: 'One contact in many regions',
    evidence: {
      regions:
        '{claims} claims have one phone number, mailbox, email domain or browser, and come from {regions} of the ten regions of ZIP codes.',
      together:
        '{claims} claims have one phone number, mailbox, email domain or browser, and come from {regions} of the ten regions of ZIP codes; {together} of them were filed within two hours.',
    },
  },
  'house-without-unit': {
    title: 'Many claims from one house',
    evidence: {
      seven:
        '{claims} claims with {surnames} {surnames|last name|last names} come from one house number without a unit.',
    },
  },
  'email-pattern': {
    title: 'Email addresses of one pattern',
    evidence: {
      hour: '{percent}% of the email addresses of this hour, {claims} in number, are made by the same pattern. Usually {usual}% are.',
    },
  },
  'phone-run': {
    title: 'Counted phone numbers',
    evidence: { rising: 'The phone numbers of {claims} successive claims follow each other by one.' },
  },
  'mailbox-run': {
    title: 'Counted email addresses',
    evidence: { rising: 'The numbers in the email addresses of {claims} claims follow each other by one.' },
  },
  'same-amounts': {
    title: 'Same amount',
    evidence: { seven: '{claims} claims have exactly the amount {amount} and the quantity {quantity}.' },
  },
  'name-grid': {
    title: 'Names from short lists',
    evidence: { grid: '{names} names are made of {givens} first and {surnames} {surnames|last name|last names}.' },
  },
  'regular-times': {
    title: 'Regular times',
    evidence: {
      even: '{claims} linked claims were filed {seconds} ± {spread} seconds apart.',
      fast: '{claims} linked claims were filed {seconds} {seconds|second|seconds} apart, faster than a person fills in the form.',
    },
  },
  burst: {
    title: 'Burst of claims',
    evidence: { hour: '{claims} claims were filed in this hour, where {usual} are usual.' },
  },
  linked: {
    title: 'Linked claims',
    evidence: {
      seven: 'It is linked to {claims} claims, in {kinds} {kinds|way|ways}.',
      twenty: 'It is linked to {claims} claims, in {kinds} {kinds|way|ways}.',
    },
  },
  'fraud-contact': {
    title: 'Contact of a machine-made claim',
    evidence: {
      contact:
        'It shares a phone, a mailbox or a browser with {claims} {claims|claim that was|claims that were} found to be made by a machine.',
    },
  },
  'hidden-field': {
    title: 'Hidden field filled in',
    evidence: { filled: 'A field that people cannot see was filled in.' },
  },
  filling: {
    title: 'Filled in too fast',
    evidence: {
      'too-fast': '{fields} {fields|field was|fields were} filled in within {seconds} {seconds|second|seconds}.',
      hurried: '{fields} {fields|field was|fields were} typed within {seconds} {seconds|second|seconds}.',
      'no-input': '{fields} {fields|field was|fields were} filled in without a key, pasting or autofill.',
    },
  },
  automation: {
    title: 'Automated browser',
    evidence: {
      automated: 'The browser says that a program controls it.',
      headers: 'The browser says that it is Chrome, and did not send what Chrome sends.',
    },
  },
  'shared-browser': {
    title: 'Shared browser',
    evidence: { ten: '{claims} claims with {surnames} {surnames|last name|last names} came from one browser.' },
  },
  'throwaway-mail': {
    title: 'Throwaway email address',
    evidence: { domain: 'The email address is of a service for throwaway addresses.' },
  },
  'area-code': {
    title: 'Impossible phone number',
    evidence: { impossible: 'Nobody has a phone number with this area code or exchange.' },
  },
  'zip-state': { title: 'ZIP code of another state', evidence: { other: 'The ZIP code is not in the state.' } },
  'keyboard-walk': {
    title: 'Keyboard walk',
    evidence: { walk: 'An answer was typed by running along the keyboard, such as “asdfgh”.' },
  },
  'unit-price': {
    title: 'Unusual price',
    evidence: { extreme: '{price} dollars for each are claimed, where 99.9% of claims have less than {usual}.' },
  },
  'top-range': {
    title: 'Highest range',
    evidence: { 'no-documents': 'The highest range is claimed without a document.' },
  },
  'unknown-notice': {
    title: 'Unknown Notice ID',
    evidence: { 'never-mailed': 'No notice with this Notice ID was mailed.' },
  },
  'ein-prefix': {
    title: 'Impossible tax ID',
    evidence: { 'never-issued': 'No tax ID with these first two digits was ever issued.' },
  },
  'shared-network': {
    title: 'Shared network',
    evidence: {
      'two-hours':
        '{claims} claims with {surnames} {surnames|last name|last names} came from one network address within two hours.',
    },
  },
  'network-kind': {
    title: 'Kind of network',
    evidence: {
      hosting: 'It came from a data center, by the list of {date}.',
      tor: 'It came through Tor, by the list of {date}.',
    },
  },
  'own-notice': {
    title: 'Own notice',
    evidence: { login: 'The claimant logged in with a notice that was mailed to this name.' },
  },
  'proof-sent': { title: 'Proof sent', evidence: { 'after-letter': 'Proof came after our letter asked for it.' } },
};

const spanish: Readonly<Record<SignalCode, SignalMessages>> = {
  'same-notice': {
    title: 'Mismo Notice ID',
    evidence: {
      login: 'El reclamo {claim} se presentó iniciando sesión con el mismo Notice ID.',
      typed:
        'El reclamo {claim} tiene el mismo Notice ID. Al menos uno se presentó sin iniciar sesión, así que cualquiera pudo escribirlo.',
    },
  },
  'same-answers': {
    title: 'Mismas respuestas',
    evidence: { all: 'Todas las respuestas son iguales a las del reclamo {claim}.' },
  },
  'same-person': {
    title: 'Mismo nombre y contacto',
    evidence: {
      address: 'El nombre y la dirección coinciden con los del reclamo {claim}.',
      slip: 'El nombre coincide con el del reclamo {claim}, y el número de casa y la calle difieren por un solo error al teclear.',
      mailbox:
        'El nombre coincide con el del reclamo {claim}; en uno de los dos, el nombre de pila está abreviado o mal escrito, y su correo electrónico lo da completo.',
      contact: 'El nombre y el teléfono o el correo electrónico coinciden con los del reclamo {claim}.',
      name: 'Un nombre poco común coincide con el del reclamo {claim}.',
    },
  },
  'same-document': {
    title: 'Mismo documento',
    evidence: { file: 'El mismo archivo llegó con el reclamo {claim}.' },
  },
  'same-tax-id': {
    title: 'Mismo número fiscal',
    evidence: { 'tax-id': 'Un número fiscal de este reclamo está también en el reclamo {claim}.' },
  },
  'many-alike': {
    title: 'Presenta una y otra vez',
    evidence: { four: 'El nombre y el contacto coinciden con los de otros {claims} reclamos.' },
  },
  'same-data-rows': {
    title: 'Mismas filas de datos',
    evidence: {
      rows: 'El {percent}% de las filas de su archivo de datos está también en el del reclamo {claim}.',
    },
  },
  'one-family': {
    title: 'Muchos reclamos de un mismo apellido',
    evidence: {
      seven: '{claims} reclamos tienen un mismo número de casa y código postal, y apellidos que suenan igual.',
      eight: '{claims} reclamos tienen un mismo número de casa y código postal, y apellidos que suenan igual.',
    },
  },
  'mailbox-spellings': {
    title: 'Un mismo correo, escrito de varias maneras',
    evidence: {
      three:
        '{names} nombres de pila con un mismo apellido, de una misma casa, dan correos electrónicos formados con el nombre de uno de ellos, escritos de {spellings} maneras.',
    },
  },
  'other-name': {
    title: 'Otro nombre que el del aviso',
    evidence: {
      mismatch: 'El aviso se envió a alguien con otro nombre, y el reclamo no nombra a ningún representante.',
    },
  },
  'shared-phone': {
    title: 'Teléfono compartido',
    evidence: {
      three: '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen un mismo teléfono.',
      five: '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen un mismo teléfono.',
    },
  },
  'shared-mailbox': {
    title: 'Buzón compartido',
    evidence: {
      three:
        '{claims} reclamos con {names} {names|nombre|nombres} tienen un mismo buzón, sin contar puntos ni etiquetas.',
      seven:
        '{claims} reclamos con {names} {names|nombre|nombres} tienen un mismo buzón, sin contar puntos ni etiquetas.',
    },
  },
  'shared-domain': {
    title: 'Dominio de correo compartido',
    evidence: {
      seven:
        '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen correos de un dominio que no es un proveedor público.',
      twenty:
        '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen correos de un dominio que no es un proveedor público.',
    },
  },
  scattered: {
    title: 'Un contacto en muchas regiones',
    evidence: {
      regions:
        '{claims} reclamos tienen un mismo teléfono, buzón, dominio de correo o navegador y vienen de {regions} de las diez regiones de códigos postales.',
      together:
        '{claims} reclamos tienen un mismo teléfono, buzón, dominio de correo o navegador y vienen de {regions} de las diez regiones de códigos postales; {together} se presentaron en dos horas.',
    },
  },
  'house-without-unit': {
    title: 'Muchos reclamos de una casa',
    evidence: {
      seven:
        '{claims} reclamos con {surnames} {surnames|apellido|apellidos} vienen de un mismo número de casa sin unidad.',
    },
  },
  'email-pattern': {
    title: 'Correos con un mismo patrón',
    evidence: {
      hour: 'El {percent}% de los correos de esta hora, {claims} en total, sigue el mismo patrón. Lo usual es el {usual}%.',
    },
  },
  'phone-run': {
    title: 'Teléfonos consecutivos',
    evidence: { rising: 'Los teléfonos de {claims} reclamos seguidos van de uno en uno.' },
  },
  'mailbox-run': {
    title: 'Correos numerados',
    evidence: { rising: 'Los números en los correos de {claims} reclamos van de uno en uno.' },
  },
  'same-amounts': {
    title: 'Mismo importe',
    evidence: { seven: '{claims} reclamos tienen exactamente el importe {amount} y la cantidad {quantity}.' },
  },
  'name-grid': {
    title: 'Nombres de listas cortas',
    evidence: {
      grid: '{names} nombres se forman con {givens} {givens|nombre de pila|nombres de pila} y {surnames} {surnames|apellido|apellidos}.',
    },
  },
  'regular-times': {
    title: 'Horas regulares',
    evidence: {
      even: '{claims} reclamos vinculados se presentaron cada {seconds} ± {spread} segundos.',
      fast: '{claims} reclamos vinculados se presentaron cada {seconds} {seconds|segundo|segundos}, más rápido de lo que una persona llena el formulario.',
    },
  },
  burst: {
    title: 'Ráfaga de reclamos',
    evidence: { hour: 'En esta hora se presentaron {claims} reclamos, cuando lo usual son {usual}.' },
  },
  linked: {
    title: 'Reclamos vinculados',
    evidence: {
      seven: 'Está vinculado a {claims} reclamos, de {kinds} {kinds|manera|maneras}.',
      twenty: 'Está vinculado a {claims} reclamos, de {kinds} {kinds|manera|maneras}.',
    },
  },
  'fraud-contact': {
    title: 'Contacto de un reclamo hecho por una máquina',
    evidence: {
      contact:
        'Comparte teléfono, buzón o navegador con {claims} {claims|reclamo que resultó hecho|reclamos que resultaron hechos} por una máquina.',
    },
  },
  'hidden-field': {
    title: 'Campo oculto lleno',
    evidence: { filled: 'Se llenó un campo que las personas no pueden ver.' },
  },
  filling: {
    title: 'Llenado demasiado rápido',
    evidence: {
      'too-fast':
        '{fields|Se llenó|Se llenaron} {fields} {fields|campo|campos} en {seconds} {seconds|segundo|segundos}.',
      hurried:
        '{fields|Se escribió|Se escribieron} {fields} {fields|campo|campos} en {seconds} {seconds|segundo|segundos}.',
      'no-input':
        '{fields|Se llenó|Se llenaron} {fields} {fields|campo|campos} sin teclas, sin pegar y sin autocompletar.',
    },
  },
  automation: {
    title: 'Navegador automatizado',
    evidence: {
      automated: 'El navegador dice que un programa lo controla.',
      headers: 'El navegador dice que es Chrome y no envió lo que Chrome envía.',
    },
  },
  'shared-browser': {
    title: 'Navegador compartido',
    evidence: { ten: '{claims} reclamos con {surnames} {surnames|apellido|apellidos} vinieron de un mismo navegador.' },
  },
  'throwaway-mail': {
    title: 'Correo desechable',
    evidence: { domain: 'El correo electrónico es de un servicio de direcciones desechables.' },
  },
  'area-code': {
    title: 'Teléfono imposible',
    evidence: { impossible: 'Nadie tiene un teléfono con este código de área o central.' },
  },
  'zip-state': { title: 'Código postal de otro estado', evidence: { other: 'El código postal no está en el estado.' } },
  'keyboard-walk': {
    title: 'Teclas seguidas',
    evidence: { walk: 'Una respuesta se escribió recorriendo el teclado, como «asdfgh».' },
  },
  'unit-price': {
    title: 'Precio inusual',
    evidence: {
      extreme: 'Se reclaman {price} dólares por unidad, cuando el 99.9% de los reclamos tiene menos de {usual}.',
    },
  },
  'top-range': {
    title: 'Rango más alto',
    evidence: { 'no-documents': 'Se reclama el rango más alto sin ningún documento.' },
  },
  'unknown-notice': {
    title: 'Notice ID desconocido',
    evidence: { 'never-mailed': 'No se envió ningún aviso con este Notice ID.' },
  },
  'ein-prefix': {
    title: 'Número fiscal imposible',
    evidence: { 'never-issued': 'Nunca se emitió un número fiscal con estos dos primeros dígitos.' },
  },
  'shared-network': {
    title: 'Red compartida',
    evidence: {
      'two-hours':
        '{claims} reclamos con {surnames} {surnames|apellido|apellidos} vinieron de una misma dirección de red en dos horas.',
    },
  },
  'network-kind': {
    title: 'Tipo de red',
    evidence: {
      hosting: 'Vino de un centro de datos, según la lista del {date}.',
      tor: 'Vino por Tor, según la lista del {date}.',
    },
  },
  'own-notice': {
    title: 'Aviso propio',
    evidence: { login: 'El reclamante inició sesión con un aviso que se envió a este nombre.' },
  },
  'proof-sent': {
    title: 'Prueba enviada',
    evidence: { 'after-letter': 'La prueba llegó después de que nuestra carta la pidiera.' },
  },
};

const messages: Readonly<Record<Language, Readonly<Record<SignalCode, SignalMessages>>>> = { en: english, es: spanish };

export const titleOfSignal = (signal: SignalCode, language: Language = 'en'): string =>
  messages[language][signal].title;

/** The evidence of a signal in a sentence. */
export function formatEvidence(
  signal: SignalCode,
  level: string,
  values: SignalArguments,
  language: Language = 'en',
): string {
  const text = messages[language][signal].evidence[level] ?? messages[language][signal].title;
  return text
    .replace(/\{(\w+)\|([^|{}]*)\|([^|{}]*)\}/g, (_, name: string, one: string, many: string) =>
      values[name] === 1 ? one : many,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => formatValue(name, values[name], language));
}

/** Claim numbers and days are text; only counts have separators. */
function formatValue(name: string, value: string | number | undefined, language: Language): string {
  if (value === undefined) return '';
  if (name === 'amount') return Number(value).toLocaleString(localeOf[language], { minimumFractionDigits: 2 });
  return typeof value === 'number' ? value.toLocaleString(localeOf[language]) : value;
}

const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** What the browser did not send. */
export const notMeasuredMessages = {
  filling: 'How the fields were filled in',
  time: 'How long the page was visible',
  browser: 'Which browser it was',
  network: 'The kind of network',
} as const;
