/** Types for the parts of pdfkit 0.20 that we use. The public types are for an older version. */
declare module 'pdfkit' {
  import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit';
  import type { Readable } from 'node:stream';

  export interface Structure {
    /** A function renders the content, at once if the structure is attached. */
    add(child: Structure | (() => void)): this;
    /** Not public. Can be extended until it is ended. */
    readonly dictionary: Reference;
    /** A structure that is never ended or attached keeps the document from ending. */
    end(): void;
  }
  /** An object of the file, written when it is ended. */
  export interface Reference {
    readonly data: Record<string, unknown>;
    end(content?: string | Uint8Array): void;
  }
  export interface Marking {
    readonly type: 'Layout' | 'Pagination';
    readonly attached?: readonly ('Top' | 'Bottom')[];
  }

  /** Not public. */
  export interface EmbeddedFont {
    /** Places glyphs. Widths are in thousandths of the type size. */
    layout(
      text: string,
      features?: unknown,
      isWidthOnly?: boolean,
    ): { readonly glyphs: Glyph[]; readonly positions: GlyphPosition[]; readonly advanceWidth: number };
    /** The same, without its cache of words. */
    layoutRun(text: string): GlyphRun;
    readonly subset: { readonly glyphs: readonly number[]; encode(): Uint8Array };
    /** Adds the characters of a text to the subset. */
    encode(text: string): unknown;
    /** Writes the subset and its tables. */
    embed(): void;
  }

  export interface Outline {
    /**
     * The rectangle is on the current page. `top` counts from its top, `left` from its right edge.
     */
    addItem(
      title: string,
      options: { readonly top: number; readonly left: number; readonly expanded: boolean },
    ): Outline;
  }

  export class PDFDocument extends Readable {
    constructor(options: {
      readonly size: 'LETTER';
      readonly margins: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
      readonly pdfVersion?: '1.7';
      readonly tagged?: true;
      readonly subset?: 'PDF/UA';
      readonly displayTitle?: true;
      readonly lang?: string;
      readonly info: { readonly Title: string; readonly Author: string; readonly CreationDate?: Date };
      readonly bufferPages?: boolean;
      /** A standard font. If empty, there is no font until one is chosen. */
      readonly font: string;
    });
    readonly page: { readonly width: number; readonly height: number; readonly annotations: readonly Reference[] };
    /** Not public. The catalog, with `AcroForm` after `initForm`. */
    readonly _root: { readonly data: Readonly<Record<string, Reference | undefined>> };
    /** Not public. The chosen font. */
    readonly _font: EmbeddedFont;
    readonly outline: Outline;
    addPage(): this;
    addNamedDestination(name: string, fit: 'XYZ', x: number, y: number, zoom: null): void;
    bufferedPageRange(): { readonly start: number; readonly count: number };
    switchToPage(page: number): unknown;
    end(): void;

    registerFont(name: string, font: Font): this;
    font(name: string): this;
    fontSize(points: number): this;
    widthOfString(text: string): number;
    fillColor(color: string): this;
    text(
      text: string,
      x: number,
      y: number,
      options: { readonly lineBreak: false; readonly baseline: 'alphabetic' },
    ): this;
    rect(x: number, y: number, width: number, height: number): this;
    circle(x: number, y: number, radius: number): this;
    fill(color: string): this;
    lineWidth(points: number): this;
    strokeColor(color: string): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;

    /** In `data`, a string is a PDF name and a `String` object is text. */
    ref(data?: Readonly<Record<string, unknown>>): Reference;
    /** Ends the annotation at once. With a `structParent` it is part of the structure. */
    annotate(
      x: number,
      y: number,
      width: number,
      height: number,
      data: Readonly<Record<string, unknown>> & { readonly Subtype: string; readonly structParent?: Structure },
    ): this;
    initForm(): this;

    struct(
      type: string,
      options?: { readonly scope?: 'Row' | 'Column'; readonly lang?: string },
      children?: readonly (() => void)[],
    ): Structure;
    addStructure(structure: Structure): this;
    markContent(tag: 'Artifact', marking: Marking): this;
    endMarkedContent(): this;
  }
}
