import type { Reference, Structure } from 'pdfkit';
import type { PdfWriter } from './pdf-writer.ts';
import { colors } from './text-renderer.ts';

/** A rectangle on the current page, in points from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface FormField {
  /** Dots separate levels: `classMembers.0.classMemberName`. */
  readonly name: string;
  readonly label: string;
  readonly box: Box;
  /** The parent structure element. */
  readonly parent: Structure;
}
interface TextFormField extends FormField {
  /** In characters. */
  readonly maxLength?: number;
  /** The number of handwritten characters, each between two marks. */
  readonly marks?: number;
}

export type FormFields = ReturnType<typeof createFormFields>;

/** Bits of `Ff` (ISO 32000-1, tables 226 to 230). */
const flags = { radio: 1 << 15, combo: 1 << 17, edit: 1 << 18, noSpellCheck: 1 << 22 } as const;
const print = 4;
const typeSize = 11;
/** Points between the frame and the text. */
const padding = 3;
/** Lets the viewer choose a size that fits the field, so that a long text prints in full. */
const shrinking = 0;
const lineHeight = 14;
/** The average width of the capitals in a long name, relative to the type size. */
const wideLetter = 0.72;

/**
 * Adds interactive fields with boxes that every viewer prints. Writes their dictionaries directly,
 * because pdfkit's calls lose labels, structure and length. Typed text is in Helvetica, which every
 * viewer has.
 */
export function createFormFields(writer: PdfWriter) {
  const { document } = writer;
  document.font('Helvetica').initForm();
  const acroForm = document._root.data['AcroForm'];
  if (!acroForm) throw new Error('pdfkit made no AcroForm');
  // Fields have their own appearance. A viewer that regenerates them asks to save on closing.
  delete acroForm.data['NeedAppearances'];
  const [font] = Object.keys(entriesOf(entriesOf(acroForm.data['DR'])['Font']));
  const branches = new Map<string, Reference>();

  /** The parent field, created on first use. pdfkit itself ends objects with `Kids` at the end. */
  function branch(path: readonly string[], data: Readonly<Record<string, unknown>> = {}): Reference | undefined {
    const key = path.join('.');
    const last = path.at(-1);
    if (last === undefined) return undefined;
    const before = branches.get(key);
    if (before) return before;
    const parent = branch(path.slice(0, -1));
    const created = document.ref({ ...data, T: text(last), Kids: [], ...(parent && { Parent: parent }) });
    attach(created, parent);
    branches.set(key, created);
    return created;
  }
  function attach(field: Reference, parent: Reference | undefined): void {
    const siblings = parent ? parent.data['Kids'] : acroForm?.data['Fields'];
    if (Array.isArray(siblings)) siblings.push(field);
  }
  function addAnnotation(
    { box, parent, label }: Omit<FormField, 'name'>,
    above: Reference | undefined,
    data: Readonly<Record<string, unknown>>,
  ): void {
    const element = document.struct('Form');
    parent.add(element);
    document.annotate(box.x, box.y, box.width, box.height, {
      ...data,
      Subtype: 'Widget',
      F: print,
      TU: text(label),
      ...(above && { Parent: above }),
      structParent: element,
    });
    // Ends the element on the same page, because pdfkit records the page here.
    element.end();
    const field = document.page.annotations.at(-1);
    if (field) attach(field, above);
  }
  function addField(field: FormField, data: Readonly<Record<string, unknown>>): void {
    const path = field.name.split('.');
    addAnnotation(field, branch(path.slice(0, -1)), { ...data, T: text(path.at(-1) ?? '') });
  }
  function appearance({ width, height }: Box, content: string): Reference {
    const readPdf = document.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} });
    readPdf.end(content);
    return readPdf;
  }
  const typed = (box: Box, size: number) => ({
    DA: text(`/${font} ${size} Tf 0 g`),
    AP: { N: appearance(box, '/Tx BMC EMC') },
  });

  function frame(outline: () => void): void {
    writer.renderGraphics(() => {
      document.lineWidth(0.9).strokeColor(colors.soft);
      outline();
      document.stroke();
    });
  }
  const square = (box: Box) => frame(() => document.rect(box.x, box.y, box.width, box.height));

  return {
    text(field: TextFormField): void {
      const { box, maxLength, marks } = field;
      square(box);
      if (marks !== undefined) renderMarks(writer, box, marks);
      const length = maxLength ?? marks;
      const fits = length !== undefined && length * wideLetter * typeSize <= box.width - 2 * padding;
      const inner = inside(box, fits ? box.height - 2 : lineHeight);
      addField(
        { ...field, box: inner },
        {
          FT: 'Tx',
          Ff: flags.noSpellCheck,
          ...(maxLength !== undefined && { MaxLen: maxLength }),
          // Typed text has a white background, which covers the marks.
          ...(marks !== undefined && { MK: { BG: [1] } }),
          ...typed(inner, fits ? typeSize : shrinking),
        },
      );
    },
    /** Adds a choice of many options, or typed text. */
    combo(
      field: FormField & { readonly options: readonly { readonly value: string; readonly label: string }[] },
    ): void {
      square(field.box);
      const box = inside(field.box, field.box.height - 2);
      addField(
        { ...field, box },
        {
          FT: 'Ch',
          Ff: flags.combo | flags.edit | flags.noSpellCheck,
          // The stored value and its label, or one text if they are the same.
          Opt: field.options.map(({ value, label }) => (value === label ? text(value) : [text(value), text(label)])),
          ...typed(box, typeSize),
        },
      );
    },
    checkbox(field: FormField): void {
      square(field.box);
      addField(field, {
        FT: 'Btn',
        V: 'Off',
        AS: 'Off',
        AP: { N: { Yes: appearance(field.box, check(field.box)), Off: appearance(field.box, 'q Q') } },
      });
    },
    /**
     * Adds a choice of a few options. Returns a function that adds an option. `label` is the
     * question.
     */
    openRadio(name: string, label: string) {
      const group = branch(name.split('.'), { FT: 'Btn', Ff: flags.radio, V: 'Off', TU: text(label) });
      return (option: Omit<FormField, 'name'> & { readonly value: string }): void => {
        const { box } = option;
        frame(() => document.circle(box.x + box.width / 2, box.y + box.height / 2, box.width / 2));
        addAnnotation({ ...option, label: `${label}: ${option.label}` }, group, {
          AS: 'Off',
          AP: { N: { [nameOf(option.value)]: appearance(box, dot(box)), Off: appearance(box, 'q Q') } },
        });
      };
    },
  };
}

function renderMarks(writer: PdfWriter, box: Box, cells: number): void {
  writer.renderGraphics((document) => {
    document.lineWidth(0.6).strokeColor(colors.soft);
    for (let cell = 1; cell < cells; cell += 1) {
      const x = box.x + (box.width * cell) / cells;
      document.moveTo(x, box.y + box.height * 0.55).lineTo(x, box.y + box.height);
    }
    document.stroke();
  });
}

function inside({ x, y, width, height }: Box, innerHeight: number): Box {
  return { x: x + padding, y: y + (height - innerHeight) / 2, width: width - 2 * padding, height: innerHeight };
}

/** pdfkit writes a `String` object as text, and a string as a PDF name. */
function text(value: string): unknown {
  return Object(value);
}

/** Encodes any text as a PDF name. */
function nameOf(value: string): string {
  return [...new TextEncoder().encode(value)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w$.,-]/.test(character) ? character : `#${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

function check({ width, height }: Box): string {
  const at = (x: number, y: number) => `${(width * x).toFixed(2)} ${(height * y).toFixed(2)}`;
  return `q 1.8 w 1 J 1 j 0 G ${at(0.2, 0.5)} m ${at(0.42, 0.24)} l ${at(0.82, 0.8)} l S Q`;
}

/** A filled circle of four curves. */
function dot({ width, height }: Box): string {
  const [x, y, r] = [width / 2, height / 2, width * 0.28];
  const k = r * 0.5523;
  const points = (...values: number[]) => values.map((value) => value.toFixed(2)).join(' ');
  return [
    `q 0 g ${points(x + r, y)} m`,
    `${points(x + r, y + k, x + k, y + r, x, y + r)} c`,
    `${points(x - k, y + r, x - r, y + k, x - r, y)} c`,
    `${points(x - r, y - k, x - k, y - r, x, y - r)} c`,
    `${points(x + k, y - r, x + r, y - k, x + r, y)} c f Q`,
  ].join('\n');
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
