import { type Filer, signedBy } from '@redress/content/demo/claim-parts';
import type { Random } from '@redress/content/demo/random';
import { pickFirstName, pickRareSurname, pickSurname } from '@redress/content/demo/frequent-names';
import { plainLetters } from '@redress/content/demo/invent-people';
import { type Behavior, inventProgram } from '@redress/content/demo/invent-visits';
import { atHour, day, type Filing, inventSize, minute, type ProgramOrigin, type World } from './world.ts';
import { dottedName, fullName, pickShare } from './write-otherwise.ts';

// These programs file claims. Every campaign has its own parameters.

/** A program always writes a name in the same way. */
const plainName = (person: Filer) => signedBy(fullName(person));

const pickName = (random: Random) => ({ firstName: pickFirstName(random), lastName: pickSurname(random) });

interface Traits {
  readonly automated: boolean;
  /** The program says that it is Chrome. */
  readonly claimsChrome?: boolean;
  readonly lacksClientHints: boolean;
}
/** A program has the address of its host. */
function programAt({ random }: World, traits: Traits, host: Host): ProgramOrigin {
  const { automated, claimsChrome = true, lacksClientHints } = traits;
  const program = inventProgram(random);
  if (!claimsChrome) return { ...program, userAgent: 'python-requests/2.32', ...host, automated };
  return { ...program, ...(!lacksClientHints && { clientHints: '"Chromium";v="135"' }), ...host, automated };
}

/** Times between the claims of a program are nearly equal, or random around a mean. */
function inventPace({ random }: World, fastest: number, slowest: number): () => number {
  const mean = inventSize(random, fastest * 1_000, slowest * 1_000);
  const jitter = random.pick([0.01, 0.05, 0.2]);
  return random.chance(0.6)
    ? () => Math.round(mean * (1 + (random.next() * 2 - 1) * jitter))
    : () => Math.round(random.exponential(mean)) + 400;
}

type Host = Pick<ProgramOrigin, 'address' | 'network'>;

/** The requests of a program come from one host, or from a new address for each claim. */
function inventHosts(world: World, proxyShare: number): () => Host {
  const { random } = world;
  const network = random.chance(0.5) ? ('hosting' as const) : undefined;
  const first = world.address();
  if (!random.chance(proxyShare)) return () => ({ address: first, network });
  const networks = [first, ...Array.from({ length: random.integer(0, 5) }, () => world.address())];
  const isResidential = random.chance(0.5);
  return () =>
    isResidential
      ? { address: world.address(), network: undefined }
      : { address: world.addressNear(random.pick(networks)), network };
}

/** A program sends the same answers again and again. Perhaps the mailbox or the name changes. */
export function fixedAnswers(world: World): Filing[] {
  const { random } = world;
  const person = world.inventFiler();
  const range = world.highRange();
  const changes = pickShare(random, { nothing: 25, mailbox: 35, 'name and mailbox': 40 });
  const behavior: Behavior = pickShare(random, { posted: 5, 'set by script': 3, 'keys by script': 2 });
  const program = {
    automated: random.chance(0.6),
    claimsChrome: random.chance(0.7),
    lacksClientHints: behavior === 'posted' || random.chance(0.3),
  };
  // Without cookies, each claim has a new token.
  const browser = random.chance(0.6) ? world.browser() : undefined;
  const noticeId = random.chance(0.3) ? String(random.integer(500_000_000, 899_999_999)) : undefined;
  const [pace, hosts] = [inventPace(world, 2, 120), inventHosts(world, 0.4)];
  const provider = world.freeProvider();
  let at = world.momentInPeriod('individual');
  return world.fileSeveral(25, 250, (index) => {
    at += pace();
    const named = changes === 'name and mailbox' ? { ...person, ...pickName(random) } : person;
    const email = changes === 'nothing' ? person.email : `${dottedName(named)}${index + 1}@${provider}`;
    const origin = { ...programAt(world, program, hosts()), ...(browser !== undefined && { browser }) };
    const each = { ...named, email };
    const answers = { ...plainName(each), phone1: person.phone, outOfpocketExpensePaid: range };
    return world.fileFalse(each, { at, behavior, origin, noticeId, answers });
  });
}

/** Mailboxes look different but are one, or they are numbered. */
function inventMailboxes(world: World): (person: ReturnType<typeof pickName>, index: number) => string {
  const { random } = world;
  const owner = `${plainLetters(pickFirstName(random))}${plainLetters(pickSurname(random))}`;
  const provider = world.freeProvider();
  const start = random.pick([1, 1, 100, 1_000, 2_001]);
  const separator = random.pick(['', '.', '_']);
  const kind = pickShare(random, { dots: 30, 'counted owner': 30, 'counted names': 40 });
  switch (kind) {
    case 'dots':
      // Each bit of the number is a dot.
      return (_, index) =>
        `${owner.replaceAll(/\B./g, (letter, place) => ((index >> (place - 1)) & 1 ? `.${letter}` : letter))}@gmail.com`;
    case 'counted owner':
      return (_, index) => `${owner}${separator}${start + index}@${provider}`;
    case 'counted names':
      return ({ firstName, lastName }, index) =>
        `${plainLetters(firstName)}${separator}${plainLetters(lastName)}${start + index}@${provider}`;
  }
}

/** Names come from a short or a long list, with numbered mailboxes. */
export function nameLists(world: World): Filing[] {
  const { random, people } = world;
  const isShort = random.chance(0.5);
  const list = <Item>(length: number, pick: () => Item) => Array.from({ length }, pick);
  const firstNames = list(random.integer(8, 15), () => pickFirstName(random));
  const lastNames = list(random.integer(10, 20), () => pickSurname(random));
  const mailbox = inventMailboxes(world);
  const homes = list(random.integer(3, 12), () => people.inventHome());
  const usesHomes = random.chance(0.35);
  const range = random.chance(0.6) ? world.highRange() : undefined;
  const phoneKind = pickShare(random, { rising: 30, few: 25, random: 45 });
  const fewPhones = list(random.integer(1, 4), () => people.phoneIn('Texas'));
  const firstPhone = Number(people.phoneIn('Texas')?.slice(0, 8)) * 100;
  const behavior: Behavior = pickShare(random, { pasted: 35, posted: 25, 'set by script': 20, 'keys by script': 20 });
  const isByHand = behavior === 'pasted';
  const program = { automated: random.chance(0.4), lacksClientHints: behavior === 'posted' || random.chance(0.3) };
  const [pace, hosts] = [isByHand ? inventPace(world, 60, 400) : inventPace(world, 5, 600), inventHosts(world, 0.5)];
  const browser = random.chance(0.5) ? world.browser() : undefined;
  let at = world.momentInPeriod('individual');
  return world.fileSeveral(20, 200, (index) => {
    at += pace();
    const name = isShort ? { firstName: random.pick(firstNames), lastName: random.pick(lastNames) } : pickName(random);
    const home = usesHomes ? random.pick(homes) : people.inventHome();
    const phone =
      phoneKind === 'rising'
        ? String(firstPhone + index)
        : phoneKind === 'few'
          ? random.pick(fewPhones)
          : people.phoneIn(home.state);
    const person: Filer = { ...home, ...name, phone, email: mailbox(name, index), language: 'en' };
    const host = hosts();
    const origin = isByHand ? { ...world.origin(), ...host } : programAt(world, program, host);
    const answers = { ...plainName(person), outOfpocketExpensePaid: range ?? world.highRange() };
    const filed = { at, behavior, answers, origin: { ...origin, ...(browser !== undefined && { browser }) } };
    return world.fileFalse(person, filed);
  });
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** Each headless browser is behind another proxy. Mailboxes are at a domain that takes all mail. */
export function headlessBrowsers(world: World): Filing[] {
  const { random, people } = world;
  const domains = Array.from({ length: random.integer(1, 3) }, () => {
    const [one, other] = [plainLetters(pickRareSurname(random)), random.pick(['mail', 'box', 'post', 'web', ''])];
    return `${one}${other}.${random.pick(['com', 'net', 'org', 'us', 'email'])}`;
  });
  const localPart = random.pick(['name', 'name with digits', 'letters'] as const);
  const behavior: Behavior = pickShare(random, { 'set by script': 5, 'keys by script': 5 });
  const program = { automated: random.chance(0.3), lacksClientHints: random.chance(0.35) };
  const listedShare = random.pick([0, 0.1, 0.4]);
  const pace = inventPace(world, 15, 900);
  const wrongPlaceShare = random.pick([0, 0.1, 0.5]);
  const prefersHigh = random.chance(0.7);
  let at = world.momentInPeriod('individual');
  return world.fileSeveral(30, 300, () => {
    at += pace();
    const home = people.inventHome();
    const { city, zip } = random.chance(wrongPlaceShare) ? people.inventHome() : home;
    const name = pickName(random);
    const letters = Array.from({ length: random.integer(7, 11) }, () => random.pick(alphabet)).join('');
    const named = dottedName(name);
    const local =
      localPart === 'letters' ? letters : localPart === 'name' ? named : `${named}${random.integer(10, 9_999)}`;
    const phone = people.phoneIn(home.state);
    const email = `${local}@${random.pick(domains)}`;
    const person: Filer = { ...home, city, zip, ...name, phone, email, language: 'en' };
    const network = random.chance(listedShare) ? ('hosting' as const) : undefined;
    const origin = programAt(world, program, { address: world.address(), network });
    const range = prefersHigh ? world.highRange() : world.range();
    const answers = { ...plainName(person), outOfpocketExpensePaid: range };
    return world.fileFalse(person, { at, behavior, origin, answers });
  });
}

/**
 * A model invents different people with ordinary providers, at a human pace, each at a different
 * address.
 */
export function languageModel(world: World): Filing[] {
  const { random, people } = world;
  const start = world.momentInPeriod('individual');
  const days = random.integer(4, 30);
  const isPatient = random.chance(0.5);
  const drops = Array.from({ length: random.integer(2, 10) }, () => people.inventHome());
  const usesDrops = random.chance(0.4);
  const behavior: Behavior = random.pick(['slow script', 'typed', 'autofill'] as const);
  return world.fileSeveral(25, 200, () => {
    const person = world.inventFiler(usesDrops ? random.pick(drops) : undefined);
    const at = isPatient
      ? world.arrival('individual')
      : atHour(start + random.integer(0, days) * day, 8 + random.next() * 14);
    const origin = { ...world.origin(), address: world.address() };
    const answers = { outOfpocketExpensePaid: world.falseRange(0.6) };
    return world.fileFalse(person, { at: at + random.integer(0, 20) * minute, behavior, origin, answers });
  });
}
