import { plainLetters } from '@redress/content/demo/invent-people';
import { atHour, day, type Filing, highRanges, type Inventor, inventRange, inventSize, minute } from './filings.ts';
import { pickFirstName, pickRareSurname, pickSurname } from '@redress/content/demo/frequent-names';
import { addressNear, inventAddress, inventBrowser, type Origin } from './observe-filing.ts';
import type { Behavior } from '@redress/content/demo/invent-visits';
import { inventStyle, type Person, pickFreeProvider, pickShare, type Style } from './people.ts';

// Programs that file. Every campaign has its own parameters.

const programStyle: Style = { letters: 'mixed', abbreviates: 'no', initial: undefined };

/** Times between the claims of a program: nearly equal, or random around a mean. */
function inventPace({ random }: Inventor, fastest: number, slowest: number): () => number {
  const mean = inventSize(random, fastest * 1_000, slowest * 1_000);
  const jitter = random.pick([0.01, 0.05, 0.2]);
  return random.chance(0.6)
    ? () => Math.round(mean * (1 + (random.next() * 2 - 1) * jitter))
    : () => Math.round(random.exponential(mean)) + 400;
}

/** Where the requests of a program come from: one host, or a new address for each claim. */
function inventHosts({ random }: Inventor, proxyShare: number): () => Pick<Origin, 'address' | 'networkKind'> {
  const isListed = random.chance(0.5);
  const networkKind = isListed ? ('hosting' as const) : undefined;
  const first = inventAddress(random);
  if (!random.chance(proxyShare)) return () => ({ address: first, networkKind });
  const networks = [first, ...Array.from({ length: random.integer(0, 5) }, () => inventAddress(random))];
  const isResidential = random.chance(0.5);
  return () =>
    isResidential
      ? { address: inventAddress(random) }
      : { address: addressNear(random, random.pick(networks)), networkKind };
}

/** The same answers again and again; perhaps the mailbox or the name changes. */
export function fixedAnswers(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const [person, range] = [people.inventPerson(), random.pick(highRanges)];
  const changes = pickShare(random, { nothing: 25, mailbox: 35, 'name and mailbox': 40 });
  const behavior: Behavior = pickShare(random, { posted: 5, 'set by script': 3, 'keys by script': 2 });
  const program = {
    automated: random.chance(0.6),
    claimsChrome: random.chance(0.7),
    lacksClientHints: behavior === 'posted' || random.chance(0.3),
  };
  // Without cookies, each claim has a new token.
  const browser = random.chance(0.6) ? inventBrowser(random) : undefined;
  const noticeId = random.chance(0.3) ? String(random.integer(500_000_000, 899_999_999)) : undefined;
  const [pace, hosts] = [inventPace(inventor, 2, 120), inventHosts(inventor, 0.4)];
  const provider = pickFreeProvider(random);
  let at = inventor.momentInPeriod('individual');
  return Array.from({ length: inventor.size(25, 250) }, (_, index) => {
    at += pace();
    const [firstName, lastName] =
      changes === 'name and mailbox'
        ? [pickFirstName(random), pickSurname(random)]
        : [person.firstName, person.lastName];
    const email =
      changes === 'nothing'
        ? person.email
        : `${plainLetters(firstName)}.${plainLetters(lastName)}${index + 1}@${provider}`;
    const origin = { ...program, ...hosts(), browser: browser ?? inventBrowser(random) };
    const each = { ...person, firstName, lastName, email };
    return inventor.file(each, { at, style: programStyle, behavior, origin, range, noticeId });
  });
}

/** Mailboxes that look different and are one, or that are counted. */
function inventMailboxes({
  random,
}: Inventor): (person: Pick<Person, 'firstName' | 'lastName'>, index: number) => string {
  const owner = `${plainLetters(pickFirstName(random))}${plainLetters(pickSurname(random))}`;
  const provider = pickFreeProvider(random);
  const start = random.pick([1, 1, 100, 1_000, 2_001]);
  const separator = random.pick(['', '.', '_']);
  const kind = pickShare(random, { dots: 30, 'counted owner': 30, 'counted names': 40 });
  switch (kind) {
    case 'dots':
      // Each bit of the number is a dot.
      return (_, index) =>
        `${owner
          .split('')
          .map((letter, place) => (place > 0 && (index >> (place - 1)) & 1 ? `.${letter}` : letter))
          .join('')}@gmail.com`;
    case 'counted owner':
      return (_, index) => `${owner}${separator}${start + index}@${provider}`;
    case 'counted names':
      return ({ firstName, lastName }, index) =>
        `${plainLetters(firstName)}${separator}${plainLetters(lastName)}${start + index}@${provider}`;
  }
}

/** Names from a short or a long list, with mailboxes that are counted. */
export function nameLists(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const isShort = random.chance(0.5);
  const list = (length: number, pick: () => string) => Array.from({ length }, pick);
  const firstNames = list(random.integer(8, 15), () => pickFirstName(random));
  const lastNames = list(random.integer(10, 20), () => pickSurname(random));
  const mailbox = inventMailboxes(inventor);
  const homes = list(random.integer(3, 12), () => '').map(() => people.inventHome());
  const usesHomes = random.chance(0.35);
  const range = random.chance(0.6) ? random.pick(highRanges) : undefined;
  const phoneKind = pickShare(random, { rising: 30, few: 25, random: 45 });
  const fewPhones = list(random.integer(1, 4), () => people.inventPhone('Texas'));
  const firstPhone = Number(people.inventPhone('Texas').slice(0, 8)) * 100;
  const behavior: Behavior = pickShare(random, { pasted: 35, posted: 25, 'set by script': 20, 'keys by script': 20 });
  const isByHand = behavior === 'pasted';
  const program = isByHand
    ? {}
    : {
        automated: random.chance(0.4),
        claimsChrome: true,
        lacksClientHints: behavior === 'posted' || random.chance(0.3),
      };
  const [pace, hosts] = [
    isByHand ? inventPace(inventor, 60, 400) : inventPace(inventor, 5, 600),
    inventHosts(inventor, 0.5),
  ];
  const browser = random.chance(0.5) ? inventBrowser(random) : undefined;
  let at = inventor.momentInPeriod('individual');
  return Array.from({ length: inventor.size(20, 200) }, (_, index) => {
    at += pace();
    const [firstName, lastName] = isShort
      ? [random.pick(firstNames), random.pick(lastNames)]
      : [pickFirstName(random), pickSurname(random)];
    const home = usesHomes ? random.pick(homes) : people.inventHome();
    const phone =
      phoneKind === 'rising'
        ? String(firstPhone + index)
        : phoneKind === 'few'
          ? random.pick(fewPhones)
          : people.inventPhone(home.state);
    const person: Person = {
      ...home,
      firstName,
      lastName,
      phone,
      email: mailbox({ firstName, lastName }, index),
      language: 'en',
    };
    const origin = {
      ...program,
      ...hosts(),
      browser: browser ?? inventBrowser(random),
    };
    return inventor.file(person, {
      at,
      style: programStyle,
      behavior,
      origin,
      range: range ?? random.pick(highRanges),
    });
  });
}

/** Browsers without a screen, each behind another proxy, with mailboxes of a domain that takes all. */
export function headlessBrowsers(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const domains = Array.from({ length: random.integer(1, 3) }, () => {
    const [one, other] = [plainLetters(pickRareSurname(random)), random.pick(['mail', 'box', 'post', 'web', ''])];
    return `${one}${other}.${random.pick(['com', 'net', 'org', 'us', 'email'])}`;
  });
  const localPart = random.pick(['name', 'name with digits', 'letters'] as const);
  const behavior: Behavior = pickShare(random, { 'set by script': 5, 'keys by script': 5 });
  const program = { automated: random.chance(0.3), claimsChrome: true, lacksClientHints: random.chance(0.35) };
  const listedShare = random.pick([0, 0.1, 0.4]);
  const pace = inventPace(inventor, 15, 900);
  const wrongPlaceShare = random.pick([0, 0.1, 0.5]);
  const prefersHigh = random.chance(0.7);
  let at = inventor.momentInPeriod('individual');
  return Array.from({ length: inventor.size(30, 300) }, () => {
    at += pace();
    const home = people.inventHome();
    const place = random.chance(wrongPlaceShare) ? people.inventZip(people.pickPlace()) : {};
    const [firstName, lastName] = [pickFirstName(random), pickSurname(random)];
    const letters = Array.from({ length: random.integer(7, 11) }, () =>
      random.pick('abcdefghijklmnopqrstuvwxyz'.split('')),
    ).join('');
    const names = `${plainLetters(firstName)}.${plainLetters(lastName)}`;
    const local =
      localPart === 'letters' ? letters : localPart === 'name' ? names : `${names}${random.integer(10, 9_999)}`;
    const person: Person = {
      ...home,
      ...place,
      firstName,
      lastName,
      phone: people.inventPhone(home.state),
      email: `${local}@${random.pick(domains)}`,
      language: 'en',
    };
    const networkKind = random.chance(listedShare) ? ('hosting' as const) : undefined;
    const origin = { ...program, address: inventAddress(random), browser: inventBrowser(random), networkKind };
    const range = prefersHigh ? random.pick(highRanges) : inventRange(random);
    return inventor.file(person, { at, style: programStyle, behavior, origin, range });
  });
}

/** Invents each claim with care: people who differ, ordinary providers, human pace, an address each. */
export function languageModel(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const arrival = inventor.arrivalTimes('individual');
  const start = inventor.momentInPeriod('individual');
  const days = random.integer(4, 30);
  const isPatient = random.chance(0.5);
  const drops = Array.from({ length: random.integer(2, 10) }, () => people.inventHome());
  const usesDrops = random.chance(0.4);
  const behavior: Behavior = random.pick(['slow script', 'typed', 'autofill'] as const);
  return Array.from({ length: inventor.size(25, 200) }, () => {
    const person = people.inventPerson(usesDrops ? random.pick(drops) : undefined);
    const at = isPatient ? arrival() : atHour(start + random.integer(0, days) * day, 8 + random.next() * 14);
    const origin = { ...inventor.inventOrigin(), address: inventAddress(random), browser: inventBrowser(random) };
    const range = random.chance(0.6) ? random.pick(highRanges) : inventRange(random);
    const options = {
      at: at + random.integer(0, 20) * minute,
      style: inventStyle(random),
    } as const;
    return inventor.file(person, { ...options, behavior, origin, range });
  });
}
