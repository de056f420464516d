import type { AnyAnswer } from '@redress/forms/answers';
import { type Field, isTyped, type TypedField } from '@redress/forms/definition';
import { formatPhone } from '@redress/forms/format-phone';
import { normalizeTyped } from '@redress/forms/normalize';
import { allowsCharacter, isAccepted } from '@redress/forms/read-field';

/**
 * A typed line as its field shows it once the claimant leaves it: without what people add out of
 * habit, such as `$1,250.50` or `12-3456789`. A date shows in the order of the US. What the rules accept keeps its value. Idempotent.
 */
export function tidyTyped(field: TypedField, raw: string): string {
  const line = normalizeTyped(field.kind, raw);
  if (field.kind === 'phone') return formatPhone(line);
  if (field.kind === 'date') return line.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, '$2/$3/$1');
  return isAccepted(field, line) ? line : removeHabits(field, line);
}

/** The same for any answer. Returns the answer itself if there is nothing to tidy. */
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

function removeHabits(field: TypedField, line: string): string {
  switch (field.kind) {
    case 'money':
    case 'count':
    case 'hours':
      return ungroup(line);
    case 'taxId':
    case 'code': {
      const compact = line.replace(/[\s-]/g, '');
      return /^\d*$/.test(compact) || isAccepted(field, compact) ? compact : line;
    }
    case 'zip':
      return tidyZip(line);
    case 'text':
    case 'signature':
      // Some fields allow commas, between several names.
      return allowsCharacter(field, ',') ? line : line.replace(/[\s,]*,[\s,]*/g, ' ').trim();
    default:
      return line;
  }
}

/**
 * `$1,250.50` and `1 250` lose the sign and the separators of thousands. `1,5`, `1.250,50` and
 * `0,125` stay, because readers disagree about what they mean.
 */
function ungroup(line: string): string {
  const amount = line.replace(/^(?:(?:USD|US\s*\$|\$)\s*)+|(?:\s*(?:USD|US\s*\$|\$))+$/gi, '');
  const isGrouped = /^[1-9]\d{0,2}([ ,])\d{3}(?:\1\d{3})*(?:\.\d*)?$/.test(amount);
  return isGrouped ? amount.replace(/[ ,]/g, '') : amount;
}

/** `123456789` and `12345 6789` become `12345-6789`. */
function tidyZip(line: string): string {
  const digits = line.replace(/[\s-]/g, '');
  if (/^\d{5}$/.test(digits)) return digits;
  if (/^\d{5}[\s-]*\d{4}$/.test(line)) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  return line;
}
