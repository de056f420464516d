import { AnnotationMode, getDocument, GlobalWorkerOptions, PasswordException, PDFWorker } from 'pdfjs-dist';
import { createCanvas, maxCanvasPixels, replaceCanvas } from './canvas.ts';
import type { WorkerScripts } from './messages.ts';
import { PreviewFailure, type Shown } from './preview.ts';
import { startWorker } from './start-worker.ts';

/** Larger pictures in a PDF are left out. */
const maxImagePixels = 100_000_000;
/** Maximum characters. Some PDFs hide a book behind a page. */
const maxTextLength = 20_000;

type FetchResource = (name: string) => Promise<ArrayBuffer>;

/**
 * Opens a PDF and shows its pages. pdf.js runs its two halves in workers, so that a hostile file
 * cannot block the console; it has no script engine and gets no links.
 * @throws PreviewFailure
 */
export async function showPdf(
  bytes: ArrayBuffer,
  workers: WorkerScripts,
  fetchResource: FetchResource,
): Promise<Shown> {
  GlobalWorkerOptions.rendererPorts = [startWorker(workers.renderer)];
  const task = getDocument({
    data: new Uint8Array(bytes),
    worker: PDFWorker.create({ port: startWorker(workers.parser) }),
    BinaryDataFactory: resourceFactory(fetchResource),
    useWorkerFetch: false,
    // Only the file names reach `fetchResource`.
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: maxImagePixels * 4,
    enableXfa: false,
    // System fonts would have to be loaded from a URL.
    useSystemFonts: false,
    isImageDecoderSupported: false,
  });
  const pdf = await task.promise.catch((error: unknown) => {
    throw new PreviewFailure(error instanceof PasswordException ? 'password' : 'damaged');
  });
  let rendering: { cancel(): void } | undefined;
  return {
    pages: pdf.numPages,
    async show({ page: number, zoom, degrees }, availableWidth) {
      rendering?.cancel();
      const page = await pdf.getPage(number);
      const rotation = (page.rotate + degrees) % 360;
      const unscaled = page.getViewport({ scale: 1, rotation });
      const shown = (availableWidth / unscaled.width) * zoom;
      const scale = Math.min(shown * devicePixelRatio, Math.sqrt(maxCanvasPixels / (unscaled.width * unscaled.height)));
      const viewport = page.getViewport({ scale, rotation });
      const { canvas } = createCanvas(viewport);
      const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
      rendering = task;
      await task.promise;
      replaceCanvas(canvas, unscaled.width * shown);
      return readText(page);
    },
  };
}

async function readText(page: { getTextContent(): Promise<{ readonly items: readonly object[] }> }): Promise<string> {
  const { items } = await page.getTextContent();
  const parts = items.map((item) =>
    'str' in item && typeof item.str === 'string'
      ? `${item.str}${'hasEOL' in item && item.hasEOL === true ? '\n' : ''}`
      : '',
  );
  return parts.join('').slice(0, maxTextLength);
}

/** Fetches fonts, character maps and decoders for pdf.js, because the frame itself cannot. */
const resourceFactory = (fetchResource: FetchResource) =>
  class {
    async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
      const bytes = await fetchResource(filename);
      if (bytes.byteLength === 0) throw new Error(`There is no ${filename}`);
      // pdf.js transfers the bytes to its worker, so it gets a copy.
      return new Uint8Array(bytes.slice());
    }
  };
