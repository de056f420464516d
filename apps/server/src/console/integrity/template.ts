/** There is no template if a smaller share of the values has the same sequence of parts. */
const minShare = 0.6;

/**
 * The common template of most values: equal parts unchanged, digits as `0`, letters as `a`.
 * `ana.nunez4821@x.example` and `jo.lee0077@x.example` give `a.a0@x.example`. Null without one.
 */
export function templateOf(texts: readonly string[]): string | null {
  if (texts.length < 2) return null;
  const split = texts.map((text) => text.toLowerCase().match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? []);
  const shapes = Map.groupBy(split, shapeOf);
  const [shape, members] = [...shapes].reduce((best, one) => (one[1].length > best[1].length ? one : best));
  if (members.length < texts.length * minShare || shape === '') return null;
  const [first = []] = members;
  return first
    .map((part, index) => (members.every((member) => member[index] === part) ? part : placeholderOf(part)))
    .join('');
}

const shapeOf = (parts: readonly string[]): string => parts.map(placeholderOf).join('');

function placeholderOf(part: string): string {
  if (/^\d/.test(part)) return '0';
  return /^\p{L}/u.test(part) ? 'a' : part;
}
