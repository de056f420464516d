import { filedClaimSeconds, loginSeconds, maxFiledClaims } from '@redress/contract/cookie-lifetimes';
import type { Language } from '@redress/contract/language';
import { observationDays } from '@redress/contract/observations';
import { savedFormDays } from '@redress/contract/saved-form-link';
import type { Settlement } from '@redress/contract/settlement';
import { days, hours } from '../formats.ts';
import { type PrivacyFeatures, privacyFeatures } from './privacy-features.ts';
import { privacyPolicyInSpanish } from './privacy-policy.es.ts';
import { privacyPolicy } from './privacy-policy.ts';

/** Features that require passages, and why. */
const reasons = {
  severalLanguages: 'the website has two languages',
  login: 'a form requires a login',
  mailedAddress: 'a login shows the masked name and address of the notice',
  noticeIds: 'a login or a form takes Notice IDs',
  idRequest: 'people can ask for lost IDs',
  classMembers: 'the server has lists of class members',
  lateClaims: 'a form accepts late claims',
  captcha: 'a form has a captcha',
  uploads: 'a form accepts documents',
  dataFiles: 'a form accepts data files',
  taxIds: 'a form asks for tax IDs',
  email: 'a form asks for an email address',
} as const satisfies { readonly [F in keyof PrivacyFeatures]?: string };

/** A statement that a privacy policy must make: always, or if the settlement uses the feature. */
interface Passage {
  /** Completes "it does not say". */
  readonly says: string;
  readonly feature?: keyof typeof reasons;
  readonly en: RegExp;
  readonly es: RegExp;
}

function passagesFor(years: readonly number[]): readonly Passage[] {
  return [
    {
      says: 'that no other party sees visits',
      en: /no analytics service/i,
      es: /ningún servicio de estadísticas/i,
    },
    {
      says: 'that the language of a claim is kept',
      feature: 'severalLanguages',
      en: /in which language it was filed/,
      es: /en qué idioma se presentó/,
    },
    {
      says: 'that tax IDs are encrypted, except their last four digits',
      feature: 'taxIds',
      en: /last four digits are also kept unencrypted/,
      es: /últimos cuatro dígitos se guardan también sin cifrar/,
    },
    {
      says: 'what the checks of data files contain',
      feature: 'dataFiles',
      en: /checks of data files.*totals.*only the last four digits/,
      es: /revisiones de los archivos de datos.*totales.*solo los últimos cuatro dígitos/,
    },
    {
      says: 'that a second claim with the same Notice ID is marked',
      feature: 'noticeIds',
      en: /second claim with the same Notice ID/,
      es: /segundo reclamo con el mismo Notice ID/,
    },
    {
      says: 'that a claim filed without JavaScript is marked',
      en: /filed without JavaScript is marked/,
      es: /se marca un reclamo presentado sin script/,
    },
    {
      says: 'that staff write notes about claims and calls',
      en: /notes of our staff.*calls/i,
      es: /notas de nuestro personal.*llamadas/i,
    },
    {
      says: 'what is kept of a request for lost IDs',
      feature: 'idRequest',
      en: /keep what we answered, who answered, and when/,
      es: /guardamos lo que respondimos, quién respondió y cuándo/,
    },
    {
      says: 'that there are lists of class members, and new addresses in them',
      feature: 'classMembers',
      en: /lists of possible class members.*new address/,
      es: /listas de posibles miembros de la clase.*dirección nueva/,
    },
    { says: 'what the cookie XSRF-TOKEN is for', en: /\bCookie XSRF-TOKEN\b/, es: /\bCookie XSRF-TOKEN\b/ },
    {
      says: 'what the cookie redress-browser is for',
      en: /\bCookie redress-browser\b/,
      es: /\bCookie redress-browser\b/,
    },
    {
      says: 'how long the cookie redress-login lasts',
      feature: 'login',
      en: new RegExp(`Cookie redress-login.*${hours(loginSeconds)}`),
      es: new RegExp(`Cookie redress-login.*${hours(loginSeconds, 'es')}`),
    },
    {
      says: 'how long the cookies redress-claim-N last, and how many there are',
      en: new RegExp(`Cookie redress-claim-N.*${days(filedClaimSeconds)}.*up to ${maxFiledClaims} claims`),
      es: new RegExp(`Cookie redress-claim-N.*${days(filedClaimSeconds, 'es')}.*hasta ${maxFiledClaims} reclamos`),
    },
    {
      says: 'how long the cookie redress-status lasts',
      en: /Cookie redress-status.*for a day/,
      es: /Cookie redress-status.*por un día/,
    },
    {
      says: 'what is kept of the status page',
      en: /send on the status page.*what you say against a decision/,
      es: /envía en la página del estado.*lo que dice contra una decisión/,
    },
    {
      says: 'what is kept of letters',
      en: /Letters to you about your claim.*the text, where we sent it.*whether it came back/,
      es: /Cartas para usted sobre su reclamo.*el texto, adónde las enviamos.*si fueron devueltas/,
    },
    { says: 'that the browser keeps a draft', en: /draft, in this browser tab/i, es: /borrador, en esta pestaña/i },
    {
      says: 'what else the browser keeps of a form',
      en: /filing, in this browser tab/i,
      es: /envío, en esta pestaña/i,
    },
    {
      says: 'that the browser keeps the last claim',
      en: /last claim, in this browser tab/i,
      es: /último reclamo, en esta pestaña/i,
    },
    {
      says: 'that the browser keeps a list of documents on their way',
      feature: 'uploads',
      en: /documents on their way, in this browser tab/i,
      es: /documentos en camino, en esta pestaña/i,
    },
    {
      says: 'that data files are checked in the browser, and leave it only when the claim is filed',
      feature: 'dataFiles',
      en: /your browser checks it on your device.*only when you file.*check it again/,
      es: /su navegador lo revisa en su dispositivo.*solo cuando presenta el reclamo.*revisan otra vez/,
    },
    {
      says: 'how long a saved form is kept, and who can read it',
      en: new RegExp(`keep your answers for ${savedFormDays} days\\..*only the link can decrypt them`),
      es: new RegExp(`guardamos sus respuestas durante ${savedFormDays} días\\..*solo el enlace puede descifrarlas`),
    },
    {
      says: 'how long documents of an unfinished form are kept',
      feature: 'uploads',
      en: /delete them after 24 hours/,
      es: /los borramos después de 24 horas/,
    },
    {
      says: 'what the captcha does',
      feature: 'captcha',
      en: /solve a small task.*No third party takes part/,
      es: /resuelva una tarea pequeña.*Ninguna otra empresa participa/,
    },
    {
      says: 'what is noted about how a form is filled in',
      en: /do not note which keys you press/,
      es: /No anotamos qué teclas oprime/,
    },
    {
      says: 'that only a coded form of the internet address is kept',
      en: /coded form\*{0,2} of your internet address.*do not keep the address itself/,
      es: /forma en clave\*{0,2} de su dirección de internet.*No guardamos la dirección misma/,
    },
    {
      says: 'that claims are compared with each other, and that people decide',
      en: /compares claims with each other.*coded forms of your name.*People decide whether a claim is rejected/,
      es: /compara los reclamos unos con otros.*formas en clave de su nombre.*lo deciden personas/,
    },
    {
      says: 'how long the notes about a filing are kept',
      en: new RegExp(`delete them ${observationDays} days after the claim deadline`),
      es: new RegExp(`Las borramos ${observationDays} días después de la fecha límite`),
    },
    {
      says: 'how long the notes about a late filing are kept',
      feature: 'lateClaims',
      en: new RegExp(`filed after the deadline, we delete them ${observationDays} days after`),
      es: new RegExp(`reclamó después de esa fecha, las borramos ${observationDays} días después`),
    },
    {
      says: 'that what staff see depends on their role',
      en: /depends on their role.*masked names/,
      es: /depende de su función.*letras ocultas/,
    },
    {
      says: 'what a login shows of the name and address of the notice',
      feature: 'mailedAddress',
      en: /login with the two IDs of your notice shows your city and state.*most characters hidden/,
      es: /entrar con los dos números de su aviso se ven su ciudad y estado.*la mayor parte oculta/,
    },
    {
      says: 'who sees whole tax IDs',
      feature: 'taxIds',
      en: /sign in again and give a reason/,
      es: /identificarse otra vez y dar un motivo/,
    },
    {
      says: 'that a log records what staff open, search and export, and outlives the claim',
      en: /log records each time our staff.*keep this log after your data is deleted/,
      es: /registro de accesos anota cada vez que nuestro personal.*Guardamos este registro aun después de borrar/,
    },
    {
      says: 'how long exported lists are kept',
      en: /keeps the file encrypted and deletes it after seven days/,
      es: /guarda el archivo cifrado y lo borra después de siete días/,
    },
    {
      says: 'who exports whole tax IDs',
      feature: 'taxIds',
      en: /whole tax IDs only if a second person approves/,
      es: /fiscal completos solo si otra persona lo aprueba/,
    },
    {
      says: 'what the receipt by email contains, and that letters go there',
      feature: 'email',
      en: /we send you a receipt.*attached PDF.*letters about your claim go there too/,
      es: /le enviamos un recibo.*PDF.*van allí nuestras cartas sobre su reclamo/,
    },
    ...years.map((count) => ({
      says: `that claims are kept for ${count} years`,
      en: new RegExp(`keep your claim[^.]*\\b${count}\\b[^.]* years after the claim deadline`),
      es: new RegExp(`guardamos su reclamo[^.]*\\b${count}\\b[^.]* años después de la fecha límite`, 'i'),
    })),
    {
      says: 'how long late claims are kept',
      feature: 'lateClaims',
      en: /filed after the deadline, the [^.]* years begin on the day/,
      es: /reclamó después de esa fecha, los [^.]* años empiezan el día/,
    },
    {
      says: 'what is deleted then, and what is kept',
      en: /delete your answers[^.]*the notes of our staff\..*our letters to you are deleted.*the amounts.*record of what was done and the log of who saw it stay/,
      es: /borramos sus respuestas[^.]*las notas de nuestro personal\..*nuestras cartas para usted se borran.*los montos.*quedan el registro de lo que se hizo y el de quién lo vio/,
    },
    {
      says: 'how long lists of class members are kept',
      feature: 'classMembers',
      en: /lists of class members are deleted.*New addresses are deleted with them/,
      es: /listas de miembros de la clase se borran.*Con ellas se borran las direcciones nuevas/,
    },
    {
      says: 'how long requests for lost IDs are kept',
      feature: 'idRequest',
      en: /Requests for lost IDs are deleted.*with our answers/,
      es: /solicitudes de números perdidos se borran.*con nuestras respuestas/,
    },
    {
      says: 'how long incomplete documents are kept',
      feature: 'uploads',
      en: /large file.*deleted after a week/,
      es: /archivo grande.*se borra después de una semana/,
    },
  ];
}

/**
 * Finds statements that the settlement's features require and that a privacy policy, as Markdown,
 * lacks: the statement, the reason, and the shared policy's sentences for it.
 */
export function findMissingPassages(settlement: Settlement, language: Language, markdown: string): string[] {
  const has = privacyFeatures(settlement);
  const example = { en: privacyPolicy, es: privacyPolicyInSpanish }[language](settlement, {
    administrator: '',
    mailingAddress: [],
    asksFor: '',
  });
  return passagesFor(has.years)
    .filter(({ feature, [language]: pattern }) => (feature === undefined || has[feature]) && !pattern.test(markdown))
    .map(({ says, feature, [language]: pattern }) => {
      const reason = feature === undefined ? 'every website needs it' : reasons[feature];
      return `it does not say ${says} (${reason}); write, for example: ${sentencesWith(pattern, example)}`;
    });
}

/** Finds the passage from the first matching sentence to the last one. */
function sentencesWith(pattern: RegExp, text: string): string {
  const { index = 0, 0: words = '' } = pattern.exec(text) ?? {};
  const line = text.lastIndexOf('\n', index) + 1;
  const before = text.slice(line, index).lastIndexOf('. ');
  const start = before === -1 ? line : line + before + '. '.length;
  const end = /\.(?= |\n|$)|$/m.exec(text.slice(index + words.length))?.index ?? 0;
  return text
    .slice(start, index + words.length + end + 1)
    .replace(/^- /, '')
    .trim();
}
