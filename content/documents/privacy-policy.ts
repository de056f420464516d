import { facts } from '../facts.ts';
import { addressLines, bulletList, table } from './markdown.ts';

/**
 * What this website keeps of people, where and how long. It must stay true of the program: what it says of cookies, browser storage, logs
 * and retention stands in `server/src/http/browser-cookies.ts`, `site/filing/stored.ts`, `server/src/log.ts` and
 * `server/src/maintenance.ts`.
 */
export const privacyPolicy = `This policy says what this website keeps about you, why, and for how long. The ${facts.administrator.toLowerCase()} runs the website for the court. The short version:

${bulletList([
  'We use your data only to run the settlements and to handle your claim.',
  'We do not sell it. No advertiser and no analytics service sees it.',
  'You can read every information page without telling us anything. Those pages run no script and set no cookies.',
])}

## What we keep

When you file a claim, we keep this:

${bulletList([
  '**Your answers:** your name, address, phone number, email address, what you paid, your typed signature, and what else the form asks for.',
  '**Tax IDs**, which only third-party payors and their agents give. They are encrypted and kept apart from the other answers. Receipts show only the last four digits.',
  '**Your documents**, with their file names and a fingerprint of each file.',
  '**A record of your claim:** when it was filed, whether it was late, and what was done with it. The record of what was done holds no personal data.',
  '**Marks for a reviewer:** another claim with the same Notice ID, documents that are due, or signs that a machine filled in the form. No claim is rejected by a machine because of them.',
])}

Your answers are kept as you filed them. They are not changed later.

To send notices, we also have lists of possible class members: names, addresses, Notice IDs and Unique IDs. We use them to check your login. When you log in, the website shows your name with most letters hidden.

## What your browser keeps

The cookies are needed to file a claim. There are no others. They are set when you open a login, a form or a completion page, and only this website reads them.

${table(
  ['What', 'What it is for', 'How long'],
  [
    [
      'Cookie XSRF-TOKEN',
      'A random code. It keeps other websites from sending forms in your name.',
      'Until you close the browser',
    ],
    [
      'Cookie redress-login',
      'Your Notice ID and your masked name, so that you stay logged in.',
      'Two hours after your last use',
    ],
    [
      'Cookie redress-claims',
      'The numbers of up to 20 claims that you filed in this browser. It lets you add documents and get your receipt.',
      '30 days',
    ],
    [
      'Draft in this browser tab',
      'What you typed in a form, so that a reload loses nothing. It never holds your signature, your documents or your own tax ID. An agent’s list of class members is kept whole.',
      'Until you file, clear the form or close the tab',
    ],
    [
      'Login and filing in this browser tab',
      'Your Notice ID and masked name. Also a random code that keeps a claim from being filed twice, and its number once it is filed.',
      'Until you clear the form or close the tab',
    ],
    [
      'Last claim in this browser',
      'The number and the date of your last claim, for the page that thanks you.',
      'Until you delete it in your browser',
    ],
  ],
)}

Nobody but you sees a draft. It is sent to us only when you press SUBMIT. On a shared computer, press “Clear this form” and close the tab. After you file, delete this website’s data in your browser.

## How we keep machines out

Forms for people ask your browser to solve a small task. It is done by this website alone, without a third party, and it tells us nothing about you.

We count attempts to log in and to file, so that nobody can guess IDs or flood us. For that we use the internet address and the Notice ID. We keep only a coded form of them, made with a secret key. It is deleted after about an hour.

Our program’s logs tell which kind of page or service was asked for, when, and whether it worked. They hold no internet addresses, names or answers.

## Who sees your data

${bulletList([
  'The people who handle claims for the settlement administrator.',
  'The court, and the lawyers in the case, when the court’s rules allow or require it.',
  'Services that we need to carry out the settlement, such as a mail service or a payment service. They get only what they need for that.',
  'Authorities, if the law requires it.',
])}

If you give an email address, we send you a receipt. The message holds your name, the reference number and the date. The attached PDF lists your answers. Email is not fully private. If you do not want that, leave the address out where the form lets you.

## How long we keep it, and how we protect it

We keep claims, documents and their records as long as the court requires for this settlement. Then they are deleted or handed over as the court orders. Notes about receipts that were sent are deleted after 30 days. Documents that did not arrive whole are deleted after about an hour.

Documents are kept in a private place that is not part of the website. Unique IDs and tax IDs are kept encrypted. Look for “https” in the address of this website before you type in anything.

## Your rights

You may ask us what we keep about you, and you may correct your name and your address. Corrections are kept beside the claim as you filed it. You may ask us to delete your data. We may have to keep a claim because the court requires it, and then we tell you so. Asking costs you nothing and does not hurt your claim.

## Questions

Call ${facts.phone}, toll-free. Or write to [${facts.email}](mailto:${facts.email}) or to:

${addressLines(facts.mailingAddress)}

If this policy changes, the new one stands on this website.`;
