import { type Filer, signedBy } from '@redress/content/demo/claim-parts';
import { pickFirstName, pickRareSurname } from '@redress/content/demo/frequent-names';
import { formatPhone, plainLetters } from '@redress/content/demo/invent-people';
import type { Random } from '@redress/content/demo/random';
import type { Behavior } from '@redress/content/demo/invent-visits';
import { atHour, day, type Filing, highRanges, inventSize, minute, type PersonForm, type World } from './world.ts';
import { dottedName, fullName, mistype, otherFirstName, rewriteStreet, withoutUnit } from './write-otherwise.ts';

// These people file false claims. Every campaign has its own parameters.

/** One person files 5 to 40 times and writes name, address and mailbox differently each time. */
export function handMadeVariants(world: World): Filing[] {
  const { random } = world;
  const person = world.inventFiler();
  const usesOtherNames = random.chance(0.3);
  const first = world.origin();
  const [keepsBrowser, keepsAddress, keepsPhone] = [random.chance(0.6), random.chance(0.7), random.chance(0.5)];
  const behaviors: readonly Behavior[] = ['typed', 'typed', 'autofill', 'pasted'];
  let at = world.momentInPeriod('individual');
  return world.fileSeveral(5, 40, (index) => {
    at += random.chance(0.7) ? random.integer(4, 50) * minute : random.integer(1, 4) * day;
    const variant = index === 0 ? person : varyPerson(world, person, usesOtherNames, keepsPhone);
    const filer = random.chance(0.8) ? variant : { ...variant, phone: undefined };
    const behavior = random.pick(behaviors);
    const answers = { outOfpocketExpensePaid: world.falseRange(0.7) };
    const address = keepsAddress ? first.address : world.address();
    const origin = { ...first, address, browser: keepsBrowser ? first.browser : world.browser() };
    return world.fileFalse(filer, { at, behavior, answers, origin });
  });
}

const fourDigits = (random: Random) => String(random.integer(0, 9_999)).padStart(4, '0');

type Mailed = Filer & { readonly email: string };
function varyPerson(world: World, person: Mailed, usesOtherNames: boolean, keepsPhone: boolean): Mailed {
  const { random, people } = world;
  const { firstName, lastName, street, email, phone } = person;
  const [local = '', provider = ''] = email.split('@');
  const cut = random.integer(1, Math.max(1, local.length - 2));
  const house = random.chance(0.5) ? withoutUnit(street) : street;
  const written = rewriteStreet(random, random.chance(0.2) ? mistype(random, house) : house);
  return {
    ...person,
    firstName: usesOtherNames
      ? pickFirstName(random)
      : random.pick([firstName, otherFirstName(random, firstName), firstName.slice(0, 1), mistype(random, firstName)]),
    lastName: random.chance(0.25) ? mistype(random, lastName) : lastName,
    street: random.chance(0.25)
      ? `${withoutUnit(written)} ${random.pick(['Apt ', 'Unit ', '#'])}${random.integer(1, 48)}`
      : written,
    // The individual's form refuses plus signs.
    email: random.pickWeighted([
      [email, 25],
      [`${local.slice(0, cut)}.${local.slice(cut)}@${provider}`.replace(/\.+/, '.'), 25],
      [`${local}${random.integer(1, 20)}@${provider}`, 15],
      [people.inventMailbox(firstName, lastName, world.freeProvider()), 35],
    ]),
    phone: keepsPhone ? phone : phone && `${phone.slice(0, 6)}${fourDigits(random)}`,
  };
}

/** Thieves file with names and addresses of real people who were mailed notices. */
export function stolenIdentities(world: World): Filing[] {
  const { random, people } = world;
  // Mail thieves have both IDs.
  const form: PersonForm = random.chance(0.2) ? 'consumer' : 'individual';
  const hosts = Array.from({ length: random.integer(1, 4) }, () => world.address());
  const isResidential = random.chance(0.5);
  const network = !isResidential && random.chance(0.5) ? ('hosting' as const) : undefined;
  const provider = world.freeProvider();
  const digits = random.integer(2, 4);
  const pause = inventSize(random, 2, 12);
  const isUpper = random.chance(0.5);
  const exchange = people.phoneIn('Florida')?.slice(0, 6);
  const sharesExchange = random.chance(0.4);
  let at = atHour(world.momentInPeriod(form), 9);
  return world.fileSeveral(20, 150, (index) => {
    // A session has thirty claims.
    at =
      index > 0 && index % 30 === 0 ? atHour(at + day, 9 + random.next() * 3) : at + random.exponential(pause * minute);
    const victim = world.inventFiler();
    const wasMailed = form === 'consumer' || random.chance(0.6);
    const noticeId = wasMailed ? world.mailTo(victim, form) : undefined;
    const name = fullName(victim);
    const local = `${dottedName(victim)}${random.integer(10 ** (digits - 1), 10 ** digits - 1)}`;
    const phone = sharesExchange ? `${exchange}${fourDigits(random)}` : victim.phone;
    const thief = { ...victim, email: `${local}@${provider}`, phone };
    const behavior = random.pick(['pasted', 'pasted', 'autofill'] as const);
    const origin = { ...world.origin(), address: isResidential ? world.address() : random.pick(hosts), network };
    const signed = signedBy(isUpper ? name.toUpperCase() : name);
    const claim = { form, at: Math.round(at), behavior, origin };
    if (form === 'consumer') return world.fileFalse(thief, { ...claim, noticeId, answers: signed });
    const answers = { ...signed, outOfpocketExpensePaid: world.falseRange(0.6) };
    return world.fileFalse(thief, { ...claim, answers });
  });
}

/** A preparer files honest claims for clients, and invents others among them. */
export function preparer(world: World): Filing[] {
  const { random, people } = world;
  const preparerPerson = world.inventFiler();
  const { state } = people.inventHome();
  const inventedShare = 0.3 + random.next() * 0.35;
  const office = world.origin();
  const signsAsAgent = random.chance(0.7);
  const [usesOwnPhone, usesOwnMailbox] = [random.chance(0.6), random.chance(0.5)];
  const tagsClients = random.chance(0.5);
  const range = world.highRange();
  const [local = '', provider = ''] = preparerPerson.email.split('@');
  let at = atHour(world.momentInPeriod('individual'), 9);
  return world.fileSeveral(20, 120, (index) => {
    at = index > 0 && index % 25 === 0 ? atHour(at + day, 9) : at + random.integer(3, 14) * minute;
    const isInvented = random.chance(inventedShare);
    const client = world.inventFiler(people.inventHome(state));
    const ofOffice = tagsClients ? `${local}.${plainLetters(client.lastName)}@${provider}` : preparerPerson.email;
    const email = isInvented || usesOwnMailbox ? ofOffice : client.email;
    const phone = (isInvented || random.chance(0.5)) && usesOwnPhone ? preparerPerson.phone : client.phone;
    const answers = {
      outOfpocketExpensePaid: isInvented || random.chance(0.5) ? range : world.range(),
      ...(signsAsAgent && { name2: fullName(preparerPerson) }),
    };
    const noticeId = !isInvented && random.chance(0.5) ? world.mailTo(client, 'individual') : undefined;
    const claim = { at, behavior: 'pasted', origin: office, answers, noticeId } as const;
    const filing = world.fileFalse({ ...client, email, phone }, claim);
    if (!isInvented) world.honest.add(filing);
    return filing;
  });
}

/** No tax ID begins with these digits. */
const unissuedPrefixes = ['00', '07', '08', '09', '17', '28', '49', '69', '78', '89', '96'];

/** The payors do not exist. Each amount is below the threshold for required data. */
export function fabricatedPayors(world: World): Filing[] {
  const { random, people } = world;
  const { street, ...place } = people.inventHome();
  const [sharesBuilding, sharesDomain, sharesFile] = [random.chance(0.5), random.chance(0.5), random.chance(0.6)];
  const phones = Array.from({ length: random.integer(1, 4) }, () => people.phoneIn(place.state) ?? '');
  const domain = `${plainLetters(pickRareSurname(random))}benefits.com`;
  const isUnissued = random.chance(0.5);
  const amount = random.chance(0.5) ? random.integer(2_600, 2_999) * 100 : undefined;
  const photo = { kind: 'photo', photo: 'statement.png', label: domain } as const;
  const origin = world.origin();
  const behavior: Behavior = random.pick(['pasted', 'typed', 'set by script'] as const);
  // An agent gives the same company and tax ID each time.
  const isAgent = random.chance(0.25);
  let agent: Filing['answers'] | undefined;
  let at = world.momentInPeriod('consumer');
  return world.fileSeveral(8, 60, (index) => {
    at += random.integer(3, 90) * minute;
    const filing = world.filePayor(at, {
      isAgent,
      behavior,
      origin: { ...origin, address: world.addressNear(origin.address) },
      vary({ answers, uploads }) {
        const [given = '', family = ''] = String(answers['contactName']).split(' ').map(plainLetters);
        const prefix = isUnissued ? random.pick(unissuedPrefixes) : undefined;
        const files = sharesFile ? [{ name: 'data.pdf', seconds: 5, file: photo }] : uploads;
        return {
          uploads: files,
          documentsToFollow: files.length,
          answers: {
            ...answers,
            ...(sharesBuilding && { ...place, street1: withoutUnit(street), street2: `Suite ${100 + index}` }),
            phone1: formatPhone(random, random.pick(phones)),
            ...(sharesDomain && { emailAddress: `${given}.${family}@${domain}` }),
            ...(isAgent
              ? agent && { agentsCompanyName: agent['agentsCompanyName'], agentsTin: agent['agentsTin'] }
              : prefix !== undefined && { tin: `${prefix}${String(answers['tin']).slice(2)}` }),
            repealerStateTotalAmountPaid: String(amount ?? random.integer(180_000, 299_999)),
          },
        };
      },
    });
    agent ??= filing.answers;
    return filing;
  });
}

// The next two attackers are held out: no signal and no points were chosen for them.

/** Workers are paid for each claim and follow a guide, on many phones of a few networks. */
export function clickFarm(world: World): Filing[] {
  const { random } = world;
  const networks = Array.from({ length: random.integer(1, 3) }, () => world.address());
  const phones = Array.from({ length: random.integer(10, 40) }, () => world.browser());
  const ranges = random.chance(0.5) ? highRanges.slice(0, 1) : highRanges.slice(0, 2);
  const clearsCookies = random.chance(0.5);
  const domains = random.chance(0.5) ? ['gmail.com'] : ['gmail.com', 'outlook.com', 'yahoo.com'];
  const start = atHour(world.momentInPeriod('individual'), 2);
  return world.fileSeveral(30, 250, () => {
    const worker = world.inventFiler();
    const letters = `${plainLetters(worker.firstName)}${plainLetters(worker.lastName)}${random.integer(10, 9_999)}`;
    const behavior: Behavior = random.pick(['typed', 'pasted', 'pasted'] as const);
    const person = { ...worker, email: `${letters}@${random.pick(domains)}` };
    const at = start + random.integer(0, 3) * day + random.integer(0, 9 * 60) * minute;
    const placed = { ...world.origin(), address: world.addressNear(random.pick(networks)) };
    const origin = { ...placed, browser: clearsCookies ? world.browser() : random.pick(phones) };
    const answers = { outOfpocketExpensePaid: random.pick(ranges) };
    return world.fileFalse(person, { at, behavior, origin, answers });
  });
}

/** Invented people give a few private mailboxes as addresses for their checks. */
export function mailDrop(world: World): Filing[] {
  const { random, people } = world;
  const drops = Array.from({ length: random.integer(1, 3) }, () => people.inventHome());
  const unit = random.pick(['#', 'PMB ', 'Ste ', '']);
  const provider = world.freeProvider();
  return world.fileSeveral(15, 120, () => {
    const number = random.integer(100, 399);
    const drop = random.pick(drops);
    const street = withoutUnit(drop.street);
    const filer = world.inventFiler({ ...drop, street: unit === '' ? street : `${street} ${unit}${number}` });
    const email = people.inventMailbox(filer.firstName, filer.lastName, provider);
    const person = { ...filer, email, phone: undefined };
    return world.fileFalse(person, {
      at: world.arrival('individual'),
      behavior: random.pick(['pasted', 'autofill', 'typed'] as const),
      origin: { ...world.origin(), address: world.address() },
      answers: { outOfpocketExpensePaid: world.falseRange(0.7) },
    });
  });
}
