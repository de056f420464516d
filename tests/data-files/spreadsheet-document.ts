/**
 * A cell to generate: text, a number, a day (`YYYY-MM-DD`), money, a formula with its result, or a
 * merged cell.
 */
export type SheetCell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly money: number }
  | { readonly formula: string; readonly result: number }
  | { readonly text: string; readonly columns?: number; readonly rows?: number };

export interface SheetContent {
  readonly name: string;
  readonly hidden?: boolean;
  readonly rows: readonly (readonly SheetCell[])[];
}

const namespaces = ['office', 'style', 'table', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/**
 * A workbook in LibreOffice's flat format (`.fods`), which LibreOffice converts, so that a common
 * program writes the file under test. `firstDay` is Excel's epoch: 1904 on old Macs.
 */
export function spreadsheetDocument(sheets: readonly SheetContent[], firstDay = '1899-12-30'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="D0"><number:month number:style="long"/><number:text>/</number:text><number:day number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<number:currency-style style:name="M0"><number:text>$</number:text><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:currency-style>
<style:style style:name="day" style:family="table-cell" style:data-style-name="D0"/>
<style:style style:name="money" style:family="table-cell" style:data-style-name="M0"/>
<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles>
<office:body><office:spreadsheet>
<table:calculation-settings><table:null-date table:date-value="${firstDay}"/></table:calculation-settings>
${sheets.map(renderSheet).join('\n')}
</office:spreadsheet></office:body>
</office:document>
`;
}

function renderSheet({ name, hidden, rows }: SheetContent): string {
  const style = hidden === true ? ' table:style-name="hidden"' : '';
  const rendered = rows.map((row) => `<table:table-row>${row.map(renderCell).join('')}</table:table-row>`);
  return `<table:table table:name="${escape(name)}"${style}>\n${rendered.join('\n')}\n</table:table>`;
}

function renderCell(cell: SheetCell): string {
  if (cell === null) return '<table:table-cell/>';
  if (typeof cell === 'string') return renderText(cell);
  if (typeof cell === 'number') return `<table:table-cell office:value-type="float" office:value="${cell}"/>`;
  if ('day' in cell)
    return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${cell.day}"/>`;
  if ('money' in cell)
    return `<table:table-cell table:style-name="money" office:value-type="float" office:value="${cell.money}"/>`;
  if ('formula' in cell)
    return `<table:table-cell table:formula="of:=${escape(cell.formula)}" office:value-type="float" office:value="${cell.result}"/>`;
  const { text, columns = 1, rows = 1 } = cell;
  return renderText(text, ` table:number-columns-spanned="${columns}" table:number-rows-spanned="${rows}"`);
}

function renderText(text: string, attributes = ''): string {
  return `<table:table-cell office:value-type="string"${attributes}><text:p>${escape(text)}</text:p></table:table-cell>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
