import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { type Block, maxBlockSize } from './block-summary.ts';
import type { KeyKind } from './blocking-keys.ts';
import type { ClaimFeatures, Observations } from './claim-features.ts';
import { type Comparison, isOneHouse } from './compare-claims.ts';
import type { Mailbox } from './parse-email-and-phone.ts';
import { findSpellings } from './mailbox-spellings.ts';
import { jaroWinkler } from './jaro-winkler.ts';
import type { Name } from './parse-name.ts';
import type { FoundSignal } from './score-claim.ts';
import { isPhoneImpossible, isZipOfOtherState } from './us-places.ts';

/** Another claim that may be from the same claimant. */
export interface Partner {
  readonly claimId: string;
  readonly number: string;
  /** Whether it was filed before this one. */
  readonly isEarlier: boolean;
  readonly loggedIn: boolean;
  readonly name: Name;
  readonly mailbox?: Mailbox | undefined;
  /** The keys that both have in common. */
  readonly shared: ReadonlySet<KeyKind>;
  readonly comparison: Comparison;
}

/** The usual rates for the form of a claim, in the hours around it. */
export interface Usual {
  /** Claims in the hour of the claim, and the average per hour in the week before. */
  readonly inHour: number;
  readonly perHour: number;
  /** Claims in all other hours. */
  readonly others: number;
  /** The share of claims, in all other hours, whose address has the pattern of this one. */
  readonly patternShare: number;
  /** Dollars per unit of the quantity; 99.9% of claims stay below. */
  readonly highUnitPrice?: number | undefined;
}

/** The facts that decide which signals a claim has. */
export interface SignalContext {
  readonly claim: ClaimFeatures;
  /** Blocks that the claim shares with other claims, without those marked as neutral. */
  readonly blocks: readonly Block[];
  readonly partners: readonly Partner[];
  /** Claims that strong links connect with this one, including this one. */
  readonly clusterSize: number;
  /** The number of ways in which the claim is linked. */
  readonly linkKinds: number;
  /** The class member of the Notice ID: `null` if there is none, `near` if one digit is off. */
  readonly member?: { readonly name: Name } | 'near' | null | undefined;
  readonly usual: Usual;
  /** Claims found machine-made that share a phone, a mailbox or a browser with this one. */
  readonly fraudulentContacts: number;
  /** Proof arrived after our letter asked for it. */
  readonly sentProof: boolean;
}

/** A household: this many claims from one address are not evidence. */
export const maxHousehold = 6;

/** Finds every signal of a claim. Missing measurements give no signals. */
export function findSignals(context: SignalContext): FoundSignal[] {
  const found: FoundSignal[] = [];
  const add: Add = (signal, level, values = {}, strength = 1) => {
    found.push({ signal, level, strength: Math.round(strength * 100) / 100, arguments: values });
  };
  findDuplicates(context, add);
  findGroups(context, add);
  findBehavior(context, add);
  findContent(context, add);
  findNetwork(context, add);
  findFavor(context, add);
  return found;
}

type Add = (signal: FoundSignal['signal'], level: string, values?: FoundSignal['arguments'], strength?: number) => void;

/** The decibans at which a comparison becomes a signal, and at which it has full weight. */
const comparisonRange = { least: 1, full: 4, alike: 8 };
/** People sometimes file twice, but do not forget three earlier claims. */
const minAlike = 3;
const maxStrength = 1.3;

function findDuplicates({ claim, blocks, partners, member }: SignalContext, add: Add): void {
  for (const partner of partners) {
    const { shared, comparison, number, isEarlier } = partner;
    if (shared.has('notice')) {
      if (claim.loggedIn && partner.loggedIn) {
        if (isEarlier) add('same-notice', 'login', { claim: number });
      } else add('same-notice', 'typed', { claim: number });
    }
    // Only the later of two claims is a duplicate.
    if (!isEarlier) continue;
    if (shared.has('answers')) add('same-answers', 'all', { claim: number });
    if (shared.has('document')) add('same-document', 'file', { claim: number });
    if (shared.has('tax-id')) add('same-tax-id', 'tax-id', { claim: number });
    if (comparison.decibans >= comparisonRange.least) {
      const strength = Math.min(maxStrength, comparison.decibans / comparisonRange.full);
      add('same-person', levelOf(comparison), { claim: number, decibans: comparison.decibans }, strength);
    }
  }
  const [copied] = partners
    .filter(({ isEarlier, comparison }) => isEarlier && comparison.rows?.isTelling === true)
    .toSorted((a, b) => shareOf(b) - shareOf(a) || Number(a.claimId) - Number(b.claimId));
  if (copied) add('same-data-rows', 'rows', { claim: copied.number, percent: Math.round(shareOf(copied) * 100) });
  const alike = partners.filter(({ comparison }) => comparison.decibans >= comparisonRange.alike).length;
  if (alike >= minAlike) add('many-alike', 'four', { claims: alike });
  const family = largest(blocks, 'family');
  const neighbors = largest(blocks, 'building')?.claims ?? 0;
  // In a large house, several families may have the same frequent last name. Misspelled last names
  // do not sound alike, so partners count, too.
  const relatives = Math.max(family?.claims ?? 0, 1 + partners.filter(isRelative).length);
  if (relatives > maxHousehold && relatives >= neighbors / 2)
    add('one-family', relatives > maxHousehold + 1 ? 'eight' : 'seven', { claims: relatives });
  const spellings = findSpellings(claim, partners.filter(isRelative));
  if (spellings) add('mailbox-spellings', 'three', spellings);
  const hasHelper = claim.helper !== '';
  if (member && member !== 'near' && !hasHelper && !claim.isOrganization && isOtherPerson(member.name, claim.name))
    add('other-name', 'mismatch');
}

const shareOf = ({ comparison }: Partner): number => comparison.rows?.share ?? 0;

/** Whether both are from one house, with one last name. */
const isRelative = ({ comparison: { address, surname } }: Partner): boolean =>
  isOneHouse(address) && (surname === 'same' || surname === 'similar');

function levelOf({ given, address, samePhone, sameMailbox, givenInMailbox }: Comparison): string {
  if (givenInMailbox && (given === 'initial' || given === 'similar')) return 'mailbox';
  if (address === 'slip') return 'slip';
  if (isOneHouse(address)) return 'address';
  return samePhone || sameMailbox ? 'contact' : 'name';
}

/**
 * Whether no words of the two names are similar. After a marriage or a misspelling, some still are.
 */
function isOtherPerson(a: Name, b: Name): boolean {
  const minSimilarity = 0.85;
  return !a.words.some((word) => b.words.some((other) => jaroWinkler(word, other) >= minSimilarity));
}

/**
 * The largest of the blocks that show the same thing, so that one evidence text covers them all.
 */
function largest(blocks: readonly Block[], ...kinds: readonly KeyKind[]): Block | undefined {
  return blocks
    .filter(({ kind }) => kinds.includes(kind))
    .reduce<Block | undefined>((best, block) => (best && best.claims >= block.claims ? best : block), undefined);
}

/**
 * Whether all claims of a block come from the address of this claim, as those of a household do.
 */
function isHousehold(block: Block, blocks: readonly Block[]): boolean {
  if (block.claims > maxHousehold) return false;
  const neighbors = new Set(
    blocks
      .filter(({ kind }) => kind === 'address' || kind === 'building')
      .flatMap(({ members }) => members.map(({ claimId }) => claimId)),
  );
  return block.members.every(({ claimId }) => neighbors.has(claimId));
}

const minRun = 5;
/** Years of birth and other small numbers follow each other by chance. */
const minCount = 8;
/**
 * Thresholds in the ten regions of ZIP codes. People who share a phone, a browser or a domain live
 * near each other.
 */
const scatter = { least: 4, full: 6, maxInMain: 0.5 };
/** Claims that a machine invents from short lists repeat few first and last names. */
const grid = { minClaims: 20, maxShare: 1 / 3, minNames: 1 / 2 };
/** A person needs longer than this between claims. */
const fastSeconds = 20;
const evenSpread = 0.1;
/**
 * Times are whole seconds, so shorter gaps between strangers often look even. Between linked claims
 * they are evidence as they are: no person fills in forms that fast.
 */
const minEvenSeconds = 3;

function findGroups(context: SignalContext, add: Add): void {
  const { claim, blocks, clusterSize, linkKinds, usual } = context;
  const phone = largest(blocks, 'phone');
  if (phone && !isHousehold(phone, blocks)) {
    const { claims, summary } = phone;
    if (claims >= 5 && summary.surnames >= 5) add('shared-phone', 'five', { claims, surnames: summary.surnames });
    else if (claims >= 3 && summary.surnames >= 3) add('shared-phone', 'three', { claims, surnames: summary.surnames });
  }
  const mailbox = largest(blocks, 'mailbox');
  if (mailbox && !isHousehold(mailbox, blocks)) {
    const { claims, summary } = mailbox;
    if (claims > maxHousehold) add('shared-mailbox', 'seven', { claims, names: summary.names });
    else if (claims >= 3 && summary.names >= 3) add('shared-mailbox', 'three', { claims, names: summary.names });
  }
  const domain = largest(blocks, 'domain');
  if (
    domain &&
    domain.claims > maxHousehold &&
    domain.summary.surnames > domain.claims / 3 &&
    domain.summary.surnames > 3
  )
    add('shared-domain', domain.claims >= 20 ? 'twenty' : 'seven', {
      claims: domain.claims,
      surnames: domain.summary.surnames,
    });
  const building = largest(blocks, 'building');
  if (
    building &&
    claim.address.unit === '' &&
    building.summary.withoutUnit > maxHousehold &&
    building.summary.surnames > maxHousehold
  )
    add('house-without-unit', 'seven', { claims: building.summary.withoutUnit, surnames: building.summary.surnames });
  findRuns(context, add);
  findScattered(context, add);
  const amounts = largest(blocks, 'amount');
  if (amounts && amounts.claims > maxHousehold && amounts.summary.surnames > maxHousehold)
    add('same-amounts', 'seven', {
      claims: amounts.claims,
      amount: claim.amount ?? '',
      quantity: claim.quantity ?? '',
    });
  findPattern(context, add);
  findSeries(blocks, add);
  for (const { claims, summary, kind } of blocks) {
    if (!gridKinds.has(kind)) continue;
    const size = Math.min(claims, 200);
    const isGrid =
      size >= grid.minClaims &&
      summary.surnames <= size * grid.maxShare &&
      summary.givens <= size * grid.maxShare &&
      summary.surnames >= 3 &&
      summary.givens >= 3 &&
      summary.names >= size * grid.minNames;
    if (isGrid) add('name-grid', 'grid', { names: summary.names, givens: summary.givens, surnames: summary.surnames });
  }
  if (usual.perHour >= 1 && usual.inHour >= 50 && usual.inHour >= 10 * usual.perHour)
    add('burst', 'hour', { claims: usual.inHour, usual: Math.round(usual.perHour) });
  if (clusterSize > maxHousehold && linkKinds >= 2)
    add('linked', clusterSize >= 20 ? 'twenty' : 'seven', { claims: clusterSize - 1, kinds: linkKinds });
  if (context.fraudulentContacts > 0) add('fraud-contact', 'contact', { claims: context.fraudulentContacts });
}

function findRuns({ claim, blocks }: SignalContext, add: Add): void {
  const runs = [
    { signal: 'phone-run', number: Number(claim.phone.slice(7)), least: minRun, strengthOf: () => 1 },
    // A longer run is less likely to be chance.
    { signal: 'mailbox-run', number: claim.mailbox?.number, least: minCount, strengthOf: strengthOfCount },
  ] as const;
  for (const { signal, number, least, strengthOf } of runs) {
    const block = largest(blocks, signal);
    const run = block?.summary.run;
    if (!run || run.claims < least || number === undefined || number < run.from) continue;
    // A hub knows its first claims' run; its number of claims limits how far the run can go.
    if (number <= run.to + Math.max(0, block.claims - maxBlockSize))
      add(signal, 'rising', { claims: run.claims }, strengthOf(run.claims));
  }
}

/** Returns 1 for the least count, rising to 1.3 for twice as many. */
const strengthOfCount = (claims: number): number => Math.min(maxStrength, 1 + (0.3 * (claims - minCount)) / minCount);

const scatteredKinds: ReadonlySet<KeyKind> = new Set(['phone', 'mailbox', 'domain', 'browser']);

/** People who file for others all over the country say so as representatives. */
function findScattered({ claim, blocks }: SignalContext, add: Add): void {
  if (claim.helper !== '') return;
  for (const { kind, claims, summary } of blocks) {
    if (!scatteredKinds.has(kind) || claims <= maxHousehold) continue;
    const { regions, inMainRegion } = summary;
    // A hub counts only the regions of its first claims.
    const counted = Math.min(claims, maxBlockSize);
    if (regions < scatter.least || inMainRegion > counted * scatter.maxInMain) continue;
    const strength = 0.7 + (0.3 * (Math.min(regions, scatter.full) - scatter.least)) / (scatter.full - scatter.least);
    // A company with staff all over the country files on many days.
    const { inTwoHours: together } = summary;
    add('scattered', together > maxHousehold ? 'together' : 'regions', { claims, regions, together }, strength);
  }
}

const gridKinds: ReadonlySet<KeyKind> = new Set<KeyKind>([
  'phone',
  'mailbox',
  'domain',
  'browser',
  'network',
  'building',
  'amount',
  'email-pattern',
  'phone-run',
]);
const seriesKinds: ReadonlySet<KeyKind> = new Set(['phone', 'mailbox', 'domain', 'browser', 'address', 'amount']);

function findSeries(blocks: readonly Block[], add: Add): void {
  for (const { kind, summary } of blocks) {
    const { series } = summary;
    // Strangers in a library file side by side, so a network's times are evidence only if they are
    // even.
    if (!series || !(seriesKinds.has(kind) || kind === 'network' || kind === 'email-pattern')) continue;
    const { claims, seconds, spread } = series;
    const isLinked = seriesKinds.has(kind);
    if (claims >= 10 && spread <= evenSpread && (isLinked || seconds >= minEvenSeconds))
      add('regular-times', 'even', { claims, seconds: Math.round(seconds), spread: Math.round(seconds * spread) });
    else if (isLinked && seconds <= fastSeconds)
      add('regular-times', 'fast', { claims, seconds: Math.round(seconds), spread: Math.round(seconds * spread) });
  }
}

/** Fewer claims do not show the usual rate. */
const minOthers = 200;
/** Standard deviations by which an hour's share has to exceed the usual one. */
const minDeviations = 5;

function findPattern({ blocks, usual }: SignalContext, add: Add): void {
  const pattern = largest(blocks, 'email-pattern');
  if (!pattern || pattern.claims < 10 || usual.inHour < pattern.claims || usual.others < minOthers) return;
  const share = pattern.claims / usual.inHour;
  const expected = Math.max(usual.patternShare, 0.005);
  const deviation = Math.sqrt((expected * (1 - expected)) / usual.inHour);
  if (share >= 3 * expected && share - expected >= minDeviations * deviation)
    add('email-pattern', 'hour', {
      claims: pattern.claims,
      percent: Math.round(share * 100),
      usual: Math.round(usual.patternShare * 100),
    });
}

/** Seconds for each field that a person types or chooses. */
const minSecondsPerField = 0.4;
/** Few people type this fast. */
const hurriedSecondsPerField = 1.5;
const minFields = 6;

function findBehavior({ claim, blocks }: SignalContext, add: Add): void {
  const { observations = {}, hiddenFieldFilled } = claim;
  if (hiddenFieldFilled) add('hidden-field', 'filled');
  const fields = enteredFields(observations);
  const { visibleSeconds, draftRestored, typed = 0, filled = 0, other = 0, automated, lacksClientHints } = observations;
  if (fields !== undefined && draftRestored !== true) {
    // Autofill completes many fields at once.
    const byPerson = fields - filled;
    if (visibleSeconds !== undefined && byPerson >= minFields && visibleSeconds < byPerson * minSecondsPerField)
      add('filling', 'too-fast', { fields, seconds: visibleSeconds });
    else if (visibleSeconds !== undefined && typed >= minFields && visibleSeconds < typed * hurriedSecondsPerField)
      add('filling', 'hurried', { fields: typed, seconds: visibleSeconds });
    else if (fields >= minFields && other === fields) add('filling', 'no-input', { fields });
  }
  if (automated === true) add('automation', 'automated');
  if (lacksClientHints === true) add('automation', 'headers');
  const browser = largest(blocks, 'browser');
  if (browser && browser.claims >= 10 && browser.summary.surnames >= 10)
    add('shared-browser', 'ten', { claims: browser.claims, surnames: browser.summary.surnames });
}

function enteredFields({ typed, pasted, filled, other }: Observations): number | undefined {
  if (typed === undefined || pasted === undefined || filled === undefined || other === undefined) return undefined;
  return typed + pasted + filled + other;
}

/** The library rebuilds the set at each call. */
const throwawayDomains: ReadonlySet<string> = disposableEmailBlocklistSet();

function findContent({ claim, member, usual }: SignalContext, add: Add): void {
  if (claim.mailbox && throwawayDomains.has(claim.mailbox.domain)) add('throwaway-mail', 'domain');
  if (isPhoneImpossible(claim.phone)) add('area-code', 'impossible');
  if (isZipOfOtherState(claim.address.zip, claim.stateAnswer)) add('zip-state', 'other');
  if (claim.keyboardWalk) add('keyboard-walk', 'walk');
  const quantity = Number(claim.quantity ?? 0);
  const unitPrice = quantity > 0 ? Number(claim.amount ?? 0) / quantity : 0;
  if (usual.highUnitPrice !== undefined && unitPrice > usual.highUnitPrice)
    add('unit-price', 'extreme', { price: Math.round(unitPrice), usual: Math.round(usual.highUnitPrice) });
  if (claim.highestRange && claim.documents.length === 0) add('top-range', 'no-documents');
  if (member === null) add('unknown-notice', 'never-mailed');
  if (claim.impossibleEin === true) add('ein-prefix', 'never-issued');
}

function findNetwork({ claim, blocks }: SignalContext, add: Add): void {
  const kind = claim.observations?.networkKind;
  // Many people use their provider's relay, so its addresses are not evidence.
  if (kind === 'relay') return;
  const network = largest(blocks, 'network');
  if (network && network.summary.inTwoHours >= 20 && network.summary.surnames >= network.summary.inTwoHours / 2)
    add('shared-network', 'two-hours', { claims: network.summary.inTwoHours, surnames: network.summary.surnames });
  if (kind === 'hosting' || kind === 'tor')
    add('network-kind', kind, { date: claim.observations?.networkListDate ?? '' });
}

function findFavor({ claim, member, sentProof }: SignalContext, add: Add): void {
  if (claim.loggedIn && member && member !== 'near' && !isOtherPerson(member.name, claim.name))
    add('own-notice', 'login');
  if (sentProof) add('proof-sent', 'after-letter');
}
