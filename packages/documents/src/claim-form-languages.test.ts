import { PDFDict, PDFDocument, PDFDropdown, PDFName, PDFRadioGroup } from '@cantoo/pdf-lib';
import type { PublishedDocument, ClaimFormDocument } from '@redress/contract/published-documents';
import type { ClaimForm } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { renderClaimForm } from './claim-form.ts';
import { collapseSpaces, runPdfTool, hasPoppler } from '../fixtures/pdf-tools.ts';
import { collectPdf } from './pdf-writer.ts';

const cities = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const ciudades = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete'];

/** A form with labels for its options, as translations have. */
const form: ClaimForm = {
  id: 'invented',
  version: 1,
  language: 'es',
  title: 'FORMULARIO INVENTADO',
  caseId: 'invented',
  resource: 'InventedClaimants',
  referencePrefix: '99999REF',
  deadline: '2030-01-31',
  timeZone: 'America/New_York',
  afterDeadline: 'close',
  login: 'none',
  maxBodyBytes: 1000,
  sections: [
    {
      title: 'Preguntas',
      items: [
        { kind: 'select', name: 'city', label: 'Ciudad', options: cities, labels: ciudades, rules: [] },
        {
          kind: 'select',
          name: 'size',
          label: 'Tamaño',
          options: ['Small', 'Other'],
          labels: ['Pequeño', 'Otro'],
          rules: [],
        },
        {
          kind: 'text',
          name: 'otherSize',
          label: 'Otro tamaño',
          shownWhen: { field: 'size', is: 'Other' },
          rules: [],
        },
      ],
    },
  ],
};
const document: PublishedDocument & { readonly source: ClaimFormDocument } = {
  id: 'formulario-inventado',
  title: 'Formulario de reclamo inventado',
  language: 'es',
  source: {
    kind: 'claim-form',
    form,
    settlement: 'Acuerdo inventado',
    caption: 'In re Invented Litigation',
    deadline: 'Envíelo a más tardar el 31 de enero de 2030.',
    afterDeadline: 'Después queda marcado como tardío.',
    instructions: ['Escriba con letra clara.'],
    mailTo: ['Invented Settlement', 'P.O. Box 1'],
    checklist: ['Lo firmé.'],
  },
};

const render = () => collectPdf(renderClaimForm(document));

test('options show in the form’s language and are stored with their original values', async () => {
  const fields = (await PDFDocument.load(await render())).getForm().getFields();
  const city = fields.find((field) => field.getName() === 'city');
  if (!(city instanceof PDFDropdown)) throw new Error('A city is chosen from a list.');
  expect(city.getOptions()).toEqual(ciudades);
  expect(city.acroField.getOptions().map(({ value }) => value.decodeText())).toEqual(cities);
  const size = fields.find((field) => field.getName() === 'size');
  if (!(size instanceof PDFRadioGroup)) throw new Error('A size is marked.');
  expect(size.getOptions()).toEqual(['Small', 'Other']);
});

test.skipIf(!hasPoppler)('messages and conditions are in the form’s language', async () => {
  const text = collapseSpaces(runPdfTool('pdftotext', ['-layout', 'FILE', '-'], await render()));
  expect(text).toContain('Pequeño Otro');
  expect(text).toContain('Llene solo si marcó “Otro” en “Tamaño”.');
  expect(text).not.toMatch(/Small|Other/);
});

test('only the caption and the address are tagged as English', async () => {
  const pdf = await PDFDocument.load(await render());
  expect(String(pdf.catalog.get(PDFName.of('Lang')))).toBe('(es-US)');
  const languages = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && object.has(PDFName.of('S')) && object.has(PDFName.of('P'))
        ? [object.get(PDFName.of('Lang'))]
        : [],
    );
  // One caption, and twice two lines of address.
  expect(languages.filter((lang) => lang !== undefined).map(String)).toEqual(Array(5).fill('(en-US)'));
  expect(languages.length).toBeGreaterThan(20);
});
