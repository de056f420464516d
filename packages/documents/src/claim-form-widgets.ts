import type { Reference, Structure } from 'pdfkit';
import type { Paper } from './paper.ts';
import { colors } from './paper.ts';

/** On the current page, in points from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** A field as viewers of PDF know it: its name, and the words that a screen reader says. */
export interface Widget {
  /** Points part it into levels: `classMembers.0.classMemberName`. */
  readonly name: string;
  readonly label: string;
  readonly box: Box;
  /** The element of the structure that it is added to. */
  readonly parent: Structure;
}
export interface TextWidget extends Widget {
  /** In characters. */
  readonly atMost?: number;
  /** So many characters exactly, each in a box of its own. */
  readonly comb?: number;
}

/** Adds fields that can be filled in on screen; the boxes are part of the page, so that they are printed by any viewer. */
export interface Widgets {
  text(widget: TextWidget): void;
  /** One of many options, or what is typed. */
  combo(widget: Widget & { readonly options: readonly { readonly value: string; readonly label: string }[] }): void;
  checkbox(widget: Widget): void;
  /** One of a few options: what it returns adds one of them. `label` is the question. */
  openRadio(name: string, label: string): (option: Omit<Widget, 'name'> & { readonly value: string }) => void;
}

/** Bits of `Ff` (ISO 32000-1, tables 226 to 230). */
const flags = { radio: 1 << 15, combo: 1 << 17, edit: 1 << 18, noSpellCheck: 1 << 22, comb: 1 << 24 } as const;
const print = 4;
const typeSize = 11;
/** Between a frame and what is typed, in points. */
const padding = 3;
/** The viewer chooses a size that fits: the height of the field, and smaller for a long text, so that all of it is printed. */
const shrinking = 0;
const lineHeight = 14;
/** Of the type size: how wide the capitals of a long name are at most, on average. */
const wideLetter = 0.72;

/**
 * Writes the dictionaries of the fields itself: pdfkit's own calls lose the words for screen readers, the place in the structure and the
 * length. The type in the fields is Helvetica, which every viewer has; nothing on the blank form is set in it, so that it need not be embedded.
 */
export function openWidgets(paper: Paper): Widgets {
  const { document } = paper;
  document.font('Helvetica').initForm();
  const acroForm = document._root.data['AcroForm'];
  if (!acroForm) throw new Error('pdfkit made no AcroForm');
  // Every field has its own appearance; a viewer that is told to make them anew asks at closing whether to save.
  delete acroForm.data['NeedAppearances'];
  const [font] = Object.keys(entriesOf(entriesOf(acroForm.data['DR'])['Font']));
  const branches = new Map<string, Reference>();

  /** The field above, made when it is first asked for. pdfkit ends those with `Kids` at the end of the document. */
  function branch(path: readonly string[], data: Readonly<Record<string, unknown>> = {}): Reference | undefined {
    const key = path.join('.');
    const last = path.at(-1);
    if (last === undefined) return undefined;
    const before = branches.get(key);
    if (before) return before;
    const parent = branch(path.slice(0, -1));
    const made = document.ref({ ...data, T: text(last), Kids: [], ...(parent && { Parent: parent }) });
    attach(made, parent);
    branches.set(key, made);
    return made;
  }
  function attach(field: Reference, parent: Reference | undefined): void {
    const siblings = parent ? parent.data['Kids'] : acroForm?.data['Fields'];
    if (Array.isArray(siblings)) siblings.push(field);
  }
  function addWidget(
    { box, parent, label }: Omit<Widget, 'name'>,
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
    // Ended while its page is the current one: pdfkit notes that page.
    element.end();
    const widget = document.page.annotations.at(-1);
    if (widget) attach(widget, above);
  }
  function addField(widget: Widget, data: Readonly<Record<string, unknown>>): void {
    const path = widget.name.split('.');
    addWidget(widget, branch(path.slice(0, -1)), { ...data, T: text(path.at(-1) ?? '') });
  }
  /** How a field looks in one of its states. */
  function appearance({ width, height }: Box, content: string): Reference {
    const drawn = document.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} });
    drawn.end(content);
    return drawn;
  }
  const typed = (box: Box, size: number) => ({
    DA: text(`/${font} ${size} Tf 0 g`),
    AP: { N: appearance(box, '/Tx BMC EMC') },
  });

  function frame(outline: () => void): void {
    paper.paint(() => {
      document.lineWidth(0.9).strokeColor(colors.soft);
      outline();
      document.stroke();
    });
  }
  const square = (box: Box) => frame(() => document.rect(box.x, box.y, box.width, box.height));

  return {
    text(widget) {
      const { box, atMost, comb } = widget;
      square(box);
      if (comb !== undefined) {
        drawCells(paper, box, comb);
        const length = { MaxLen: comb, Ff: flags.noSpellCheck | flags.comb };
        addField(widget, { FT: 'Tx', ...length, ...typed(box, typeSize) });
        return;
      }
      const fits = atMost !== undefined && atMost * wideLetter * typeSize <= box.width - 2 * padding;
      const inner = inside(box, fits ? box.height - 2 : lineHeight);
      addField(
        { ...widget, box: inner },
        {
          FT: 'Tx',
          Ff: flags.noSpellCheck,
          ...(atMost !== undefined && { MaxLen: atMost }),
          ...typed(inner, fits ? typeSize : shrinking),
        },
      );
    },
    combo(widget) {
      square(widget.box);
      const box = inside(widget.box, widget.box.height - 2);
      addField(
        { ...widget, box },
        {
          FT: 'Ch',
          Ff: flags.combo | flags.edit | flags.noSpellCheck,
          // What is stored and what is read; one text where they are the same.
          Opt: widget.options.map(({ value, label }) => (value === label ? text(value) : [text(value), text(label)])),
          ...typed(box, typeSize),
        },
      );
    },
    checkbox(widget) {
      square(widget.box);
      addField(widget, {
        FT: 'Btn',
        V: 'Off',
        AS: 'Off',
        AP: { N: { Yes: appearance(widget.box, check(widget.box)), Off: appearance(widget.box, 'q Q') } },
      });
    },
    openRadio(name, label) {
      const group = branch(name.split('.'), { FT: 'Btn', Ff: flags.radio, V: 'Off', TU: text(label) });
      return (option) => {
        const { box } = option;
        frame(() => document.circle(box.x + box.width / 2, box.y + box.height / 2, box.width / 2));
        addWidget({ ...option, label: `${label}: ${option.label}` }, group, {
          AS: 'Off',
          AP: { N: { [nameOf(option.value)]: appearance(box, dot(box)), Off: appearance(box, 'q Q') } },
        });
      };
    },
  };
}

/** Short lines between the places of the characters. */
function drawCells(paper: Paper, box: Box, cells: number): void {
  paper.paint((document) => {
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

/** pdfkit writes a `String` object as text, and a string as a name. */
function text(value: string): unknown {
  return Object(value);
}

/** Any text as a name of PDF. */
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
