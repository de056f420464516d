import type { SiteManifest } from '@redress/contract/manifest';
import { facts, longDate } from './facts.ts';
import { consumerV1 } from './forms/consumer.v1.ts';

const deadline = longDate(facts.brandDrug.claimDeadline);

/** The website: every page, in the order of the navigation, and what stands around them. */
export const site = {
  name: 'Antidepressant Antitrust Settlement',
  caption: facts.caption,
  description: 'The official website of the settlement: who is included, what it pays, and how to file a claim.',
  phone: facts.phone,
  banner: 'Demonstration of a settlement website. Its companies, people and addresses are invented.',
  mailingAddress: facts.mailingAddress,
  footer: {
    consent:
      'By using this website you agree that we may use what you enter to run the settlement and to process your claim. We do not sell it, and no advertiser sees it.',
    copyright: `© ${facts.copyrightYear} ${facts.administrator}`,
  },
  timeZone: facts.timeZone,
  pages: [
    {
      path: '/',
      kind: 'text',
      title: 'Home',
      description: 'Two settlements pay people and health plans that bought an antidepressant in 21 states.',
      navigation: 'Home',
      text: 'home',
    },
    {
      path: '/file-claim',
      kind: 'text',
      title: 'File a Claim',
      description: 'Who is included, and how consumers and third-party payors file a claim.',
      navigation: 'File a Claim',
      text: 'file-claim',
    },
    {
      path: '/contact',
      kind: 'text',
      title: 'Contact',
      description: 'How to reach the settlement administrator by phone, email and mail.',
      navigation: 'Contact',
      text: 'contact',
    },
    {
      path: '/consumer-login',
      kind: 'login',
      title: 'Consumer claim: log in',
      description: 'Log in with the Notice ID and Unique ID on your notice to file a consumer claim.',
      form: 'login',
      next: '/consumera-instructions',
      referencePrefix: consumerV1.referencePrefix,
      texts: {
        note: 'Your Notice ID and Unique ID are printed on the notice that we sent you by mail or email. Look for them above your name.',
        button: 'Login',
        without: {
          words: 'If you have no Notice ID and Unique ID, click {link}.',
          link: 'HERE',
          href: '/consumerb-instructions',
        },
        withoutScript:
          'Filing online needs JavaScript, which your browser has switched off. You can file by mail instead, or call us.',
        notFound: { title: 'User not found', text: 'Please Try again' },
      },
    },
    {
      path: '/consumera-instructions',
      kind: 'instructions',
      title: 'Consumer claim: instructions',
      description: 'Who must file a consumer claim, by when, and the five steps of the form.',
      text: 'consumera-instructions',
      next: { path: '/consumera-claimants', label: 'Next' },
    },
    {
      path: '/consumera-claimants',
      kind: 'form',
      title: 'Consumer claim form',
      description: 'File a consumer claim online.',
      form: consumerV1.id,
      login: '/consumer-login',
      complete: '/consumer-complete',
      texts: {
        late: `The deadline for consumer claims was ${deadline}. You can still file. Your claim will be marked late, and the court may decide that late claims are not paid.`,
        closed: `The deadline for consumer claims was ${deadline}. Claims can no longer be filed.`,
        withoutScript:
          'This form needs JavaScript, which your browser has switched off. You can file by mail instead, or call us.',
      },
    },
    {
      path: '/consumer-complete',
      kind: 'complete',
      title: 'Claim received',
      description: 'Your claim was received.',
      referencePrefix: consumerV1.referencePrefix,
      start: '/file-claim',
      texts: {
        heading: 'THANK YOU FOR SUBMITTING YOUR INFORMATION',
        printHint: 'Please print this page for your records. You need the reference number if you call or write to us.',
        payment: 'Payments are made only after the court approves the settlement and all appeals are resolved.',
        exit: 'Exit to Return to the Settlement Website',
      },
    },
    {
      path: '/consumerb-instructions',
      kind: 'instructions',
      title: 'Savings club claim: instructions',
      description: 'Who may file in the savings club settlement, by when, and how.',
      text: 'consumerb-instructions',
    },
  ],
} as const satisfies SiteManifest;
