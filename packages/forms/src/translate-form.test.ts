import { expect, test } from 'vitest';
import { checkForm } from './check-form.ts';
import { defineForm } from './definition.ts';
import { type FormTranslation, translateForm } from './translate-form.ts';

/** The form has an item of every kind with text. */
const form = defineForm({
  id: 'invented',
  version: 3,
  title: 'A form',
  sections: [
    {
      letter: 'A',
      title: 'You',
      items: [
        { kind: 'prose', prose: ['First.'] },
        {
          kind: 'text',
          name: 'name',
          label: 'Name',
          hint: 'In full',
          placeholder: 'Jane Doe',
          rules: [{ rule: 'required', message: 'Missing' }],
        },
        { kind: 'prose', prose: [{ list: ['one', 'two'] }], shownWhen: { field: 'name', answered: true } },
        { kind: 'select', name: 'fruit', label: 'Fruit', options: ['Apple', 'Pear', 'Other'], rules: [] },
        { kind: 'echo', name: 'again', of: 'fruit' },
      ],
    },
    {
      title: 'Others',
      shownWhen: { field: 'fruit', is: 'Other' },
      items: [
        {
          kind: 'rows',
          name: 'people',
          label: 'People',
          rowLabel: 'Person',
          atLeast: 0,
          atMost: { rows: 9, message: 'At most 9' },
          of: [
            { kind: 'text', name: 'who', label: 'Who', rules: [{ rule: 'max', than: 5, message: 'Too long' }] },
            { kind: 'money', name: 'paid', label: 'Paid', rules: [] },
          ],
          total: { of: 'paid', label: 'Together', atMost: { than: 50, message: 'At most $50' } },
          rules: [],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Files',
          maxFiles: 1,
          maxBytes: 1,
          types: ['pdf'],
          due: [{ message: 'Always due' }, { when: { field: 'name', answered: false }, message: 'Due without a name' }],
        },
      ],
    },
  ],
});

const spanish = {
  title: 'Un formulario',
  sections: [
    {
      title: 'Usted',
      items: {
        name: { label: 'Nombre', hint: 'Completo', placeholder: 'Juana Pérez' },
        fruit: { label: 'Fruta', options: { Pear: 'Ananás', Apple: 'Manzana', Other: 'Otra' } },
      },
      prose: [['Primero.'], [{ list: ['uno', 'dos'] }]],
    },
    {
      title: 'Otros',
      items: {
        people: {
          label: 'Personas',
          rowLabel: 'Persona',
          tooMany: 'Hasta 9',
          total: 'En total',
          cells: { who: { label: 'Quién' }, paid: { label: 'Pagado' } },
        },
        files: { label: 'Archivos', due: ['Siempre hacen falta', 'Hacen falta si no hay nombre'] },
      },
    },
  ],
} as const satisfies FormTranslation<typeof form>;
const messages = { Missing: 'Falta', 'Too long': 'Demasiado largo', 'At most $50': 'Hasta $50' };

test('translates all text that people read, and nothing else, and lists options in its own order', () => {
  const before = JSON.stringify(form);
  const translated = translateForm(form, 'es', spanish, messages);
  const [you, others] = form.sections;
  const [, name, list, fruit, echo] = you.items;
  const [people, files] = others.items;
  const [who, paid] = people.of;
  expect(translated).toEqual({
    ...form,
    language: 'es',
    title: 'Un formulario',
    sections: [
      {
        ...you,
        title: 'Usted',
        items: [
          { kind: 'prose', prose: ['Primero.'] },
          {
            ...name,
            label: 'Nombre',
            hint: 'Completo',
            placeholder: 'Juana Pérez',
            rules: [{ rule: 'required', message: 'Falta' }],
          },
          { ...list, prose: [{ list: ['uno', 'dos'] }] },
          { ...fruit, label: 'Fruta', options: ['Pear', 'Apple', 'Other'], labels: ['Ananás', 'Manzana', 'Otra'] },
          echo,
        ],
      },
      {
        ...others,
        title: 'Otros',
        items: [
          {
            ...people,
            label: 'Personas',
            rowLabel: 'Persona',
            atMost: { rows: 9, message: 'Hasta 9' },
            of: [
              { ...who, label: 'Quién', rules: [{ rule: 'max', than: 5, message: 'Demasiado largo' }] },
              { ...paid, label: 'Pagado' },
            ],
            total: { of: 'paid', label: 'En total', atMost: { than: 50, message: 'Hasta $50' } },
          },
          {
            ...files,
            label: 'Archivos',
            due: [
              { message: 'Siempre hacen falta' },
              { when: { field: 'name', answered: false }, message: 'Hacen falta si no hay nombre' },
            ],
          },
        ],
      },
    ],
  });
  expect(checkForm(translated)).toEqual([]);
  expect(JSON.stringify(form)).toBe(before);
});

test('throws for a missing message, and quotes it', () => {
  expect(() => translateForm(form, 'es', spanish, { Missing: 'Falta' })).toThrow('message "Too long"');
  const { 'At most $50': _ofTotal, ...withoutLimit } = messages;
  expect(() => translateForm(form, 'es', spanish, withoutLimit)).toThrow('message "At most $50"');
});

test('missing text does not compile, and throws', () => {
  const [you, others] = spanish.sections;
  const withoutHint = { ...you, items: { ...you.items, name: { label: 'Nombre', placeholder: 'Juana Pérez' } } };
  // @ts-expect-error The hint of the name is missing.
  expect(() => translateForm(form, 'es', { ...spanish, sections: [withoutHint, others] }, messages)).toThrow(
    'forms/invented.v3.es.ts, field "name": the hint is missing; add it in this language.',
  );
  const { Pear, ...withoutPear } = you.items.fruit.options;
  const fewerOptions = { ...you, items: { ...you.items, fruit: { label: 'Fruta', options: withoutPear } } };
  // @ts-expect-error An option is missing.
  expect(() => translateForm(form, 'es', { ...spanish, sections: [fewerOptions, others] }, messages)).toThrow(
    'field "fruit": the option "Pear" is missing',
  );
  const lessProse = { ...you, prose: [you.prose[0]] } as const;
  // @ts-expect-error The second piece of prose is missing.
  expect(() => translateForm(form, 'es', { ...spanish, sections: [lessProse, others] }, messages)).toThrow(
    'section "You": the prose is missing',
  );
  // @ts-expect-error The second section is missing.
  expect(() => translateForm(form, 'es', { ...spanish, sections: [you] }, messages)).toThrow(
    'section "Others": the section is not translated',
  );
  const { files, ...withoutFiles } = others.items;
  const noFiles = { ...others, items: withoutFiles };
  // @ts-expect-error The documents are missing.
  expect(() => translateForm(form, 'es', { ...spanish, sections: [you, noFiles] }, messages)).toThrow(
    'field "files": the translation is missing',
  );
  expect([Pear, files.label]).toEqual(['Ananás', 'Archivos']);
});
