import { PDFDict, PDFDocument, PDFDropdown, PDFName, PDFRadioGroup } from '@cantoo/pdf-lib';
import type { PublishedDocument, ClaimFormDocument } from '@redress/contract/published-documents';
import type { ClaimForm } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { renderClaimForm } from './claim-form.ts';
import { collapseSpaces, runPdfTool, hasPoppler } from './pdf-test-tools.ts';

const cities = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const ciudades = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete'];

/** A form whose options read otherwise than what is stored of them, as those of a translation do. */
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
const writer: PublishedDocument & { readonly source: ClaimFormDocument } = {
  id: 'formulario-inventado',
  title: 'Formulario de reclamo inventado',
  language: 'es',
  source: {
    kind: 'claim-form',
    form,
    settlement: 'Acuerdo inventado',
    caption: 'In re Invented Litigation',
    deadline: 'Envíelo a más tardar el 31 de enero de 2030.',
    instructions: ['Escriba con letra clara.'],
    mailTo: ['Invented Settlement', 'P.O. Box 1'],
    checklist: ['Lo firmé.'],
  },
};

async function make(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of renderClaimForm(writer)) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('options are read in the language of the form, and stored as the form has them', async () => {
  const fields = (await PDFDocument.load(await make())).getForm().getFields();
  const city = fields.find((field) => field.getName() === 'city');
  if (!(city instanceof PDFDropdown)) throw new Error('A city is chosen from a list.');
  expect(city.getOptions()).toEqual(ciudades);
  expect(city.acroField.getOptions().map(({ value }) => value.decodeText())).toEqual(cities);
  const size = fields.find((field) => field.getName() === 'size');
  if (!(size instanceof PDFRadioGroup)) throw new Error('A size is marked.');
  expect(size.getOptions()).toEqual(['Small', 'Other']);
});

test.skipIf(!hasPoppler)('the paper prints the words of the form’s language, in its conditions too', async () => {
  const text = collapseSpaces(runPdfTool('pdftotext', ['-layout', 'FILE', '-'], await make()));
  expect(text).toContain('Pequeño Otro');
  expect(text).toContain('Llene solo si marcó “Otro” en “Tamaño”.');
  expect(text).not.toMatch(/Small|Other/);
});

test('a screen reader says the caption and the address in English, and everything else in Spanish', async () => {
  const pdf = await PDFDocument.load(await make());
  expect(String(pdf.catalog.get(PDFName.of('Lang')))).toBe('(es-US)');
  const languages = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && object.has(PDFName.of('S')) && object.has(PDFName.of('P'))
        ? [object.get(PDFName.of('Lang'))]
        : [],
    );
  // The caption once, and two lines of the address twice.
  expect(languages.filter((lang) => lang !== undefined).map(String)).toEqual(Array(5).fill('(en-US)'));
  expect(languages.length).toBeGreaterThan(20);
});
