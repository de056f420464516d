import { Type } from 'typebox';
import { number, objectOf, recordOf, text, textLike, variantsOf, wholeNumber } from './explain-mistakes.ts';
import { day, language, timeZone } from './form-schema.ts';
import type { CourtCaption } from './published-documents.ts';

// Each text has an example for its author. `form-schema.ts` has the forms.

/** A path is `/` or `/name`, without a trailing slash. */
const path = textLike('a path that begins with a slash', '/claim', (value) => value.startsWith('/'));
const phone = textLike('a toll-free number', '1-800-555-0100', (value) => /^1-8\d\d-\d{3}-\d{4}$/.test(value));
const email = textLike('an email address', 'info@example-settlement.example.com', (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
);
const lines = Type.Array(text('P.O. Box 00000'));
const optionalText = (example: string) => Type.Optional(text(example));

/** The text has `{link}` in place of the link, which leads to a page or is `tel:`. */
const linkedText = Type.Object({ text: text('Or {link}'), link: text('call us'), href: text('/contact') });
const loginMessages = Type.Object({
  /** The red note says where to find the IDs. */
  note: text('Your IDs are on your notice'),
  button: text('Log in'),
  /** Points people without IDs to another way to file. */
  without: linkedText,
  /** The toast appears for unknown IDs. */
  notFound: Type.Object({ title: text('Not found'), text: text('Check both IDs') }),
  /** Stays on the page after a login with unknown IDs. */
  help: Type.Optional(
    Type.Object({
      heading: text('Where are my IDs?'),
      where: text('They are above your name on the notice'),
      /** The picture of a notice shows the sender, the two IDs and the address below them. */
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
  /** Search engines and link previews show this sentence. */
  description: text('File your claim by July 31, 2031'),
  /** Pages without a label in the navigation are part of a flow. */
  navigation: optionalText('File a claim'),
  /** A page in another language that translates none has a label in its own language. */
  navigationInOwnLanguage: optionalText('Español'),
  /** The label among the links of the footer. */
  footer: optionalText('Accessibility'),
  /** A page without a label belongs to this page of the navigation. */
  parent: Type.Optional(path),
  /** The default is English. */
  language: Type.Optional(language),
  /** The path of the original. */
  translationOf: Type.Optional(path),
  /** Replaces the manifest’s caption on pages of another case. */
  caption: optionalText('In re Oak Litigation'),
};
/** Prose is in the settlement’s `pages/<text>.mdx`. */
const prose = text('home');
const form = text('consumer');
/** The prefix precedes claim numbers in reference numbers. */
const referencePrefix = text('OAK');
const next = path;
export const pages = {
  text: Type.Object({ ...page, kind: Type.Literal('text'), text: prose }),
  /** Instructions are prose with a link to a form. */
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
  /** This form asks for the IDs of a lost notice. It is not a claim. */
  'id-request': Type.Object({
    ...page,
    kind: Type.Literal('id-request'),
    form,
    next,
    messages: Type.Object({
      /** These paragraphs are above the form. */
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
    /** Replaces the form’s title, which its published definition fixes. */
    heading: optionalText('File a claim'),
    /** The page shows this login page's form when the session has ended. */
    login: Type.Optional(path),
    complete: path,
    /** The page offers these published documents (by ID) above the form. */
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
    /** Visitors without a claim get a link to this page. */
    start: path,
    messages: Type.Object({
      heading: text('We have your claim'),
      printHint: text('Keep your receipt'),
      /** The label of the link to the receipt as a PDF. */
      receipt: text('Receipt (PDF)'),
      payment: text('Relief is paid after court approval'),
      exit: text('Back to the start'),
    }),
  }),
  /** Asks for a reference number, and a name or ZIP code, and leads to the claim's receipt. */
  receipt: Type.Object({ ...page, kind: Type.Literal('receipt') }),
  /** Claimants sign in to see where their claim is, and to answer. */
  status: Type.Object({ ...page, kind: Type.Literal('status') }),
  /** Logs out, or removes everything from a shared computer. */
  'log-out': Type.Object({ ...page, kind: Type.Literal('log-out') }),
};

export const SiteTranslationSchema = Type.Object({
  name: text('Oak Settlement'),
  /** The banner at the top names the operator, or says that the site is a demonstration. */
  banner: text('Run by the administrator'),
  footer: Type.Object({
    consent: text('By using this website you agree to its privacy policy'),
    /** `document` is the ID of the published document. */
    privacyPolicy: Type.Object({ label: text('Privacy policy'), document: text('privacy-policy') }),
    copyright: text('© 2031 Settlement Administrator'),
  }),
});
export const SiteManifestSchema = Type.Object({
  ...SiteTranslationSchema.properties,
  caption: text('In re Oak Litigation'),
  phone,
  /** Claimants write to this address. */
  email,
  /** The court’s time zone has its IANA name. */
  timeZone,
  /** Published in `/.well-known/security.txt`. */
  securityEmail: email,
  pages: Type.Array(variantsOf('kind', pages), { called: 'page', by: 'path' }),
  translations: Type.Optional(Type.Object({ es: Type.Optional(SiteTranslationSchema) })),
});

export const ReceiptMessagesSchema = Type.Object({
  settlement: text('Oak Settlement'),
  caption: optionalText('In re Oak Litigation'),
  heading: text('Receipt for your claim'),
  /** Explains a late claim, for forms that accept one. */
  late: optionalText('Your claim is late. We will still review it'),
  /**
   * The next steps in order, which the completion page shows, too. `from` is the first day on which
   * a step is shown (`YYYY-MM-DD`), and `before` the day after the last.
   */
  next: Type.Array(
    Type.Union([
      text('We review your claim'),
      Type.Object({ from: Type.Optional(day), before: Type.Optional(day), text: text('The court has approved it') }),
    ]),
  ),
  /**
   * Names the documents that a claim still needs by the kind of `DueDocuments`, and their address.
   */
  due: Type.Optional(
    Type.Object({
      documents: optionalText('Proof of what you paid'),
      membership: optionalText('Your membership data'),
      purchases: optionalText('Your transaction data'),
      address: lines,
    }),
  ),
  /** Explains how to send a fixed data file, for forms that take data files. */
  howToFix: optionalText('Mail a corrected file to us'),
});
/**
 * Personal data is kept until the end of the day `years` after `from`, a day in the court's time
 * zone such as the deadline, or `years` after a later filing.
 */
export const RetentionSchema = Type.Object({ from: day, years: wholeNumber(1, 7) });

/** A settlement may change the scores of duplicate and machine-made claims. */
export const IntegrityRulesSchema = Type.Object({
  /**
   * A claim with at least this many decibans is queued. The default 0 means a probability of one
   * half.
   */
  thresholds: Type.Optional(Type.Object({ duplicate: Type.Optional(number(0)), machine: Type.Optional(number(0)) })),
  /** Decibans by `signal/level` replace the published ones. */
  weights: Type.Optional(recordOf('weight', number(5))),
});

export const courtCaption = objectOf<CourtCaption>({
  court: text('United States District Court'),
  caption: text('In re Oak Litigation'),
  docketNumber: text('No. 1:27-cv-01234'),
  filed: Type.Optional(day),
});
