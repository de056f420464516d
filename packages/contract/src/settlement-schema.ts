import { Type } from 'typebox';
import { number, objectOf, recordOf, text, textLike, variantsOf, wholeNumber } from './explain-mistakes.ts';
import { day, language, timeZone } from './form-schema.ts';
import type { CourtCaption } from './published-documents.ts';

/** The parts of a settlement as data, except its forms. Each text has an example for its author. */

/** `/` or `/name`, without a trailing slash. */
const path = textLike('a path that begins with a slash', '/claim', (value) => value.startsWith('/'));
const phone = textLike('a toll-free number', '1-800-555-0100', (value) => /^1-8\d\d-\d{3}-\d{4}$/.test(value));
const email = textLike('an email address', 'info@example-settlement.example.com', (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
);
const lines = Type.Array(text('P.O. Box 00000'));
const optionalText = (example: string) => Type.Optional(text(example));

/** A text with `{link}` in place of the link: to a page, or `tel:`. */
const linkedText = Type.Object({ text: text('Or {link}'), link: text('call us'), href: text('/contact') });
const loginMessages = Type.Object({
  /** The red note about where to find the IDs. */
  note: text('Your IDs are on your notice'),
  button: text('Log in'),
  /** For people without IDs. */
  without: linkedText,
  /** The toast for unknown IDs. */
  notFound: Type.Object({ title: text('Not found'), text: text('Check both IDs') }),
  /** Stays on the page after a login with unknown IDs. */
  help: Type.Optional(
    Type.Object({
      heading: text('Where are my IDs?'),
      /** Where the IDs are. */
      where: text('They are above your name on the notice'),
      /** A picture of a notice: its description, the sender, the two IDs and the address below them. */
      picture: Type.Object({
        alt: text('A notice'),
        sender: text('Settlement Administrator'),
        ids: Type.Array(text('Notice ID: 123456789')),
        address: lines,
      }),
      /** Introduces the ways to claim without the IDs. */
      withoutIds: text('You can claim without them'),
      /** Also shown below the login form. */
      request: linkedText,
      call: linkedText,
      mail: linkedText,
    }),
  ),
});

const page = {
  path,
  title: text('File a claim'),
  /** One sentence for search engines and link previews. */
  description: text('File your claim by July 31, 2031'),
  /** Its label in the navigation. Pages without one are part of a flow. */
  navigation: optionalText('File a claim'),
  /** The same in its own language, for a page that is not in the website’s and translates none. */
  navigationInOwnLanguage: optionalText('Español'),
  /** Its label among the links of the footer. */
  footer: optionalText('Accessibility'),
  /** For a page without label: the navigation page that it belongs to. */
  parent: Type.Optional(path),
  /** English by default. */
  language: Type.Optional(language),
  /** The path of the page that this one translates. */
  translationOf: Type.Optional(path),
  /** Replaces the manifest’s caption on pages of another case. */
  caption: optionalText('In re Oak Litigation'),
};
/** Of the settlement’s `pages/<text>.mdx`. */
const prose = text('home');
const form = text('consumer');
/** The prefix of claim numbers in reference numbers. */
const referencePrefix = text('OAK');
/** The page that follows. */
const next = path;
export const pages = {
  text: Type.Object({ ...page, kind: Type.Literal('text'), text: prose }),
  /** Prose with a link to a form. */
  instructions: Type.Object({
    ...page,
    kind: Type.Literal('instructions'),
    text: prose,
    next: Type.Optional(Type.Object({ path, label: text('Start your claim') })),
  }),
  login: Type.Object({
    ...page,
    kind: Type.Literal('login'),
    form,
    next,
    referencePrefix,
    messages: loginMessages,
  }),
  /** A form that asks for the IDs of a lost notice. It is not a claim. */
  'id-request': Type.Object({
    ...page,
    kind: Type.Literal('id-request'),
    form,
    next,
    messages: Type.Object({
      /** Above the form, in paragraphs. */
      lead: Type.Array(text('We mail your IDs to you')),
      button: text('Send'),
      /** The error if neither a phone number nor an email address is given. */
      noContact: text('Enter a phone number or an email address'),
    }),
  }),
  form: Type.Object({
    ...page,
    kind: Type.Literal('form'),
    form,
    /** Instead of the form’s title, which its published definition fixes. */
    heading: optionalText('File a claim'),
    /** The login page whose form is shown when the session has ended. */
    login: Type.Optional(path),
    /** The page after filing. */
    complete: path,
    /** Published documents, by id, offered above the form. */
    documents: Type.Optional(Type.Object({ label: text('To print'), of: Type.Array(text('claim-form')) })),
    messages: Type.Object({
      /** Shown above the form while late claims are accepted; required then. */
      late: optionalText('You can still file, but the court may not allow payment'),
      /** Replaces the form when filing is closed. */
      closed: text('The deadline has passed'),
    }),
  }),
  complete: Type.Object({
    ...page,
    kind: Type.Literal('complete'),
    referencePrefix,
    /** The link for visitors without a claim. */
    start: path,
    messages: Type.Object({
      heading: text('We have your claim'),
      printHint: text('Keep your receipt'),
      /** The link to the receipt as a PDF. */
      receipt: text('Receipt (PDF)'),
      payment: text('Relief is paid after court approval'),
      exit: text('Back to the start'),
    }),
  }),
  /** Asks for a reference number, and a name or ZIP code, and leads to the claim's receipt. */
  receipt: Type.Object({ ...page, kind: Type.Literal('receipt') }),
  /** Logs out, or removes everything from a shared computer. */
  'log-out': Type.Object({ ...page, kind: Type.Literal('log-out') }),
};

export const SiteTranslationSchema = Type.Object({
  name: text('Oak Settlement'),
  /** Shown at the top: who runs the site, or that it is a demonstration. */
  banner: text('Run by the administrator'),
  footer: Type.Object({
    consent: text('By using this website you agree to its privacy policy'),
    /** The label of the link and the id of the published document. */
    privacyPolicy: Type.Object({ label: text('Privacy policy'), document: text('privacy-policy') }),
    copyright: text('© 2031 Settlement Administrator'),
  }),
});
export const SiteManifestSchema = Type.Object({
  ...SiteTranslationSchema.properties,
  /** The court’s case caption. */
  caption: text('In re Oak Litigation'),
  /** Toll-free, as it is printed (`1-800-555-0100`). */
  phone,
  /** Where claimants write to. */
  email,
  /** IANA name of the court’s time zone. */
  timeZone,
  /** For `/.well-known/security.txt`. */
  securityEmail: email,
  pages: Type.Array(variantsOf('kind', pages), { called: 'page', by: 'path' }),
  translations: Type.Optional(Type.Object({ es: Type.Optional(SiteTranslationSchema) })),
});

export const ReceiptMessagesSchema = Type.Object({
  settlement: text('Oak Settlement'),
  /** The court’s case caption. */
  caption: optionalText('In re Oak Litigation'),
  heading: text('Receipt for your claim'),
  /** What it means that a claim is late, for forms that accept late claims. */
  late: optionalText('Your claim is late. We will still review it'),
  /**
   * What happens next, in order: the completion page says so, too. `from` is the first day of a text
   * (`YYYY-MM-DD`), and `before` the one after its last.
   */
  next: Type.Array(
    Type.Union([
      text('We review your claim'),
      Type.Object({ from: Type.Optional(day), before: Type.Optional(day), text: text('The court has approved it') }),
    ]),
  ),
  /** Names what a claim still needs, by the kind of `DueDocuments`, and the address for it. */
  due: Type.Optional(
    Type.Object({
      documents: optionalText('Proof of what you paid'),
      membership: optionalText('Your membership data'),
      purchases: optionalText('Your transaction data'),
      address: lines,
    }),
  ),
  /** How to send a fixed data file, for forms that take data files. */
  howToFix: optionalText('Mail a corrected file to us'),
});
/**
 * How long personal data is kept: until the end of the day `years` after `from`, a day in the
 * court's time zone such as the deadline, or `years` after a later filing.
 */
export const RetentionSchema = Type.Object({ from: day, years: wholeNumber(1, 7) });

/** What a settlement changes about the scores of duplicate and machine-made claims. */
export const IntegrityRulesSchema = Type.Object({
  /** Decibans from which on a claim is queued; 0, one half, by default. */
  thresholds: Type.Optional(Type.Object({ duplicate: Type.Optional(number(0)), machine: Type.Optional(number(0)) })),
  /** Decibans by `signal/level`, instead of the published ones. */
  weights: Type.Optional(recordOf('weight', number(5))),
});

export const courtCaption = objectOf<CourtCaption>({
  court: text('United States District Court'),
  caption: text('In re Oak Litigation'),
  docketNumber: text('No. 1:27-cv-01234'),
  filed: Type.Optional(day),
});
