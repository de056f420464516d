import { localeOf } from '@redress/contract/language';
import type { DataCheckMessages } from './data-check-en.ts';

const numbers = new Intl.NumberFormat(localeOf.es);
const shares = new Intl.NumberFormat(localeOf.es, { style: 'percent' });
const write = (count: number) => numbers.format(count);
const rows = (count: number) => (count === 1 ? '1 fila' : `${write(count)} filas`);

/** Terms follow `docs/glossary-es.md`. */
export const dataCheckEs: DataCheckMessages = {
  write,
  share: (of) => shares.format(of),
  panel: (file) => `Revisión de ${file}`,
  checking: {
    waiting: 'Revisaremos este archivo después del anterior.',
    working: 'Estamos revisando este archivo en su dispositivo. Todavía no se envía nada.',
    bar: (file) => `Revisando ${file}`,
    speed: (count, perSecond) => `${rows(count)} hasta ahora, ${write(perSecond)} filas por segundo`,
    announcement: (file, share) => `${file}: ${share} revisado.`,
    stop: 'Detener la revisión',
  },
  stopped: {
    text: 'Usted detuvo la revisión de este archivo. Puede presentarlo de todos modos, y lo revisaremos después.',
    start: 'Revisar este archivo',
  },
  failed: {
    text: 'No pudimos revisar este archivo en su dispositivo. Puede presentarlo de todos modos, y lo revisaremos después.',
    start: 'Intentar otra vez',
  },
  unreadable: {
    heading: 'No podemos leer este archivo.',
    remove: 'Quitar este archivo',
  },
  noData: {
    heading: 'Tratamos este archivo como un documento.',
    text: 'No encontramos en él compras ni datos de los miembros. Si son datos, díganos qué hay en cada columna.',
    isData: 'Este archivo tiene datos',
  },
  summary: {
    columnsMissing: (count) =>
      count === 1
        ? 'Falta una columna, y por eso todavía no podemos contar las filas.'
        : `Faltan ${write(count)} columnas, y por eso todavía no podemos contar las filas.`,
    missing: (count, names) =>
      count === 1
        ? `Es: ${names}. Si su archivo la tiene con otro nombre, elíjala abajo.`
        : `Son: ${names}. Si su archivo las tiene con otros nombres, elíjalas abajo.`,
    noRows: 'No encontramos filas de datos en este archivo.',
    allCounted: (count) => (count === 1 ? 'La única fila cuenta.' : `Las ${write(count)} filas cuentan.`),
    toFix: (faulty, all) =>
      `${faulty === 1 ? 'Hay que corregir 1' : `Hay que corregir ${write(faulty)}`} de ${rows(all)}.`,
    comesTo: (amount) => `Los datos suman ${amount}.`,
    restComesTo: (amount) => `Las demás suman ${amount}.`,
    ask: 'Algunos números se pueden leer de dos maneras. Elija abajo cómo están escritos.',
    noneCount: 'Todavía no cuenta ninguna fila.',
    toReview: (count) =>
      count === 1 ? 'Abajo hay 1 punto que debe revisar.' : `Abajo hay ${write(count)} puntos que debe revisar.`,
    fileAnyway: 'Puede corregir el archivo y elegirlo otra vez, o presentarlo como está.',
  },
  detectedFormat: {
    heading: 'Cómo lo leímos',
    format: 'Formato',
    table: 'Contenido',
    sheet: (name) => `Hoja “${name}”`,
    rows,
    dates: 'Fechas',
    decimals: 'Números',
  },
  decimals: {
    heading: (example) => `¿Qué es “${example}” en este archivo?`,
    hint: 'El archivo no lo muestra, así que esas filas todavía no cuentan. Elija una respuesta y revisaremos el archivo otra vez.',
    thousands: (example, reading) => `“${example}” es mil o más: ${reading}`,
    decimals: (example, reading, whole) => `“${example}” está entre ${whole} y ${whole + 1}: ${reading}`,
  },
  totals: {
    heading: 'Totales',
    counted: 'Filas que cuentan',
    faulty: 'Filas por corregir, hasta donde las pudimos leer',
    reversals: 'Devoluciones, ya restadas',
    duplicates: 'Filas que repiten otra, ya contadas',
    estimated: '(cálculo aproximado)',
    byState: 'Por estado de la compra',
    byYear: 'Por año',
    byDrug: 'Por medicamento',
    byPlan: 'Por plan o pagador',
    membersByState: 'Miembros por estado, en el último año',
    membersByYear: 'Miembros por año',
    state: 'Estado',
    year: 'Año',
    drug: 'Medicamento',
    plan: 'Plan o pagador',
    rowsColumn: 'Filas',
    amountColumn: 'Cantidad',
    membersColumn: 'Miembros',
    others: 'Todos los demás',
    more: (shown, all) => `Se muestran ${write(shown)} de ${write(all)}.`,
    showMore: 'Mostrar más',
    showMoreOf: (heading) => `Mostrar más: ${heading}`,
  },
  findings: {
    heading: 'Qué encontramos',
    kinds: 'Tipos de observaciones',
    notes: (kinds) =>
      kinds === 1 ? '1 nota, no tiene que hacer nada' : `${write(kinds)} notas, no tiene que hacer nada`,
    show: 'Mostrar lugares',
    showNamed: (title) => `Mostrar lugares: ${title}`,
    places: 'Lugares',
    severity: 'Qué tan grave',
    kind: 'Qué es',
    column: 'Columna',
    all: 'Todo',
    severities: { error: 'Errores', warning: 'Advertencias', note: 'Notas' },
    severityOf: { error: 'Error', warning: 'Advertencia', note: 'Nota' },
    where: 'Dónde',
    line: 'Línea',
    sheetRow: (sheet, row) => `${sheet}, fila ${write(row)}`,
    wholeFile: 'Todo el archivo',
    wholeSheet: (sheet) => `Hoja ${sheet}`,
    value: 'Valor',
    wrong: 'Qué está mal',
    range: (from, to, all) =>
      all === 0 ? 'Ningún lugar coincide con estos filtros.' : `Lugares ${write(from)} a ${write(to)} de ${write(all)}`,
    kept: (kept, all) => `Mostramos ${write(kept)} de ${write(all)} lugares, primero los errores.`,
    previous: 'Lugares anteriores',
    next: 'Lugares siguientes',
    download: 'Descargar lo que hay que corregir (Excel)',
    downloading: 'Preparando la hoja de cálculo…',
    downloaded: 'La hoja de cálculo está lista.',
    downloadFailed: 'No se pudo preparar la hoja de cálculo. Elija el archivo otra vez e inténtelo de nuevo.',
    downloadHint:
      'Tiene las filas con errores y qué hacer con cada una. Puede corregirlas ahí y agregar aquí también ese archivo.',
    downloadHintSome:
      'Tiene algunas de estas filas y qué hacer con cada una. Son demasiadas para mostrarlas todas. Corrija su propio archivo y elíjalo otra vez.',
    downloadName: (file) => `por corregir - ${file}.xlsx`,
  },
  columns: {
    heading: 'Leímos así estas columnas',
    hint: '¿Alguna está mal? Elija la correcta y revise el archivo otra vez.',
    kind: 'Qué contiene',
    kindOf: (sheet) => `Qué contiene la hoja “${sheet}”`,
    none: 'No está en este archivo',
    column: (place) => `Columna ${place}`,
    such: (name, sample) => `${name} (como ${sample})`,
    dates: 'Cómo están escritas las fechas',
    dateOrders: { 'month-first': 'Primero el mes, como 04/25/2010', 'day-first': 'Primero el día, como 25/04/2010' },
    decimals: 'Cómo están escritos los números',
    decimalMarks: { point: '1,234.56', comma: '1.234,56' },
    found: 'Como está en el archivo',
    again: 'Revisar otra vez con estas columnas',
    back: 'Leerlo como al principio',
    corrected: 'Usted eligió estas columnas. Enviamos su elección con el archivo.',
    changed: 'Usted cambió las columnas. Los resultados de arriba son de antes.',
  },
  review: {
    heading: 'Todos los archivos de datos juntos',
    claimed: 'Cantidad en este formulario',
    claimedNone: 'Todavía sin llenar',
    data: 'Total de sus archivos',
    use: 'Usar esta cantidad',
    used: (amount) => `La cantidad en este formulario es ahora ${amount}.`,
    same: 'La cantidad en este formulario coincide con sus archivos.',
    notChecked: (count) =>
      count === 1
        ? '1 archivo no está revisado, así que aquí no cuenta.'
        : `${write(count)} archivos no están revisados, así que aquí no cuentan.`,
  },
};
