import type { TableType, View } from './messages.ts';
import { PreviewFailure, type Shown } from './preview.ts';
import type { TablePage } from './read-table.ts';
import { startWorker } from './start-worker.ts';
import type { FromTableWorker } from './table-worker.ts';

/**
 * Shows a text file, or each sheet of a table, as plain text only: nothing from a file becomes
 * HTML.
 */
export async function showTable(bytes: ArrayBuffer, type: TableType, script: string): Promise<Shown> {
  const answer = await readInWorker(bytes, type, script);
  if ('failure' in answer) throw new PreviewFailure(answer.failure);
  const { pages } = answer;
  let shown: { readonly page: number; readonly element: HTMLElement } | undefined;
  return {
    pages: pages.length,
    show({ page, zoom }: View) {
      const content = pages[page - 1];
      if (content && shown?.page !== page) {
        const element = renderPage(content);
        document.querySelector('main')?.replaceChildren(element);
        shown = { page, element };
      }
      if (shown) shown.element.style.fontSize = `${zoom * 100}%`;
      return Promise.resolve('');
    },
  };
}

function readInWorker(bytes: ArrayBuffer, type: TableType, script: string): Promise<FromTableWorker> {
  const worker = startWorker(script);
  const { promise, resolve, reject } = Promise.withResolvers<FromTableWorker>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromTableWorker>) => resolve(data));
  worker.addEventListener('error', () => reject(new PreviewFailure('failed')));
  worker.postMessage({ bytes, type });
  return promise.finally(() => worker.terminate());
}

/** The letters of a spreadsheet's column, from 0: A to Z, then AA. */
const nameColumn = (index: number): string =>
  (index < 26 ? '' : nameColumn(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function renderPage({ title, lines, rows, text, notes }: TablePage): HTMLElement {
  const sheet = create('div');
  sheet.className = 'sheet';
  if (title !== '') sheet.append(create('h1', title));
  for (const note of notes) sheet.append(create('p', `${note} Download the file to see all of it.`));
  if (text !== undefined) {
    sheet.append(create('pre', text));
    return sheet;
  }
  const table = sheet.appendChild(create('table'));
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const head = table.appendChild(create('thead')).appendChild(create('tr'));
  head.append(headerCell('Row', 'col'));
  for (let index = 0; index < columns; index++) head.append(headerCell(nameColumn(index), 'col'));
  const body = table.appendChild(create('tbody'));
  for (const [index, row] of rows.entries()) {
    const line = body.appendChild(create('tr'));
    line.append(headerCell(String(lines[index] ?? ''), 'row'));
    for (let column = 0; column < columns; column++) line.append(create('td', row[column] ?? ''));
  }
  return sheet;
}

function headerCell(text: string, scope: 'col' | 'row'): HTMLElement {
  const cell = create('th', text);
  cell.setAttribute('scope', scope);
  return cell;
}

function create(name: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
