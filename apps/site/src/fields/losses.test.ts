import type { AnyAnswers } from '@redress/forms/answers';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { formOf, required, rowsOf, text, typed } from '@redress/forms/fixtures/sample-forms';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { formEn } from '../messages/form-en.ts';
import { formEs } from '../messages/form-es.ts';
import { FieldView, loadFieldsOf } from './field-view.tsx';
import { createFormStore } from './form-store.ts';
import { createRowList } from './row-list.ts';

const losses = rowsOf('losses', [text('what', required), typed('date', 'day'), typed('money', 'amount')], {
  total: { of: 'amount', label: 'Total', atMost: { than: 500, message: 'At most $500' } },
});
const form = formOf(losses, { ...typed('date', 'noticed'), hint: 'Roughly.' }, typed('hours', 'hours'));

/** The HTML of a field with these answers, as on a page that the server renders. */
async function render(name: string, answers: AnyAnswers = {}, messages = formEn): Promise<string> {
  await loadFieldsOf(form, answers);
  const { sections } = evaluateForm(form, answers, {});
  const field = sections.flatMap(({ items }) => items).find((item) => 'name' in item && item.name === name);
  if (!field || !('rules' in field) || field.kind === 'captcha') throw new Error(`There is no field ${name}`);
  return renderToStaticMarkup(
    createElement(FieldView, { field, store: createFormStore(form, { answers, errors: [] }), messages }),
  );
}
const tagsOf = (html: string, name: string) => html.match(new RegExp(`<${name}[ >][^]*?>`, 'g')) ?? [];

describe('a date', () => {
  test('says in which order it is typed, and its control is described by it', async () => {
    const html = await render('noticed');
    expect(html).toContain(
      '<p class="hint" id="field-noticed-hint">Roughly. Type month/day/year, such as 3/14/2025.</p>',
    );
    const [input = ''] = tagsOf(html, 'input');
    expect(input).toContain('aria-describedby="field-noticed-hint"');
    // A numeric keypad may have no slash.
    expect(input).toContain('type="text"');
    expect(input).not.toContain('inputMode');
    expect(await render('noticed', {}, formEs)).toContain('Escriba mes/día/año, por ejemplo 3/14/2025.');
  });

  test('has its order in the cell and in the cell’s name', async () => {
    const html = await render('losses');
    expect(html).toContain(
      '<label for="field-losses.0.day"><span>The day</span><span class="visually-hidden"> (MM/DD/YYYY)</span></label>',
    );
    expect(tagsOf(html, 'input')[1]).toContain('placeholder="MM/DD/YYYY"');
    expect(await render('losses', {}, formEs)).toContain('MM/DD/AAAA');
  });
});

test('hours and amounts get a keyboard with a decimal point, also in rows', async () => {
  expect(tagsOf(await render('hours'), 'input')[0]).toContain('inputMode="decimal"');
  expect(tagsOf(await render('losses'), 'input')[2]).toContain('inputMode="decimal"');
});

test('only required cells are announced as required', async () => {
  const required = tagsOf(await render('losses'), 'input').map((input) => input.includes('aria-required'));
  expect(required).toEqual([true, false, false]);
});

test('the Spanish button fits rows of either gender', () => {
  expect(formEs.rows.add('Pérdida')).toBe('Agregar pérdida');
});

test('a page without script shows the total of the rows that were sent', async () => {
  const html = await render('losses', { losses: [{ amount: '100.10' }, { amount: '$50' }, { amount: '24.9' }] });
  expect(html).toContain('<span>Total: </span><strong>$125.00</strong>');
});

test('the total follows typing, and a sum over the limit is an error of the rows', () => {
  const store = createFormStore(form);
  const list = createRowList(store, losses);
  const [first = -1] = list.ids();
  list.answer(first, 'what', 'Locks');
  list.answer(first, 'amount', '500.01');
  expect(store.attemptSubmit()).toEqual([{ field: 'losses', rule: 'atMost', message: 'At most $500' }]);
  expect(store.fieldErrors('losses')).toEqual(['At most $500']);
  list.answer(first, 'amount', '500');
  expect(store.errors()).toEqual([]);
});
