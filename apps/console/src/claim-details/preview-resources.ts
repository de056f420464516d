import rendererAddress from 'pdfjs-dist/build/pdf.renderer.min.mjs?worker&url';
import parserAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';
import tableWorkerAddress from '../../preview/table-worker.ts?worker&url';
import type { WorkerScripts } from '../../preview/messages.ts';

// The parts of pdf.js for the frame of a preview. The frame has no network, so the console fetches
// them.

const addresses = import.meta.glob<string>(
  [
    '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
);
/** Fonts that PDFs may leave out, character maps of Asian fonts, and decoders of scans, by name. */
const resources: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(addresses).map(([path, address]) => [path.split('/').at(-1) ?? path, address]),
);

let workers: Promise<WorkerScripts> | undefined;

/** The scripts of pdf.js's workers. */
export function fetchWorkers(): Promise<WorkerScripts> {
  workers ??= loadWorkers();
  workers.catch(() => (workers = undefined));
  return workers;
}

/** The script of the worker that reads tables. */
export const fetchTableWorker = async (): Promise<string> => (await fetchOk(tableWorkerAddress)).text();

async function loadWorkers(): Promise<WorkerScripts> {
  const load = async (address: string) => (await fetchOk(address)).text();
  const [parser, renderer] = await Promise.all([load(parserAddress), load(rendererAddress)]);
  return { parser, renderer };
}

/** Returns the resource that the frame requests by name, or no bytes. */
export async function fetchResource(name: string): Promise<ArrayBuffer> {
  const address = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (address === undefined) return new ArrayBuffer(0);
  try {
    return await (await fetchOk(address)).arrayBuffer();
  } catch {
    return new ArrayBuffer(0);
  }
}

async function fetchOk(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded`);
  return response;
}
