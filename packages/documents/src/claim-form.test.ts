import { PDFCheckBox, PDFDict, PDFDocument, PDFDropdown, PDFName, PDFRadioGroup, PDFTextField } from '@cantoo/pdf-lib';
import type { PublishedDocument, ClaimFormDocument } from '@redress/contract/published-documents';
import { claimForm } from '@redress/contract/fixtures/sample-settlement';
import type { ClaimForm } from '@redress/forms/definition';
import { rowsOf, text, typed } from '@redress/forms/fixtures/sample-forms';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderClaimForm } from './claim-form.ts';
import { accessibleName } from './claim-form-context.ts';
import { collapseSpaces, runPdfTool, hasPoppler, hasQpdf } from '../fixtures/pdf-tools.ts';
import { collectPdf } from './pdf-writer.ts';

const required = { rule: 'required', message: 'required' } as const;
const exactly = (than: number) =>
  [
    { rule: 'min', than, message: '' },
    { rule: 'max', than, message: '' },
  ] as const;

/** One field of every kind, and everything that paper omits. */
const form = claimForm({
  title: 'INVENTED FORM',
  sections: [
    {
      title: 'Who files?',
      items: [
        {
          kind: 'choice',
          name: 'filer',
          label: 'I file as',
          options: ['Company', '$1 or more, 100%'],
          labels: ['A company', 'A person'],
          rules: [required],
        },
        { kind: 'echo', name: 'echoed', of: 'filer' },
        { kind: 'honeypot', name: 'website', label: 'Leave this empty' },
      ],
    },
    {
      letter: 'A',
      title: 'The company',
      shownWhen: { field: 'filer', is: 'Company' },
      items: [
        { kind: 'text', name: 'street', label: 'Street', rules: [required, { rule: 'max', than: 50, message: '' }] },
        { kind: 'taxId', name: 'tin', label: 'Tax ID', hint: 'Without the hyphen', rules: [required, ...exactly(9)] },
        { kind: 'select', name: 'size', label: 'Size', options: ['Small', 'Other'], rules: [required] },
        { ...text('otherSize', required), shownWhen: { field: 'size', is: 'Other' } },
      ],
    },
    {
      letter: 'B',
      title: 'The person',
      shownWhen: { field: 'filer', is: '$1 or more, 100%' },
      items: [
        {
          kind: 'prose',
          prose: ['Read this:', { list: ['first', 'second'] }, { heading: 'A small heading' }, 'Text below it.'],
        },
        { kind: 'text', name: 'street', label: 'Street', rules: [required] },
        { kind: 'zip', name: 'zip', label: 'ZIP code', rules: [required] },
        {
          kind: 'select',
          name: 'state',
          label: 'State',
          options: ['Maine', 'Ohio', 'Iowa', 'Utah', 'Texas', 'Idaho', 'New York'],
          rules: [required],
        },
        { kind: 'email', name: 'email', label: 'Email', rules: [] },
        rowsOf('members', [text('memberName', required), typed('taxId', 'fein', ...exactly(9))], { atLeast: 1 }),
        { kind: 'checkbox', name: 'confirmed', label: 'I have read this.', rules: [] },
        { kind: 'documents', name: 'files', label: 'Your files', maxFiles: 1, maxBytes: 1, types: ['pdf'] },
        {
          kind: 'signature',
          name: 'signature',
          label: 'Electronic signature',
          hint: 'Type your name.',
          rules: [required],
        },
        { kind: 'captcha', name: 'robot', label: 'I am not a robot', rules: [required] },
      ],
    },
  ],
});
const document: PublishedDocument & { readonly source: ClaimFormDocument } = {
  id: 'invented-form',
  title: 'Invented claim form',
  language: 'en',
  source: {
    kind: 'claim-form',
    form,
    settlement: 'Invented Settlement',
    deadline: 'Mail it by January 31, 2030.',
    afterDeadline: 'Later claims are marked late.',
    instructions: ['Write clearly.'],
    mailTo: ['Invented Settlement', 'P.O. Box 1', 'Exampleville, NY 00000'],
    checklist: ['I signed it.'],
    printedRows: 2,
    extraFields: [{ kind: 'code', name: 'noticeId', label: 'Notice ID', rules: [...exactly(9)] }],
    printedItems: {
      files: { label: 'What to send', prose: ['Send copies.'] },
      signature: { label: 'Signature', hint: 'In ink.' },
    },
    printedSections: { A: { title: 'The company on paper' } },
  },
};

function render(source: Partial<ClaimFormDocument> = {}, language: PublishedDocument['language'] = 'en') {
  return collectPdf(renderClaimForm({ ...document, language, source: { ...document.source, ...source } }));
}
/** Most tests look at the same form. */
let usual: Promise<Buffer> | undefined;
const blankForm = () => (usual ??= render());
const fieldsOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf)).getForm().getFields();

const textOf = async (pdf: Uint8Array) => collapseSpaces(runPdfTool('pdftotext', ['-layout', 'FILE', '-'], pdf));

test('fields have the names of the definition, with the section’s letter if two sections share a name', async () => {
  expect(
    (await fieldsOf(await blankForm())).map((field) => `${field.constructor.name} ${field.getName()}`).toSorted(),
  ).toEqual(
    [
      'PDFTextField noticeId',
      'PDFRadioGroup filer',
      'PDFTextField A.street',
      'PDFTextField tin',
      'PDFRadioGroup size',
      'PDFTextField otherSize',
      'PDFTextField B.street',
      'PDFTextField zip',
      'PDFDropdown state',
      'PDFTextField email',
      'PDFTextField members.0.memberName',
      'PDFTextField members.0.fein',
      'PDFTextField members.1.memberName',
      'PDFTextField members.1.fein',
      'PDFCheckBox confirmed',
      // The signature itself is in ink.
      'PDFTextField signature.date',
      'PDFTextField signature.printedName',
    ].toSorted(),
  );
});

test('numbers and days keep all their digits, however they are typed; texts have the maximum length of their rules', async () => {
  const phone = { kind: 'phone', name: 'phone', label: 'Phone', rules: [...exactly(10)] } as const;
  const day = { kind: 'date', name: 'day', label: 'Day', rules: [] } as const;
  const amount = {
    kind: 'money',
    name: 'paid',
    label: 'Paid',
    rules: [{ rule: 'max', than: 9, message: '' }],
  } as const;
  const extraFields = [...(document.source.extraFields ?? []), phone, day, amount];
  const form = (await PDFDocument.load(await render({ extraFields }))).getForm();
  for (const [name, ...typed] of [
    ['phone', '602-555-0100', '+1 (602) 555-0100', '1.602.555.0100'],
    ['noticeId', '100 000 002', '100-000-002'],
    ['tin', '12-3456789', '123 - 45 - 6789'],
    ['members.1.fein', '12-3456789'],
    ['zip', '02110 - 1234'],
    ['day', 'September 30, 2025', '30 de septiembre de 2025'],
    ['paid', '$1,234,567.89'],
    ['signature.date', '30 de septiembre de 2025'],
  ] as const)
    for (const text of typed) {
      form.getTextField(name).setText(text);
      expect(form.getTextField(name).getText()).toBe(text);
    }
  const lengthOf = (name: string) => form.getTextField(name).getMaxLength();
  expect(['A.street', 'signature.printedName', 'email'].map(lengthOf)).toEqual([50, 50, undefined]);
});

test('the file keeps all characters of the answers', async () => {
  const blank = await PDFDocument.load(await blankForm());
  const typed = blank.getForm();
  typed.getTextField('A.street').setText('12 José Núñez Street');
  typed.getTextField('B.street').setText('Another street');
  typed.getTextField('tin').setText('012345678');
  typed.getTextField('members.1.memberName').setText('Second plan');
  typed.getDropdown('state').select('New York');
  typed.getRadioGroup('filer').select('$1 or more, 100%');
  typed.getCheckBox('confirmed').check();
  const saved = await blank.save();

  const again = (await PDFDocument.load(saved)).getForm();
  expect(again.getTextField('A.street').getText()).toBe('12 José Núñez Street');
  expect(again.getTextField('B.street').getText()).toBe('Another street');
  expect(again.getTextField('tin').getText()).toBe('012345678');
  expect(again.getDropdown('state').getSelected()).toEqual(['New York']);
  expect(again.getRadioGroup('filer').getSelected()).toBe('$1 or more, 100%');
  expect(again.getCheckBox('confirmed').isChecked()).toBe(true);
  if (!hasPoppler) return;
  const text = await textOf(saved);
  for (const value of ['12 José Núñez Street', 'Another street', 'Second plan', 'New York'])
    expect(text).toContain(value);
});

test('the blank form has no selected options', async () => {
  const answers = (await fieldsOf(await blankForm())).map((field) => {
    if (field instanceof PDFTextField) return field.getText();
    if (field instanceof PDFCheckBox) return field.isChecked() ? 'checked' : undefined;
    if (field instanceof PDFRadioGroup) return field.getSelected();
    return field instanceof PDFDropdown ? field.getSelected()[0] : 'another kind of field';
  });
  expect(answers.filter((answer) => answer !== undefined)).toEqual([]);
});

test('the same form gives the same bytes at any time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const first = await render();
  vi.setSystemTime(new Date('2031-06-30T12:34:56Z'));
  expect((await render()).equals(first)).toBe(true);
});

test('the file has no script, and viewers do not regenerate the fields', async () => {
  const pdf = (await blankForm()).toString('latin1');
  expect(pdf).not.toMatch(/JavaScript|\/JS\b|NeedAppearances/);
});

test.skipIf(!hasPoppler)('the form asks for documents, even without a text for paper', async () => {
  expect(await textOf(await blankForm())).toContain('What to send Send copies.');
  expect(await textOf(await render({ printedItems: {} }))).toContain('Your files Send copies with this form, and keep');
});

describe('a screen reader', () => {
  test.each([
    ['How many did you buy?', undefined, 'How many did you buy? Your best estimate'],
    ['I was not excluded.', undefined, 'I was not excluded. Your best estimate'],
    ['How many did you buy?', '(optional)', 'How many did you buy? (optional). Your best estimate'],
  ])('hears a pause after a label, and one mark: %s %s', (label, note, name) => {
    const field = { kind: 'count', name: 'bought', label, rules: [] } as const;
    const question = { field, name: 'bought', label, hint: 'Your best estimate', ...(note && { note }) };
    expect(accessibleName(question)).toBe(name);
  });

  test('gets a name for every field', async () => {
    const dictionaries = (await fieldsOf(await blankForm())).flatMap((field) => [
      field.acroField.dict.toString(),
      ...field.acroField.getWidgets().map((field) => field.dict.toString()),
    ]);
    for (const dictionary of dictionaries) expect(dictionary).toMatch(/\/TU /);
    const all = dictionaries.join('\n');
    expect(all).toContain('/TU (Tax ID. Without the hyphen)');
    expect(all).toContain('/TU (I file as: A person)');
    expect(all).toContain('/TU (Row 2: The fein)');
    expect(all).toContain('/TU (Signature: Date. Month, day, year)');
  });

  test.skipIf(!hasPoppler)('finds each field after its label, and headings, lists and a table', async () => {
    const pdf = await blankForm();
    expect(runPdfTool('pdfinfo', ['FILE'], pdf)).toMatch(/^Tagged: +yes$/m);
    expect(runPdfTool('pdfinfo', ['FILE'], pdf)).toMatch(/^Title: +Invented claim form$/m);
    const structure = collapseSpaces(runPdfTool('pdfinfo', ['-struct-text', 'FILE'], pdf)).replace(
      /Object \d+ 0/g,
      'Object',
    );
    expect(structure).toContain('H1 (block) "Invented claim form"');
    expect(structure).toContain('H2 (block) "Section A: The company on paper"');
    expect(structure).toContain('H3 (block) "A small heading"');
    expect(structure).toContain(
      'P (block) "Street" Form Object P (block) "Tax ID" P (block) "Without the hyphen" Form Object',
    );
    expect(structure).toContain('Form Object P (block) "A company" Form Object P (block) "A person"');
    expect(structure).toContain('L (block) LI (block) Lbl (block) "•" LBody (block) "first"');
    expect(structure).toContain('TH: /Scope /Row "2" TD Form Object TD Form Object');
    // 15 single fields, and 2 options twice.
    expect(structure.match(/Form Object/g)).toHaveLength(15 + 4);
  });

  test('visits the fields in the order of the structure', async () => {
    const pages = (await PDFDocument.load(await blankForm())).getPages();
    for (const page of pages) expect(page.node.toString()).toContain('/Tabs /S');
  });
});

test.skipIf(!hasPoppler)('the form prints conditions, and omits what only the screen needs', async () => {
  const text = await textOf(await blankForm());
  expect(text).toContain('Fill in only if you checked “A company” under “I file as”.');
  expect(text).toContain('Fill in only if you checked “Other” under “Size”.');
  expect(text).toContain('Email (optional)');
  expect(text).toContain('More than 2? List the rest on a separate sheet');
  expect(text).toContain('What to send Send copies.');
  expect(text).toContain('In ink.');
  for (const hidden of ['robot', 'Leave this empty', 'Your files', 'Electronic', 'Type your name'])
    expect(text).not.toContain(hidden);
});

test.skipIf(!hasPoppler)(
  'the first page has a box for the office, with form and version in words and as a bar code',
  async () => {
    const pdf = await blankForm();
    const text = collapseSpaces(runPdfTool('pdftotext', ['-l', '1', 'FILE', '-'], pdf));
    expect(text).toContain('Office use only Received: Claim number:');
    expect(text).toContain(`${form.id}-v${form.version}`);
  },
);

describe('in Spanish', () => {
  const cities = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
  const ciudades = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete'];
  const pick = { kind: 'select', rules: [] } as const;
  /** A form with labels for its options, as in translations. */
  const spanish = claimForm({
    language: 'es',
    sections: [
      {
        letter: 'A',
        title: 'Preguntas',
        items: [
          { ...pick, name: 'city', label: 'Ciudad', options: cities, labels: ciudades },
          { ...pick, name: 'size', label: 'Tamaño', options: ['Small', 'Other'], labels: ['Pequeño', 'Otro'] },
          {
            ...text('otherSize'),
            label: 'Otro tamaño',
            shownWhen: { field: 'size', is: 'Other' },
          },
        ],
      },
    ],
  });
  const source = {
    form: spanish,
    caption: 'In re Invented Litigation',
    mailTo: ['Invented Settlement', 'P.O. Box 1'],
    printedSections: {},
    printedItems: {},
  };
  const renderSpanish = () => render(source, 'es');

  test('options show in the form’s language and are stored with their original values', async () => {
    const fields = await fieldsOf(await renderSpanish());
    const city = fields.find((field) => field.getName() === 'city');
    if (!(city instanceof PDFDropdown)) throw new Error('A city is chosen from a list.');
    expect(city.getOptions()).toEqual(ciudades);
    expect(city.acroField.getOptions().map(({ value }) => value.decodeText())).toEqual(cities);
    const size = fields.find((field) => field.getName() === 'size');
    if (!(size instanceof PDFRadioGroup)) throw new Error('A size is marked.');
    expect(size.getOptions()).toEqual(['Small', 'Other']);
  });

  test.skipIf(!hasPoppler)('messages and conditions are in the form’s language', async () => {
    const text = await textOf(await renderSpanish());
    expect(text).toContain('Sección A: Preguntas');
    expect(text).toContain('Pequeño Otro');
    expect(text).toContain('Llene solo si marcó “Otro” en “Tamaño”.');
    expect(text).not.toMatch(/Small|Other/);
  });

  test('only the caption and the address are tagged as English', async () => {
    const pdf = await PDFDocument.load(await renderSpanish());
    expect(String(pdf.catalog.get(PDFName.of('Lang')))).toBe('(es-US)');
    const languages = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict && object.has(PDFName.of('S')) && object.has(PDFName.of('P'))
          ? [object.get(PDFName.of('Lang'))]
          : [],
      );
    // Expects one caption, and two address lines twice.
    expect(languages.filter((lang) => lang !== undefined).map(String)).toEqual(Array(5).fill('(en-US)'));
    expect(languages.length).toBeGreaterThan(20);
  });
});

test('a hundred rows fill several tables, each row with its fields', async () => {
  const names = (await fieldsOf(await render({ printedRows: 100 }))).map((field) => field.getName());
  expect(names.filter((name) => name.endsWith('.fein'))).toHaveLength(100);
});

test.skipIf(!hasQpdf)('qpdf finds no errors', async () => {
  expect(runPdfTool('qpdf', ['--check', 'FILE'], await blankForm())).toContain('No syntax or stream encoding errors');
});

describe('documented losses', () => {
  const losses: ClaimForm = {
    ...form,
    sections: [
      {
        title: 'Your losses',
        items: [
          { kind: 'date', name: 'noticed', label: 'Day you noticed it', hint: 'Roughly is fine.', rules: [required] },
          typed('hours', 'hours'),
          { ...text('doing', required), shownWhen: { field: 'hours', atLeast: 5 } },
          rowsOf('losses', [text('what'), { ...typed('date', 'day'), label: 'Date' }, typed('money', 'amount')], {
            total: { of: 'amount', label: 'Total of your losses' },
          }),
        ],
      },
    ],
  };

  test('have fields for each row and for the total', async () => {
    const names = (await fieldsOf(await render({ form: losses, extraFields: [] }))).map((field) => field.getName());
    expect(names).toEqual([
      'noticed',
      'hours',
      'doing',
      ...[0, 1].flatMap((row) => ['what', 'day', 'amount'].map((cell) => `losses.${row}.${cell}`)),
      'losses.total',
    ]);
  });

  test.skipIf(!hasPoppler)('say the order of a date, and conditions about hours without a dollar sign', async () => {
    const text = await textOf(await render({ form: losses }));
    expect(text).toContain('Roughly is fine. Month, day, year.');
    expect(text).toContain('Date (month, day, year)');
    expect(text).toContain('Total of your losses');
    expect(text).toContain('5 or more');
    expect(text).not.toContain('$5');
    expect(await textOf(await render({ form: losses }, 'es'))).toContain('Mes, día, año.');
  });
});
