import { type Failure, findFrameKey, type MessageFromFrame, type MessageToFrame, type View } from './messages.ts';
import { PreviewFailure, type Shown } from './preview.ts';
import { showPicture } from './show-picture.ts';

// The page in the sandboxed frame of a preview. It has a separate origin and no network: all it
// has are the bytes that the console sends.

const send = (message: MessageFromFrame) => parent.postMessage(message, '*');
/**
 * The requests to the console in progress. Two pages may ask for the same font at the same time.
 */
const resources = new Map<string, PromiseWithResolvers<ArrayBuffer>>();
let shown: Shown | undefined;
let wanted: View | undefined;
let isPainting = false;

addEventListener('message', ({ source, data }: MessageEvent<MessageToFrame>) => {
  if (source !== parent) return;
  switch (data.type) {
    case 'show-pdf':
      void open(data.view, async () => {
        const { showPdf } = await import('./show-pdf.ts');
        return showPdf(data.bytes, data.workers, fetchResource);
      });
      break;
    case 'show-picture':
      void open(data.view, () => showPicture(data.bytes));
      break;
    case 'show-table':
      void open(data.view, async () => {
        const { showTable } = await import('./show-table.ts');
        return showTable(data.bytes, data.tableType, data.worker);
      });
      break;
    case 'view':
      void paint(data.view);
      break;
    case 'resource':
      resources.get(data.name)?.resolve(data.bytes);
  }
});
// While the frame has the focus, the console gets no key events.
addEventListener('keydown', (event) => {
  const key = event.altKey || event.ctrlKey || event.metaKey ? undefined : findFrameKey(event.key);
  if (key) send({ type: 'key', key });
});
addEventListener('resize', () => wanted && void paint(wanted));
send({ type: 'ready' });

async function open(view: View, load: () => Promise<Shown>): Promise<void> {
  try {
    shown = await load();
    send({ type: 'loaded', pages: shown.pages });
    await paint(view);
  } catch (error) {
    fail(error);
  }
}

/** Paints the newest view, and skips views that arrive while it paints another. */
async function paint(view: View): Promise<void> {
  wanted = view;
  if (!shown || isPainting) return;
  isPainting = true;
  try {
    const text = await shown.show(view, document.body.clientWidth - 2 * margin);
    const place = document.querySelector('.text');
    if (place) place.textContent = text;
    document.querySelector('main')?.setAttribute('aria-label', `Page ${view.page} of ${shown.pages}`);
    send({ type: 'shown', page: view.page });
  } catch (error) {
    fail(error);
  } finally {
    isPainting = false;
  }
  if (wanted !== view) await paint(wanted);
}

/** Pixels around a page and for a scroll bar. */
const margin = 16;

function fail(error: unknown): void {
  const failure: Failure = error instanceof PreviewFailure ? error.failure : 'failed';
  const { width = 0, height = 0 } = (error instanceof PreviewFailure && error.size) || {};
  send({ type: 'failed', failure, width, height });
}

function fetchResource(name: string): Promise<ArrayBuffer> {
  const asked = resources.get(name) ?? Promise.withResolvers<ArrayBuffer>();
  if (!resources.has(name)) send({ type: 'resource', name });
  resources.set(name, asked);
  return asked.promise;
}
