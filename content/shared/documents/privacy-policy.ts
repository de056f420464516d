import { filedClaimSeconds, loginSeconds, maxFiledClaims, statusSeconds } from '@redress/contract/cookie-lifetimes';
import { observationDays } from '@redress/contract/observations';
import { savedFormDays } from '@redress/contract/saved-form-link';
import type { Settlement } from '@redress/contract/settlement';
import { days, hours, listed } from '../formats.ts';
import { blocks, bulletList, paragraph, present } from './markdown.ts';
import { privacyFeatures } from './privacy-features.ts';

/** The parts of the privacy policy that do not follow from the settlement. */
export interface PrivacyFacts {
  /** The operator of the website, as within a sentence: `the settlement administrator`. */
  readonly administrator: string;
  readonly mailingAddress: readonly string[];
  /** The questions of the forms besides contact data and signature, for example `what you paid`. */
  readonly asksFor: string;
}

/**
 * The website's storage of personal data as Markdown: contents, places, periods and readers,
 * limited to the features that the settlement uses. It must match `retention.ts`, in
 * `apps/site/src` `browser/storage.ts` and `uploads/pending-uploads.ts`, and in `apps/server/src`
 * `platform/http/browser-cookies.ts`, `observations/`, `platform/logging/log.ts`, `cleanup.ts`,
 * `uploads/`, `console/sign-in/permissions.ts`, `access-log/`, `exports/`, `claim-search/` and
 * `operations/purge/`. `tests/settlement/privacy-policy.test.ts` checks only a part of this. Change
 * `privacy-policy.es.ts`, too.
 */
export function privacyPolicy(
  settlement: Settlement,
  { administrator, mailingAddress, asksFor }: PrivacyFacts,
): string {
  const has = privacyFeatures(settlement);
  const { phone, email } = settlement.site;
  const years = `${listed(has.years, 'en', 'or')} years`;

  return blocks([
    `This policy explains what this website keeps about you, why, and for how long. ${capitalized(administrator)} runs the website for the court. In short:`,
    bulletList([
      `We use your data only to run the ${has.severalCases ? 'settlements' : 'settlement'} and to handle your claim.`,
      'We do not sell it. No advertiser and no analytics service sees it.',
      'The information pages set no cookies. Reading them tells us nothing about you.',
    ]),

    '## What we keep',
    'When you file a claim, we keep this:',
    bulletList([
      `**Your answers:** ${present(['your name', 'address', 'phone number', has.email && 'email address', asksFor, has.signature && 'your typed signature']).join(', ')}, and anything else the form asks for.`,
      has.taxIds &&
        `**Tax IDs**${has.taxIdsOnlyOfPayors ? ', which only third-party payors and their agents give' : ''}. They are encrypted and kept apart from the other answers. The last four digits are also kept unencrypted, so that our staff can find your claim. Receipts show only these four.`,
      has.uploads && '**Your documents**, with their file names and a fingerprint of each file.',
      has.dataFiles &&
        '**The checks of data files**, which only third-party payors and their agents send. A check contains totals by state, year, drug and plan, and the values that are wrong, each with its row. It contains only the last four digits of a tax ID.',
      `**A record of your claim:** when ${has.severalLanguages ? 'and in which language ' : ''}it was filed${has.lateClaims ? ', whether it was late' : ''}, and what was done with it. The record of what was done contains no personal data.`,
      `**Marks for a reviewer**, for example ${has.noticeIds ? 'for a second claim with the same Notice ID, or ' : ''}for signs that a machine sent the claim. A claim filed without JavaScript is marked too. No program rejects a claim because of them.`,
      '**Notes of our staff** about your claim, and about calls with you: who wrote them, when, and what about.',
      '**What you send on the status page:** your answers when we ask for something, what you say against a decision, new contact data, and the dates. If you sign in there with a code by email, we keep your request for it for a day.',
      `**Letters to you about your claim**, on paper${has.email ? ' or by email' : ''}: the text, where we sent it, when, and whether it came back. If we learn of a new address for you, we keep it beside your answers.`,
      '**Corrections of your answers** by our staff: the corrected answer, who made it, when, from what, and why. Your answers stay as you filed them.',
    ]),
    has.idRequest &&
      `When you ask for the IDs of a lost notice, we keep your name, address, phone number and email address. We also keep when ${has.severalLanguages ? 'and in which language ' : ''}you asked. We use this only to find you in our records and to answer you. We also keep what we answered, who answered, and when.`,
    has.classMembers &&
      `To send notices${has.login ? ' and to check your login' : ''}, we also have lists of possible class members: names, addresses, Notice IDs and Unique IDs. If we learn of a new address, we keep it beside the first one, with where it came from and why.`,

    '## What your browser keeps',
    `The cookies are needed to file a claim and to see where it is. There are no others. They are set when you use ${has.login ? 'a login, ' : ''}a form, a completion page or the status page, and only this website reads them.`,
    bulletList([
      '**Cookie XSRF-TOKEN**, until the browser closes: keeps others from filing in your name.',
      '**Cookie redress-browser**, until the browser closes: a random code. The XSRF-TOKEN of another browser does not work in yours. We note a coded form of it with your claim.',
      has.login &&
        `**Cookie redress-login**, until ${hours(loginSeconds)} after your last use: your Notice ID and your masked name${has.mailedAddress ? ' and address' : ''}, so that you stay logged in.`,
      `**Cookie redress-claim-N**, for ${days(filedClaimSeconds)}, for each of up to ${maxFiledClaims} claims (N is the claim number): when you filed it, so that you can ${has.uploads ? 'add documents' : 'open its receipt'} from this browser.`,
      `**Cookie redress-status**, for a day after you last used the status page: the claim number, and when and how you signed in. It shows your claim for ${statusSeconds / 60} minutes.`,
      paragraph([
        '**Draft, in this browser tab**, until you file, clear the form or close the tab: what you typed.',
        neverInDraft(),
        has.dataFiles && has.taxIds && 'An agent’s list of class members is kept whole.',
      ]),
      `${has.login ? '**Login and filing, in this browser tab**, until you clear the form or close the tab: your Notice ID and your masked name. Also a' : '**Filing, in this browser tab**, until you clear the form or close the tab: a'} code that keeps a claim from being filed twice, and the number of that claim. If you saved a form, also a code that deletes the saved form once you file.`,
      '**Last claim, in this browser tab**, until you close the tab: its number and its date. Also a code that opens its receipt in this tab for two hours.',
      has.uploads &&
        '**Documents on their way, in this browser tab**, until they arrive, you cancel them or close the tab: the name, size and date of each file, and how much has been sent. The file itself is not kept.',
    ]),
    has.dataFiles &&
      'When you choose a data file, your browser checks it on your device. The file leaves your browser only when you file. Then we keep it with your documents, and our own computers check it again.',
    'Only you see a draft. It is sent to us only when you save the form or press SUBMIT. To empty a form, press “Clear this form”. On a shared computer, press “I’m on a shared computer: remove everything”. Then only a random number stays. It tells the other tabs to do the same, and it says nothing about you.',

    '## If you save a form to finish later',
    paragraph([
      `We email you a link and keep your answers for ${savedFormDays} days. They are encrypted, and only the link can decrypt them. We do not have the key, so we cannot read them.`,
      notSaved(),
      'We do not keep the email address. The saved form is deleted when you save again or file from the same browser tab, or else when it expires. Anyone who has the link can read the saved answers, so do not share it.',
    ]),

    '## If JavaScript is turned off in your browser',
    'JavaScript lets a page run small programs in your browser. You can file without it. Then your browser keeps no draft. Each button of the form sends us what you typed, and we send the page back to you. We keep these answers only when your claim is filed.',
    bulletList([
      has.uploads &&
        '**Documents that you add** are kept on our side, so that you do not have to choose them again. If you do not file, we delete them after 24 hours.',
      `**A one-time key in the page** ${has.uploads ? 'shows which documents belong to your form. It also keeps' : 'keeps'} a claim from being filed twice. It tells us nothing about you.`,
      '**The address of the completion page** has a code that only we can read. It opens your claim for one minute. After that, the page asks for your last name or ZIP code.',
    ]),

    '## How we keep machines out',
    has.captcha &&
      'Some forms ask your browser to solve a small task. No third party takes part, and it tells us nothing about you. A browser without JavaScript cannot solve it. Then we take fewer claims from one internet address, and we mark the claim for a reviewer.',
    `We count attempts ${listed(present([has.login && 'to log in', 'to file', has.idRequest && 'to ask for lost IDs', 'to open receipts', 'to sign in on the status page']))}. We also count how often forms are sent. This keeps people from guessing ${has.login ? 'IDs' : 'claim numbers'} or overloading the website. For this we use ${listed(present(['the internet address', has.login && 'the Notice ID', 'the claim number', 'the address that a link goes to']))}. We keep only a coded form of them, made with a secret key. It is deleted after a day at most.`,
    'When you file, we also note how the form was filled in and where the claim came from. It helps us find claims that a machine made, or that one person files for many. We note:',
    bulletList([
      '**How long the page was visible**, and how many fields were typed, pasted, filled in by your browser, or changed in another way. We do not note which keys you press, when you press them, or where you point.',
      '**Whether a draft was restored**, and whether your browser says that a program controls it or is not what it says it is.',
      '**A coded form** of your internet address, of the network around it, and of the cookie redress-browser. It is made with a secret key. It shows us that two claims came from the same place. We do not keep the address itself.',
      '**Whether the address is in a list** of data centers or of services that hide addresses.',
    ]),
    paragraph([
      'A program compares claims with each other, to find people who file twice and claims of people who do not exist.',
      `For this it makes coded forms of your ${listed(present(['name', 'address', has.email && 'email address', 'phone number', has.noticeIds && 'notice', has.taxIds && 'tax ID']))}${has.uploads ? ', and of your documents' : ''}.`,
      has.dataFiles && 'From data files it takes a coded sample of the purchases, without names.',
      'It gives each claim a score. The score only tells our staff what to look at first. People decide whether a claim is rejected. A score never does. These coded forms are deleted with your answers. The score is kept with the record of your claim, as a number.',
    ]),
    paragraph([
      `No program rejects a claim because of the notes about how it was filed. We delete them ${observationDays} days after the claim deadline.`,
      has.lateClaims && `If you filed after the deadline, we delete them ${observationDays} days after you filed.`,
      'If our staff judged who made your claim, we keep a record of it. The record says which signs there were, such as a form that was filled in too fast.',
    ]),
    'Our logs record which kind of page or service was requested, when, and whether it worked. They contain no internet addresses, names or answers.',

    '## Who sees your data',
    bulletList([
      `The people who handle claims for ${administrator}.`,
      'The court, lawyers and authorities, where the law or the court requires it.',
      'Services that we need, such as for mail or payments. They get only what they need.',
    ]),
    has.mailedAddress &&
      'A login with the two IDs of your notice shows your city and state, and your name and street with most characters hidden.',
    paragraph([
      'What our staff see depends on their role in a case. Some see only figures and masked names. Others also see names and contact data. Only some see all answers and documents.',
      has.taxIds &&
        'Staff see only the last four digits of a tax ID. To see a whole one, they need the right role, and must sign in again and give a reason.',
    ]),
    `A log records each time our staff open a claim, search, download or export: who, when, what, and the reason if one is asked for. It contains claim numbers and reasons as typed, but no answers. Search words ${has.noticeIds ? 'and Notice IDs ' : ''}are kept only in a coded form. We keep this log after your data is deleted. It shows later who saw what.`,
    paragraph([
      `Some of our staff may export ${exported()}. Our website keeps the file encrypted and deletes it after seven days.`,
      has.taxIds && 'It contains whole tax IDs only if a second person approves.',
      'The website cannot delete copies that our staff have downloaded.',
    ]),
    has.email &&
      'If you give an email address, we send you a receipt. The message contains your name, the reference number, the date, and what your claim still needs. The attached PDF lists your answers. Our letters about your claim go there too. They say what we decided and why. If you do not want that, leave the email address out where the form allows it.',

    '## How long we keep it, and how we protect it',
    paragraph([
      `We keep your claim ${has.uploads ? 'and your documents ' : ''}for ${years} after the claim deadline.`,
      has.lateClaims && `If you filed after the deadline, the ${years} begin on the day you filed.`,
      `Then we delete ${listed(present(['your answers and their corrections', has.taxIds && 'your tax IDs', has.uploads && 'your documents', has.dataFiles && 'the checks of your data files', 'the notes of our staff']))}. What you wrote on the status page and our letters to you are deleted with them. We keep the claim number, the form, its language, the dates, the marks, the amounts, what we decided and for which reasons. The record of what was done and the log of who saw it stay, too. The website puts no names or answers into them.`,
      has.classMembers &&
        `The lists of class members are deleted ${years} after the claim deadline. New addresses are deleted with them.`,
      has.idRequest &&
        `Requests for lost IDs are deleted then too, with our answers. If you asked after the deadline, the ${years} begin on the day you asked.`,
      'If the court orders us to keep data longer, we do. Our backup copies are deleted too, a little later.',
      has.email &&
        'Notes about receipts that were sent are deleted after 30 days. If an email to you comes back, our staff may have to read what the mail server says. That is deleted after 180 days at most.',
      has.uploads &&
        'Documents that you add on the status page wait until you send your answer. If you do not send it in time, our staff look at them. If our decision changes first, they are deleted after 24 hours. Documents that did not arrive completely are deleted after about an hour. A large file is kept longer, so that you can continue where it stopped. If you do not continue, it is deleted after a week. Documents are kept in a private place that is not part of the website.',
      encryptedAtRest(),
    ]),

    '## Your rights, and your questions',
    'You may ask us what we keep about you, and tell us if something is wrong. Corrections are kept beside the claim as you filed it. You may also ask us to delete your data. If the court requires us to keep a claim, we will tell you. Asking is free and does not affect your claim.',
    `Call ${phone}, toll-free, or write to [${email}](mailto:${email}) or to ${mailingAddress.join(', ')}. If this policy changes, we will post the new one on this website.`,
  ]);

  function neverInDraft(): string | false {
    const parts = present([
      has.signature && 'your signature',
      has.uploads && 'your documents',
      has.taxIds && 'your own tax ID',
    ]);
    return parts.length > 0 && `It never contains ${listed(parts, 'en', 'or')}.`;
  }

  function notSaved(): string | false {
    const parts = present([
      has.taxIds && 'your tax IDs',
      has.login && 'your Notice ID',
      has.login && 'your login',
      has.signature && 'your signature',
      has.uploads && 'your documents',
    ]);
    return (
      parts.length > 0 &&
      `${capitalized(listed(parts))} ${parts.length === 1 && has.signature ? 'is' : 'are'} not saved.`
    );
  }

  function exported(): string {
    if (!has.classMembers) return 'lists of claims to a file';
    return has.idRequest
      ? 'lists to a file: of claims, of possible class members, and of requests for lost IDs'
      : 'lists to a file: of claims and of possible class members';
  }

  function encryptedAtRest(): string | false {
    if (!has.taxIds) return has.classMembers && 'Unique IDs are kept encrypted.';
    return `${has.classMembers ? 'Unique IDs and tax IDs' : 'Tax IDs'} are kept encrypted, except the last four digits of a tax ID.`;
  }
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
