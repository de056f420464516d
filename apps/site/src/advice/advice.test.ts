import { formsOf } from '@redress/contract/settlement';
import { settlement } from '@redress/content/settlement';
import { type TypedField, isField } from '@redress/forms/definition';
import { readField } from '@redress/forms/read-field';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdviceMessages, adviceEn } from '../messages/advice-en.ts';
import { adviceEs } from '../messages/advice-es.ts';
import { questionOf } from './field-questions.ts';
import { hintOf } from './fix-hints.ts';
import { suggestEmail } from './suggest-email.ts';

const inLanguage = (messages: AdviceMessages) => ({
  questionOf: (one: TypedField, answer: string) => questionOf(one, answer, messages),
  hintOf: (one: TypedField, answer: string) => hintOf(one, answer, messages),
});
const english = inLanguage(adviceEn);
const spanish = inLanguage(adviceEs);

/** A field of a published form, or a cell of its rows. */
function field(form: string, name: string): TypedField {
  const all = formsOf(settlement)
    .filter(({ id }) => id === form)
    .flatMap(({ sections }) => sections.flatMap(({ items }) => items.filter(isField)))
    .flatMap((one) => (one.kind === 'rows' ? one.of : one));
  const found = all.findLast((one) => one.name === name);
  if (!found || found.kind === 'select' || found.kind === 'choice' || found.kind === 'checkbox')
    throw new Error(`The form ${form} has no typed field ${name}`);
  return found;
}
const consumerEmail = field('consumer', 'email');
const individualEmail = field('individual', 'email');
const payorEmail = field('tpp', 'emailAddress');
const amount = field('consumer', 'repealerStateTotalAmountPaid');

describe('an email address', () => {
  test.each([
    ['jane@gmial.com', 'jane@gmail.com'],
    ['jane@gmail.con', 'jane@gmail.com'],
    ['Jane.Doe@GMAIL.CON', 'Jane.Doe@gmail.com'],
    ['jane@gmal.com', 'jane@gmail.com'],
    ['jane@gmaill.com', 'jane@gmail.com'],
    ['jane@gmail.co', 'jane@gmail.com'],
    ['jane@gmailcom', 'jane@gmail.com'],
    ['jane@hotmial.com', 'jane@hotmail.com'],
    ['jane@yaho.com', 'jane@yahoo.com'],
    ['jane@yahooo.con', 'jane@yahoo.com'],
    ['jane@outlok.com', 'jane@outlook.com'],
    ['jane@iclould.com', 'jane@icloud.com'],
    ['jane@comcast.nte', 'jane@comcast.net'],
    ['jane@gmail', 'jane@gmail.com'],
    ['jane@gmial', 'jane@gmail.com'],
    ['jane@aol', 'jane@aol.com'],
    ['claims@harborview-plan.ogr', 'claims@harborview-plan.org'],
  ])('with a common typing error gets a suggestion: %s becomes %s', (typed, meant) => {
    for (const one of [consumerEmail, payorEmail])
      expect(english.questionOf(one, typed)).toEqual({
        text: `Did you mean ${meant}?`,
        suggestion: meant,
      });
    expect(spanish.questionOf(consumerEmail, typed)?.text).toBe(`¿Quiso escribir ${meant}?`);
  });

  test.each(['jane@gmail', 'jane@gmail,com', 'jane @gmail.com', 'jane@gmail..com'])(
    'that the rules refuse gets one too, if they take what was meant: %s',
    (typed) => {
      expect(readField(individualEmail, typed).errors).not.toEqual([]);
      expect(english.questionOf(individualEmail, typed)?.suggestion).toBe('jane@gmail.com');
    },
  );

  test.each(['jane@localhost', 'jane@example.c', 'jane@10.0.0.1', 'jane@healthplan'])(
    'that cannot exist is taken, and questioned: %s',
    (typed) => {
      expect(readField(consumerEmail, typed).errors).toEqual([]);
      expect(english.questionOf(consumerEmail, typed)).toEqual({
        text: 'Is this right? The address has no ending such as .com.',
      });
    },
  );

  test.each(['jane..doe@example.com', '.jane@example.com', 'jane.@example.com'])(
    'with a period too many is questioned: %s',
    (typed) => {
      expect(english.questionOf(consumerEmail, typed)?.text).toMatch(/one period too many/);
    },
  );

  test.each([
    'jane@gmail.com',
    'jane@ymail.com',
    'jane@mail.com',
    'jane@email.com',
    'jane@cloud.com',
    'jane@aon.com',
    'jane@me.com',
    'jane@yahoo.com.mx',
    'jane@hotmail.co.uk',
    'jane@comcast.com',
    'jane@empresa.co',
    'claims@northgate.example.com',
    'jane@xn--bcher-kva.example',
    '',
  ])('that exists or may exist is not questioned: %j', (typed) => {
    expect(english.questionOf(payorEmail, typed)).toBeUndefined();
  });

  test('that was suggested is not questioned again', () => {
    const domain = fc.string({
      unit: fc.constantFrom('g', 'm', 'a', 'i', 'l', '.', 'c', 'o', 'n', ','),
      maxLength: 12,
    });
    fc.assert(
      fc.property(domain, (typed) => {
        const once = suggestEmail(`jane@${typed}`);
        if (once !== undefined) expect(suggestEmail(once)).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('an amount or a count', () => {
  test.each(['0', '0.00', '$0', '000'])('of nothing is taken, and questioned: %j', (typed) => {
    expect(english.questionOf(amount, typed.replace('$', ''))?.text).toMatch(/^You entered \$0\. Is that right\?/);
    expect(readField(amount, typed.replace('$', '')).errors).toEqual([]);
  });

  test('is questioned for prescriptions, too', () => {
    expect(english.questionOf(field('consumer', 'totalNumOfPrescriptions'), '0')?.text).toBe(
      'You entered 0. Is that right?',
    );
  });

  test('with three digits after a period may be meant as thousands', () => {
    expect(english.questionOf(amount, '1.250')).toEqual({
      text: 'You entered $1.250. The period comes before the cents. Did you mean 1250?',
      suggestion: '1250',
    });
  });

  test.each(['1', '0.5', '1250.50', '0.125', '1250.125', '12', ''])('is otherwise not questioned: %j', (typed) => {
    expect(english.questionOf(amount, typed)).toBeUndefined();
  });
});

describe('below the message of a rule, a hint says how to fix', () => {
  test.each([
    ['consumer', 'street1', '12 Elm Street; rear', 'Remove the semicolon (;).', 'Quite el punto y coma (;).'],
    ['consumer', 'name1', 'Jane, Doe', 'Remove the comma (,).', 'Quite la coma (,).'],
    ['consumer', 'name1', 'J*n* Doe', 'Remove the asterisks (*).', 'Quite los asteriscos (*).'],
    ['consumer', 'name1', 'Jane_Doe; "JD"', 'Remove these characters (_ ; ").', 'Quite estos caracteres (_ ; ").'],
    ['consumer', 'name1', 'Jane 😀', 'Remove “😀”.', 'Quite “😀”.'],
    ['consumer', 'name1', 'x'.repeat(53), 'You typed 53 characters, 3 too many.', 'Escribió 53 caracteres: sobran 3.'],
    ['consumer', 'zip', '8500', 'You typed 4 digits. Enter 5 or 9.', 'Escribió 4 dígitos. Deben ser 5 o 9.'],
    ['consumer', 'street1', '', 'Enter your street address.', undefined],
    ['consumer', 'zip', '', 'Enter your ZIP code.', undefined],
    ['consumer', 'totalNumOfPrescriptions', '', adviceEn.hints.wholeNumber, adviceEs.hints.wholeNumber],
    ['consumer', 'street1', '12•• M••• St 2', adviceEn.hints.hidden, adviceEs.hints.hidden],
    ['consumer', 'zip', 'K1A 0B1', adviceEn.hints.foreignZip, adviceEs.hints.foreignZip],
    ['individual', 'zip', 'SW1A 1AA', adviceEn.hints.foreignZip, undefined],
    ['consumer', 'phone1', '602', 'You typed 3 digits. Enter 10.', 'Escribió 3 dígitos. Deben ser 10.'],
    ['consumer', 'phone1', '602 555 0100 ext', 'Remove the letters.', 'Quite las letras.'],
    ['consumer', 'phone1', '+44 20 7946 0958', adviceEn.hints.foreignPhone(true), adviceEs.hints.foreignPhone(true)],
    ['consumer', 'phone1', '＋52 55 1234 5678', adviceEn.hints.foreignPhone(true), undefined],
    ['tpp', 'phone1', '0044 20 7946 0958', adviceEn.hints.foreignPhone(false), adviceEs.hints.foreignPhone(false)],
    ['consumer', 'phone1', '+1 602 555 010', 'You typed 9 digits. Enter 10.', undefined],
    ['tpp', 'tin', '12345678', 'You typed 8 digits. Enter 9.', 'Escribió 8 dígitos. Deben ser 9.'],
    ['tpp', 'tin', '12/3456789', 'Remove the slash (/).', 'Quite la barra (/).'],
    ['tpp', 'classMemberFEIN', '1', 'You typed 1 digit. Enter 9.', 'Escribió 1 dígito. Deben ser 9.'],
    [
      'login',
      'uniqueId',
      'AB-',
      'Remove the hyphen (-). You typed 2 letters and digits. Enter 8.',
      'Quite el guion (-). Escribió 2 letras y dígitos. Deben ser 8.',
    ],
    ['login', 'noticeId', '12a', 'Remove “A”. You typed 2 digits. Enter 9.', undefined],
    [
      'consumer',
      'repealerStateTotalAmountPaid',
      '1.234,50',
      'Remove the commas. Put a period before the cents, as in 1250.50.',
      'Quite las comas. Antes de los centavos va un punto, como en 1250.50.',
    ],
    ['consumer', 'repealerStateTotalAmountPaid', 'about 100', adviceEn.hints.amountInDigits, undefined],
    ['consumer', 'repealerStateTotalAmountPaid', '-5', 'Remove the hyphen (-).', undefined],
    ['consumer', 'repealerStateTotalAmountPaid', '.50', 'Put a 0 before the period.', undefined],
    ['consumer', 'repealerStateTotalAmountPaid', '50.', 'Remove the period at the end.', undefined],
    ['consumer', 'repealerStateTotalAmountPaid', '1.234.567', adviceEn.hints.onePeriod, undefined],
    ['consumer', 'repealerStateTotalAmountPaid', '12 50', 'Remove the spaces.', undefined],
    ['consumer', 'totalNumOfPrescriptions', '24.5', 'Enter a whole number, such as 24.', undefined],
    ['consumer', 'totalNumOfPrescriptions', 'two', 'Write the number in digits, such as 24.', undefined],
    ['consumer', 'email', 'jane', 'Add the @ sign, as in name@example.com.', undefined],
    ['consumer', 'email', 'jane@doe@example.com', 'Use only one @ sign.', undefined],
    ['consumer', 'email', '@example.com', 'Add the part before the @ sign.', undefined],
    ['consumer', 'email', 'jane@', 'Add the part after the @ sign, as in name@example.com.', undefined],
    [
      'consumer',
      'email',
      'jane doe@example.com',
      'An email address has no spaces. Please check it.',
      'Una dirección de correo electrónico no tiene espacios. Revísela.',
    ],
    ['consumer', 'email', 'jane,doe@example.com', 'An email address has no “,”. Please check it.', undefined],
    ['consumer', 'email', 'jane@exam_ple.com', 'Check the part after the @ sign.', undefined],
    ['consumer', 'email', 'jane@exam ple.com', 'An email address has no spaces. Please check it.', undefined],
    // The address without the “+” may belong to another person.
    [
      'individual',
      'email',
      'jane+claims@example.com',
      'We cannot accept an address with “+”. Please use another address.',
      'No podemos aceptar una dirección con “+”. Use otra dirección.',
    ],
    [
      'individual',
      'email',
      "o'brien@example.com",
      "We cannot accept an address with “'”. Please use another address.",
      undefined,
    ],
    ['individual', 'email', 'jane@gmail', 'Add the ending, such as .com.', 'Agregue la terminación, como .com.'],
    ['individual', 'email', 'jane@example.technology', adviceEn.hints.longEnding, undefined],
  ])('%s %s %j: %s', (form, name, typed, hint, enEspanol) => {
    expect(english.hintOf(field(form, name), typed)).toBe(hint);
    if (enEspanol !== undefined) expect(spanish.hintOf(field(form, name), typed)).toBe(enEspanol);
  });

  test.each([
    ['consumer', 'signature', ''],
    ['consumer', 'name1', 'J'],
    ['consumer', 'name1', 'Jane Doe'],
    ['consumer', 'repealerStateTotalAmountPaid', '1.23456'],
  ])('but not where the message says it, or nothing is wrong: %s %s %j', (form, name, typed) => {
    expect(english.hintOf(field(form, name), typed)).toBeUndefined();
  });
});
