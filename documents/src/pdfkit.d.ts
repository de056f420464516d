/**
 * What this room uses of pdfkit 0.20. The public types are those of an older version: they know neither PDF/UA nor the scope of a header
 * cell nor fonts that are opened once for many documents.
 */
declare module 'pdfkit' {
  import type { Font } from 'fontkit';
  import type { Readable } from 'node:stream';

  export interface Structure {
    add(child: Structure): this;
    /** Nothing is added after that. A structure that is never ended, or never attached, keeps the document from ending. */
    end(): void;
  }
  export interface Marking {
    readonly type: 'Layout' | 'Pagination';
    readonly attached?: readonly ('Top' | 'Bottom')[];
  }

  export class PDFDocument extends Readable {
    constructor(options: {
      readonly size: 'LETTER';
      readonly margins: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
      readonly pdfVersion: '1.7';
      readonly tagged: true;
      readonly subset: 'PDF/UA';
      readonly displayTitle: true;
      readonly lang: string;
      readonly info: { readonly Title: string; readonly Author: string };
      readonly bufferPages: boolean;
      /** An empty one: no font until one is chosen. */
      readonly font: string;
    });
    readonly page: { readonly width: number; readonly height: number };
    addPage(): this;
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
    lineWidth(points: number): this;
    strokeColor(color: string): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;

    struct(
      type: string,
      options?: { readonly scope?: 'Row' | 'Column' },
      children?: readonly (() => void)[],
    ): Structure;
    addStructure(structure: Structure): this;
    markContent(tag: 'Artifact', marking: Marking): this;
    endMarkedContent(): this;
  }
}
