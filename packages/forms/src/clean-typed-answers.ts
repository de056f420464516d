import type { AnyAnswer } from './answers.ts';
import { type Field, isTyped, type TypedField } from './definition.ts';
import { formatPhone } from './format-phone.ts';
import { normalizeTyped } from './normalize.ts';
import { allowsCharacter, isAccepted } from './read-field.ts';
import { withoutLabel, withoutWords } from './without-label.ts';

/**
 * Tidies a typed line for its field when the claimant leaves it, or when a form without JavaScript
 * comes back. Removes habitual additions, as in `$1,250.50` or `12-3456789`. Writes a date in US
 * order. A line that the rules accept keeps its value. Idempotent.
 */
export function tidyTyped(field: TypedField, raw: string): string {
  const line = normalizeTyped(field.kind, raw);
  // A longer line breaks a rule anyway.
  if (line.length > maxTidiedLength) return line;
  if (field.kind === 'phone') {
    const unlabeled = normalizeTyped('phone', unwrap(field, line).replace(/^\p{L}+/u, ''));
    return formatPhone(firstAccepted(field, [line, unlabeled]) ?? line);
  }
  if (field.kind === 'date') return line.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, '$2/$3/$1');
  return isAccepted(field, line) ? line : removeHabits(field, line);
}

const maxTidiedLength = 300;

/** Tidies any answer. Returns the answer itself if there is nothing to tidy. */
export function tidyAnswer(field: Field, answer: AnyAnswer): AnyAnswer {
  if (field.kind === 'rows') {
    if (typeof answer !== 'object') return answer;
    let isChanged = false;
    const rows = answer.map((row) => {
      const tidied = { ...row };
      for (const cell of field.of) {
        const value = row[cell.name];
        if (value === undefined) continue;
        tidied[cell.name] = tidyTyped(cell, value);
        isChanged ||= tidied[cell.name] !== value;
      }
      return tidied;
    });
    return isChanged ? rows : answer;
  }
  return isTyped(field) && typeof answer === 'string' ? tidyTyped(field, answer) : answer;
}

/**
 * Removes labels, brackets, quotes and the end of a sentence around numbers and email addresses.
 */
function unwrap({ kind }: TypedField, line: string): string {
  switch (kind) {
    case 'code':
    case 'taxId':
    case 'zip':
    case 'phone':
      return trimEnd(withoutLabel(line), /[.,;:\s]/);
    case 'email':
      // `Luis Moreno <luis@example.com>`, as mail programs copy it. A colon is in no address.
      // Without a space after it, the colon may be a slip for a period.
      return trimEnd(
        line
          .replace(/^[^<>]*<([^<>@]*@[^<>@]*)>[^<>]*$/, '$1')
          .replace(/^\s*mailto:|^[^@:]*:\s+/i, '')
          .replace(/^\s*(["'])([^@]*@[^@]*)\1/, '$2')
          .replace(/^[\s"(<[]+/, ''),
        /[\s"')>\].,;:]/,
      );
    default:
      return line;
  }
}

/** Removes characters at the end, because patterns such as `/\s+$/` take quadratic time. */
function trimEnd(line: string, pattern: RegExp): string {
  let end = line.length;
  while (end > 0 && pattern.test(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function removeHabits(field: TypedField, whole: string): string {
  const line = unwrap(field, whole);
  switch (field.kind) {
    case 'email':
      return firstAccepted(field, [line]) ?? whole;
    case 'money':
    case 'count':
    case 'hours':
      return ungroup(line);
    case 'taxId':
    case 'code': {
      const joined = compact(line);
      // `Plan 5 12345678` is not a nine-digit ID.
      if (/[\p{L}#:]/u.test(whole) && /(?:^|\s)\d(?:\s|$)/.test(line)) return whole;
      return firstAccepted(field, [joined, compact(withoutWords(line))]) ?? (/^\d+$/.test(joined) ? joined : line);
    }
    case 'zip':
      if (!zipLabel.test(/^\D*/.exec(whole)?.[0] ?? '')) return whole;
      return firstAccepted(field, [tidyZip(line), tidyZip(withoutWords(line))]) ?? line;
    case 'text':
    case 'signature':
      // Some fields allow commas, between several names.
      return allowsCharacter(field, ',') ? line : withoutCommas(line);
    default:
      return line;
  }
}

const firstAccepted = (field: TypedField, lines: readonly string[]): string | undefined =>
  lines.find((line) => line !== '' && isAccepted(field, line));

const compact = (line: string): string => line.replace(/[\s-]/g, '');

const withoutCommas = (line: string): string =>
  line
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

/** `ZIP code:` or a state may precede a ZIP code, but not `PO Box`. */
const zipLabel = /^\P{L}*$|(?:^|[^a-z])(?:zip|code|postal|[a-z]\.?[a-z])[^a-z]*$/iu;

/**
 * `$1,250.50` and `1 250` lose the sign and the separators of thousands. `1,5`, `1.250,50` and
 * `0,125` stay, because readers disagree about what they mean.
 */
function ungroup(line: string): string {
  const unsigned = line.replace(/^(?:(?:USD|US\s*\$|\$)\s*)+/i, '');
  const number = trimEnd(unsigned, /[USD$\s]/i);
  const amount = /^(?:\s*(?:USD|US\s*\$|\$))+$/i.test(unsigned.slice(number.length)) ? number : unsigned;
  const isGrouped = /^[1-9]\d{0,2}([ ,])\d{3}(?:\1\d{3})*(?:\.\d*)?$/.test(amount);
  return isGrouped ? amount.replace(/[ ,]/g, '') : amount;
}

/** Turns `123456789` and `12345 6789` into `12345-6789`. */
function tidyZip(line: string): string {
  const digits = compact(line);
  if (/^\d{5}$/.test(digits)) return digits;
  if (/^\d{5}[\s-]*\d{4}$/.test(line)) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  return line;
}
