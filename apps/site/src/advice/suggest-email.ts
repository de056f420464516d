/**
 * Providers whose names are long enough that one wrong letter never gives another company's name.
 */
const providers = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'earthlink.net',
  'optonline.net',
  'protonmail.com',
  'rocketmail.com',
  'yahoo.es',
  'hotmail.es',
  'outlook.es',
];
/**
 * Real providers that differ from those above by one letter, or whose names are too short to
 * compare.
 */
const others = ['aol.com', 'live.com', 'msn.com', 'att.net', 'ymail.com', 'mail.com', 'email.com', 'cloud.com'];

/** Misspelled endings, grouped by the ending that was probably meant. */
const endings: Readonly<Record<string, readonly string[]>> = {
  com: ['con', 'cmo', 'ocm', 'vom', 'xom', 'comm', 'coom', 'cpm', 'cim', 'clm', 'copm', 'dom', 'c0m'],
  net: ['nte', 'nett', 'ney', 'met', 'ner'],
  org: ['ogr', 'rog', 'prg', 'orgg'],
  edu: ['eud', 'eduu'],
};

/** The address that was probably meant: `jane@gmail.com` for `jane@gmial.con` and `jane@gmail`. */
export function suggestEmail(typed: string): string | undefined {
  const address = typed.replace(/\s/g, '');
  const at = address.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = address.slice(at + 1).toLowerCase();
  const suggested = correctDomain(domain.replace(/[.,;]+/g, '.').replace(/^\.|\.$/g, ''));
  if (suggested === domain && address === typed) return undefined;
  return `${address.slice(0, at)}@${suggested}`;
}

function correctDomain(domain: string): string {
  const dot = domain.lastIndexOf('.');
  const isBare = dot < 0;
  const domainOrName = isBare ? domain : domain.slice(0, dot + 1) + correctEnding(domain.slice(dot + 1));
  const known = [...providers, ...others];
  const exact = known.find((one) => one === domainOrName || (isBare && nameOf(one) === domain));
  const near = providers.find(
    (one) => isOneSlip(domainOrName, one) || (isBare && nameOf(one).length > 4 && isOneSlip(domain, nameOf(one))),
  );
  return exact ?? near ?? domainOrName;
}

const nameOf = (domain: string) => domain.slice(0, domain.indexOf('.'));

const correctEnding = (ending: string): string =>
  Object.keys(endings).find((meant) => endings[meant]?.includes(ending)) ?? ending;

/** Whether one letter is missing, added or wrong, or two neighbors are swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) start += 1;
  let end = 0;
  while (end < shorter - start && typed[typed.length - 1 - end] === meant[meant.length - 1 - end]) end += 1;
  const one = typed.slice(start, typed.length - end);
  const other = meant.slice(start, meant.length - end);
  const isSwap = one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
  return isSwap || (one.length < 2 && other.length < 2);
}
