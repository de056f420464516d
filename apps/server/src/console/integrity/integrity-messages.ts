import type { SignalCode } from '@redress/contract/console/integrity';
import type { Language } from '@redress/contract/language';
import type { SignalArguments } from './tables.ts';

/**
 * The evidence of a signal by level. Numbers replace placeholders like `{claims}`. A placeholder
 * with a name and two words, separated by `|`, becomes the first word for 1 and otherwise the
 * second.
 */
type SignalMessages = Readonly<Record<string, string>>;

const english: Readonly<Record<SignalCode, SignalMessages>> = {
  'same-notice': {
    login: 'Claim {claim} was filed under a login with the same Notice ID.',
    typed:
      'Claim {claim} has the same Notice ID. At least one of them was filed without a login, so anyone may have typed it.',
  },
  'same-answers': { all: 'Every answer is the same as in claim {claim}.' },
  'same-person': {
    address: 'Name and address match claim {claim}.',
    slip: 'The name matches claim {claim}, and house number and street differ by one typing error.',
    mailbox:
      'The name matches claim {claim}, whose first name is abbreviated or misspelled in one of the two, and spelled in full in its email address.',
    contact: 'Name and phone number or email address match claim {claim}.',
    name: 'A rare name matches claim {claim}.',
  },
  'same-document': { file: 'The same file came with claim {claim}.' },
  'same-tax-id': { 'tax-id': 'A tax ID of this claim is also in claim {claim}.' },
  'many-alike': { four: 'Name and contact match {claims} other claims.' },
  'same-data-rows': { rows: '{percent}% of the rows of its data file are also in the file of claim {claim}.' },
  'one-family': {
    seven: '{claims} claims share a house number and ZIP code, and have last names that sound alike.',
    eight: '{claims} claims share a house number and ZIP code, and have last names that sound alike.',
  },
  'mailbox-spellings': {
    three:
      '{names} first names with one last name, from one house, have email addresses made of one of these names, in {spellings} spellings.',
  },
  'other-name': {
    mismatch: 'The notice was mailed to a person with a different name, and the claim names no representative.',
  },
  'shared-phone': {
    three: '{claims} claims with {surnames} {surnames|last name|last names} share one phone number.',
    five: '{claims} claims with {surnames} {surnames|last name|last names} share one phone number.',
  },
  'shared-mailbox': {
    three: '{claims} claims with {names} {names|name|names} share one mailbox, ignoring dots and tags.',
    seven: '{claims} claims with {names} {names|name|names} share one mailbox, ignoring dots and tags.',
  },
  'shared-domain': {
    seven:
      '{claims} claims with {surnames} {surnames|last name|last names} have email addresses at one domain that isn’t a public provider.',
    twenty:
      '{claims} claims with {surnames} {surnames|last name|last names} have email addresses at one domain that isn’t a public provider.',
  },
  scattered: {
    regions:
      '{claims} claims share one phone number, mailbox, email domain or browser, and come from {regions} of the ten ZIP code regions.',
    together:
      '{claims} claims share one phone number, mailbox, email domain or browser, and come from {regions} of the ten ZIP code regions; {together} of them were filed within two hours.',
  },
  'house-without-unit': {
    seven: '{claims} claims with {surnames} {surnames|last name|last names} come from one house number without a unit.',
  },
  'email-pattern': {
    hour: '{percent}% of this hour’s email addresses ({claims} in all) follow the same pattern. Usually {usual}% do.',
  },
  'phone-run': { rising: '{claims} successive claims have consecutive phone numbers.' },
  'mailbox-run': { rising: '{claims} claims have email addresses with consecutive numbers.' },
  'same-amounts': { seven: '{claims} claims have exactly the amount {amount} and the quantity {quantity}.' },
  'name-grid': { grid: '{names} names combine {givens} first and {surnames} {surnames|last name|last names}.' },
  'regular-times': {
    even: '{claims} linked claims were filed {seconds} ± {spread} seconds apart.',
    fast: '{claims} linked claims were filed {seconds} {seconds|second|seconds} apart, faster than a person fills in the form.',
  },
  burst: { hour: '{claims} claims were filed in this hour; usually it is {usual}.' },
  linked: {
    seven: 'It is linked to {claims} claims, in {kinds} {kinds|way|ways}.',
    twenty: 'It is linked to {claims} claims, in {kinds} {kinds|way|ways}.',
  },
  'fraud-contact': {
    contact:
      'It shares a phone, a mailbox or a browser with {claims} {claims|claim that was|claims that were} found to be machine-made.',
  },
  'hidden-field': { filled: 'A hidden field was filled in.' },
  filling: {
    'too-fast': '{fields} {fields|field was|fields were} filled in within {seconds} {seconds|second|seconds}.',
    hurried: '{fields} {fields|field was|fields were} typed within {seconds} {seconds|second|seconds}.',
    'no-input': '{fields} {fields|field was|fields were} filled in without typing, pasting, or autofill.',
  },
  automation: {
    automated: 'The browser reports that a program controls it.',
    headers: 'The browser claims to be Chrome but didn’t send what Chrome sends.',
  },
  'shared-browser': { ten: '{claims} claims with {surnames} {surnames|last name|last names} came from one browser.' },
  'throwaway-mail': { domain: 'The email address is from a disposable address service.' },
  'area-code': { impossible: 'No phone numbers have this area code or exchange.' },
  'zip-state': { other: 'The ZIP code isn’t in this state.' },
  'keyboard-walk': { walk: 'An answer is a run of neighboring keys, such as “asdfgh”.' },
  'unit-price': { extreme: 'The claim is for {price} dollars each; 99.9% of claims are for less than {usual}.' },
  'top-range': { 'no-documents': 'The highest range is claimed without documents.' },
  'unknown-notice': { 'never-mailed': 'No notice with this Notice ID was mailed.' },
  'ein-prefix': { 'never-issued': 'No tax ID starting with these two digits was ever issued.' },
  'shared-network': {
    'two-hours':
      '{claims} claims with {surnames} {surnames|last name|last names} came from one network address within two hours.',
  },
  'network-kind': {
    hosting: 'It came from a data center, according to the list dated {date}.',
    tor: 'It came through Tor, according to the list dated {date}.',
  },
  'own-notice': { login: 'The claimant logged in with a notice that was mailed to this name.' },
  'proof-sent': { 'after-letter': 'Proof arrived after our letter asked for it.' },
};

const spanish: Readonly<Record<SignalCode, SignalMessages>> = {
  'same-notice': {
    login: 'El reclamo {claim} se presentó iniciando sesión con el mismo Notice ID.',
    typed:
      'El reclamo {claim} tiene el mismo Notice ID. Al menos uno se presentó sin iniciar sesión, así que cualquiera pudo escribirlo.',
  },
  'same-answers': { all: 'Todas las respuestas son iguales a las del reclamo {claim}.' },
  'same-person': {
    address: 'El nombre y la dirección coinciden con los del reclamo {claim}.',
    slip: 'El nombre coincide con el del reclamo {claim}, y el número de casa y la calle difieren por un solo error al teclear.',
    mailbox:
      'El nombre coincide con el del reclamo {claim}; en uno de los dos, el nombre de pila está abreviado o mal escrito, y su correo electrónico lo da completo.',
    contact: 'El nombre y el teléfono o el correo electrónico coinciden con los del reclamo {claim}.',
    name: 'Un nombre poco común coincide con el del reclamo {claim}.',
  },
  'same-document': { file: 'El mismo archivo llegó con el reclamo {claim}.' },
  'same-tax-id': { 'tax-id': 'Un número fiscal de este reclamo está también en el reclamo {claim}.' },
  'many-alike': { four: 'El nombre y el contacto coinciden con los de otros {claims} reclamos.' },
  'same-data-rows': {
    rows: 'El {percent}% de las filas de su archivo de datos está también en el del reclamo {claim}.',
  },
  'one-family': {
    seven: '{claims} reclamos tienen un mismo número de casa y código postal, y apellidos que suenan igual.',
    eight: '{claims} reclamos tienen un mismo número de casa y código postal, y apellidos que suenan igual.',
  },
  'mailbox-spellings': {
    three:
      '{names} nombres de pila con un mismo apellido, de una misma casa, dan correos electrónicos formados con el nombre de uno de ellos, escritos de {spellings} maneras.',
  },
  'other-name': {
    mismatch: 'El aviso se envió a alguien con otro nombre, y el reclamo no nombra a ningún representante.',
  },
  'shared-phone': {
    three: '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen un mismo teléfono.',
    five: '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen un mismo teléfono.',
  },
  'shared-mailbox': {
    three:
      '{claims} reclamos con {names} {names|nombre|nombres} tienen un mismo buzón, sin contar puntos ni etiquetas.',
    seven:
      '{claims} reclamos con {names} {names|nombre|nombres} tienen un mismo buzón, sin contar puntos ni etiquetas.',
  },
  'shared-domain': {
    seven:
      '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen correos de un dominio que no es un proveedor público.',
    twenty:
      '{claims} reclamos con {surnames} {surnames|apellido|apellidos} tienen correos de un dominio que no es un proveedor público.',
  },
  scattered: {
    regions:
      '{claims} reclamos tienen un mismo teléfono, buzón, dominio de correo o navegador y vienen de {regions} de las diez regiones de códigos postales.',
    together:
      '{claims} reclamos tienen un mismo teléfono, buzón, dominio de correo o navegador y vienen de {regions} de las diez regiones de códigos postales; {together} se presentaron en dos horas.',
  },
  'house-without-unit': {
    seven:
      '{claims} reclamos con {surnames} {surnames|apellido|apellidos} vienen de un mismo número de casa sin unidad.',
  },
  'email-pattern': {
    hour: 'El {percent}% de los correos de esta hora, {claims} en total, sigue el mismo patrón. Lo usual es el {usual}%.',
  },
  'phone-run': { rising: 'Los teléfonos de {claims} reclamos seguidos van de uno en uno.' },
  'mailbox-run': { rising: 'Los números en los correos de {claims} reclamos van de uno en uno.' },
  'same-amounts': { seven: '{claims} reclamos tienen exactamente el importe {amount} y la cantidad {quantity}.' },
  'name-grid': {
    grid: '{names} nombres se forman con {givens} {givens|nombre de pila|nombres de pila} y {surnames} {surnames|apellido|apellidos}.',
  },
  'regular-times': {
    even: '{claims} reclamos vinculados se presentaron cada {seconds} ± {spread} segundos.',
    fast: '{claims} reclamos vinculados se presentaron cada {seconds} {seconds|segundo|segundos}, más rápido de lo que una persona llena el formulario.',
  },
  burst: { hour: 'En esta hora se presentaron {claims} reclamos, cuando lo usual son {usual}.' },
  linked: {
    seven: 'Está vinculado a {claims} reclamos, de {kinds} {kinds|manera|maneras}.',
    twenty: 'Está vinculado a {claims} reclamos, de {kinds} {kinds|manera|maneras}.',
  },
  'fraud-contact': {
    contact:
      'Comparte teléfono, buzón o navegador con {claims} {claims|reclamo que resultó hecho|reclamos que resultaron hechos} por una máquina.',
  },
  'hidden-field': { filled: 'Se llenó un campo que las personas no pueden ver.' },
  filling: {
    'too-fast': '{fields|Se llenó|Se llenaron} {fields} {fields|campo|campos} en {seconds} {seconds|segundo|segundos}.',
    hurried:
      '{fields|Se escribió|Se escribieron} {fields} {fields|campo|campos} en {seconds} {seconds|segundo|segundos}.',
    'no-input':
      '{fields|Se llenó|Se llenaron} {fields} {fields|campo|campos} sin teclas, sin pegar y sin autocompletar.',
  },
  automation: {
    automated: 'El navegador dice que un programa lo controla.',
    headers: 'El navegador dice que es Chrome y no envió lo que Chrome envía.',
  },
  'shared-browser': {
    ten: '{claims} reclamos con {surnames} {surnames|apellido|apellidos} vinieron de un mismo navegador.',
  },
  'throwaway-mail': { domain: 'El correo electrónico es de un servicio de direcciones desechables.' },
  'area-code': { impossible: 'Nadie tiene un teléfono con este código de área o central.' },
  'zip-state': { other: 'El código postal no está en el estado.' },
  'keyboard-walk': { walk: 'Una respuesta se escribió recorriendo el teclado, como «asdfgh».' },
  'unit-price': {
    extreme: 'Se reclaman {price} dólares por unidad, cuando el 99.9% de los reclamos tiene menos de {usual}.',
  },
  'top-range': { 'no-documents': 'Se reclama el rango más alto sin ningún documento.' },
  'unknown-notice': { 'never-mailed': 'No se envió ningún aviso con este Notice ID.' },
  'ein-prefix': { 'never-issued': 'Nunca se emitió un número fiscal con estos dos primeros dígitos.' },
  'shared-network': {
    'two-hours':
      '{claims} reclamos con {surnames} {surnames|apellido|apellidos} vinieron de una misma dirección de red en dos horas.',
  },
  'network-kind': {
    hosting: 'Vino de un centro de datos, según la lista del {date}.',
    tor: 'Vino por Tor, según la lista del {date}.',
  },
  'own-notice': { login: 'El reclamante inició sesión con un aviso que se envió a este nombre.' },
  'proof-sent': { 'after-letter': 'La prueba llegó después de que nuestra carta la pidiera.' },
};

const messages: Readonly<Record<Language, Readonly<Record<SignalCode, SignalMessages>>>> = { en: english, es: spanish };

/** The evidence of a signal in a sentence. */
export function formatEvidence(
  signal: SignalCode,
  level: string,
  values: SignalArguments,
  language: Language = 'en',
): string {
  const text = messages[language][signal][level] ?? signal;
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

/** Messages for measurements that the browser did not send. */
export const notMeasuredMessages = {
  filling: 'How the fields were filled in',
  time: 'How long the page was visible',
  browser: 'Which browser it was',
  network: 'The kind of network',
} as const;
