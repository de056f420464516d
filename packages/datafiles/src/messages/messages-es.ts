import type { ColumnKey } from '../rules.ts';
import { counterIn, createDataMessages, listNames } from './data-messages.ts';
import { type FindingFacts, formatAmount, templateDate } from './message-values.ts';

// The terms are those of docs/glossary-es.md. Headers, states and codes stay as in the file.

const locale = 'es-US';
const counted = counterIn(locale);
const quoted = ({ value }: FindingFacts) => (value === undefined ? 'Este valor' : `“${value}”`);
const rowOrLine = ({ isSheet }: FindingFacts) => (isSheet ? 'la fila' : 'la línea');
const named = ({ header }: FindingFacts) => (header === '' ? 'esta columna' : `la columna “${header}”`);
const hiddenRows = counted('fila', 'filas');
const cells = ({ detail }: FindingFacts) => counted('celda', 'celdas')(Number(detail));
const otherColumn = ({ detail }: FindingFacts) => (detail === '' ? 'otra columna' : `“${detail}”`);
const unambiguous = counted('dato no se puede', 'datos no se pueden');
const because = ({ detail }: FindingFacts) =>
  Number(detail) > 0 ? `${unambiguous(Number(detail))} leer de otra manera` : 'así está escrito el resto del archivo';

/** These names occur within a sentence. */
const theColumn: Readonly<Record<ColumnKey, string>> = {
  payor: 'el nombre del TPP',
  drug: 'el NDC o el nombre del medicamento',
  date: 'la fecha en que se surtió o se compró',
  stateOfPurchase: 'el estado de la compra',
  stateOfInsured: 'el estado del asegurado',
  amount: 'la cantidad pagada',
  planName: 'el nombre del plan o grupo',
  planFein: 'el FEIN del plan o grupo',
  year: 'el año',
  state: 'el estado',
  members: 'el número de miembros',
};
const the = ({ column }: FindingFacts) => (column === undefined ? 'un dato' : theColumn[column]);

const writeState = ({ state }: FindingFacts) =>
  `Escriba el nombre completo del estado, en inglés, o sus dos letras, como ${state.name} o ${state.code}.`;

export const dataMessagesEs = createDataMessages({
  locale,
  titles: {
    'column-missing': 'Falta una columna',
    'no-rows': 'No hay filas',
    'no-header': 'No hay encabezados',
    'column-twice': 'Columna que aparece dos veces',
    'column-unknown': 'Columna que no pedimos',
    'sheet-not-read': 'Hoja que no se leyó',
    'dates-undecided': 'Fechas que se pueden leer de dos maneras',
    'dates-day-first': 'Fechas leídas con el día primero',
    'decimals-comma': 'Números leídos con coma decimal',
    'repeated-header': 'Encabezados repetidos',
    'totals-row': 'Fila de totales',
    'page-text': 'Título o pie de página',
    'hidden-rows': 'Filas ocultas',
    'line-too-long': 'Línea demasiado larga',
    'cells-missing': 'Fila con pocas celdas',
    'cells-too-many': 'Fila con celdas de más',
    'stray-quote': 'Comilla suelta',
    'nul-bytes': 'Caracteres sin significado',
    'characters-broken': 'Letras dañadas',
    'letters-doubtful': 'Letras que parecen equivocadas',
    'merged-cells': 'Celdas combinadas',
    'formula-cells': 'Fórmulas',
    'value-missing': 'Falta un dato',
    'date-unreadable': 'No es una fecha',
    'date-outside-period': 'Fecha fuera del período de la clase',
    'date-day-first': 'Fecha con el día primero',
    'date-month-first': 'Fecha con el mes primero',
    'date-restored': 'Fecha que cambió una hoja de cálculo',
    'state-unknown': 'No es un estado',
    'state-outside-class': 'Estado que no cuenta',
    'ndc-not-listed': 'NDC que no está en la lista',
    'ndc-shortened': 'NDC que una hoja de cálculo acortó',
    'ndc-ambiguous': 'NDC que puede ser más de uno',
    'ndc-completed': 'NDC al que le faltaban ceros',
    'drug-unknown': 'Medicamento que no conocemos',
    'amount-unreadable': 'No es una cantidad',
    'amount-too-large': 'Cantidad demasiado grande',
    'number-ambiguous': 'Número que se puede leer de dos maneras',
    'amount-rounded': 'Cantidad con más de 4 decimales',
    'amount-symbols': 'Cantidad con signos o comas',
    'amount-zero': 'Cantidad de cero',
    reversal: 'Devolución',
    'year-outside-period': 'Año fuera del período de la clase',
    'members-unreadable': 'No es un número de miembros',
    'fein-unreadable': 'No es un FEIN',
    'plan-missing': 'Falta el plan o grupo',
    'value-too-long': 'Dato demasiado largo',
    duplicate: 'Fila repetida',
  },
  columns: {
    payor: 'Nombre del TPP',
    drug: 'NDC o nombre del medicamento',
    date: 'Fecha en que se surtió o se compró',
    stateOfPurchase: 'Estado de la compra',
    stateOfInsured: 'Estado del asegurado',
    amount: 'Cantidad pagada',
    planName: 'Nombre del plan o grupo',
    planFein: 'FEIN del plan o grupo',
    year: 'Año',
    state: 'Estado',
    members: 'Miembros',
  },
  explanations: {
    'column-missing': (facts) => `No encontramos ${named(facts)}. La necesitamos para contar sus filas.`,
    'no-rows': 'No hay datos debajo de los encabezados.',
    'no-header': 'No hay una línea de encabezados. Tomamos las columnas en el orden de nuestra plantilla.',
    'column-twice': (facts) => `${quoted(facts)} también puede ser ${named(facts)}. Leímos ${otherColumn(facts)}.`,
    'column-unknown': ({ value }) =>
      value === undefined
        ? 'No pedimos esta columna. No la leímos.'
        : `No pedimos la columna “${value}”. No la leímos.`,
    'sheet-not-read': ({ sheet }) => `La hoja${sheet === '' ? '' : ` “${sheet}”`} no parece tener datos. No la leímos.`,
    'dates-undecided': (facts) =>
      `Nada en esta columna muestra si el día o el mes va primero${facts.value === undefined ? '' : `, como en ${quoted(facts)}`}. Leímos primero el mes.`,
    'dates-day-first': (facts) => `Leímos estas fechas con el día primero, porque ${because(facts)}.`,
    'decimals-comma': (facts) => `Leímos estos números con una coma antes de los decimales, porque ${because(facts)}.`,
    'repeated-header': 'Los encabezados están aquí otra vez. No los contamos.',
    'totals-row': 'Esto parece el total de otras filas. No lo contamos.',
    'page-text': 'Esto parece un título o un pie de página de un informe impreso. No lo contamos.',
    'hidden-rows': (facts) => `El libro de Excel oculta ${hiddenRows(Number(facts.detail))}. Contamos todas las filas.`,
    'line-too-long': 'Esta línea es más larga que cualquier fila de datos. No la leímos.',
    'cells-missing': (facts) =>
      facts.detail === ''
        ? 'Esta fila termina antes de tiempo: tiene menos celdas que el encabezado.'
        : `Esta fila termina antes de tiempo: tiene ${cells(facts)}, y el encabezado tiene más.`,
    'cells-too-many': (facts) =>
      facts.detail === ''
        ? 'Esta fila tiene más celdas que el encabezado.'
        : `Esta fila tiene ${cells(facts)}, más que el encabezado.`,
    'stray-quote': 'Aquí hay una comilla sin cerrar. La leímos como parte del dato.',
    'nul-bytes': 'El archivo tiene caracteres sin significado (NUL). Los quitamos.',
    'characters-broken': 'Aquí hay letras que no pudimos leer.',
    'letters-doubtful': (facts) => `Algunas letras de ${quoted(facts)} parecen equivocadas.`,
    'merged-cells': 'Hay celdas combinadas. Solo la primera de ellas tiene un dato.',
    'formula-cells': 'Hay celdas con fórmulas. Leímos los resultados que se guardaron con ellas.',
    'value-missing': (facts) => `Falta ${the(facts)}.`,
    'date-unreadable': (facts) => `${quoted(facts)} no es una fecha.`,
    'date-outside-period': (facts) =>
      `${quoted(facts)} está fuera del período de la clase, del ${facts.period.from} al ${facts.period.to}.`,
    'date-day-first': (facts) => `${quoted(facts)} tiene el día primero. La leímos como ${templateDate(facts.detail)}.`,
    'date-month-first': (facts) =>
      `${quoted(facts)} tiene el mes primero. La leímos como ${templateDate(facts.detail)}.`,
    'date-restored': (facts) =>
      `Una hoja de cálculo cambió esta fecha a ${quoted(facts)}. La leímos como ${templateDate(facts.detail)}.`,
    'state-unknown': (facts) => `${quoted(facts)} no es un estado ni un territorio.`,
    'state-outside-class': (facts) =>
      `Las compras en ${facts.detail || quoted(facts)} no cuentan. Solo cuentan las de los ${facts.states} estados de la clase.`,
    'ndc-not-listed': (facts) => `${quoted(facts)} no está en la lista de códigos del medicamento.`,
    'ndc-shortened': (facts) =>
      `Una hoja de cálculo acortó el código del medicamento a ${quoted(facts)}, y faltan los últimos dígitos.`,
    'ndc-ambiguous': (facts) => `${quoted(facts)} tiene 10 dígitos y puede ser más de un código de la lista.`,
    'ndc-completed': (facts) => `A ${quoted(facts)} le faltan ceros. Lo leímos como ${facts.detail}.`,
    'drug-unknown': (facts) => `${quoted(facts)} no es un nombre del medicamento que conozcamos.`,
    'amount-unreadable': (facts) => `${quoted(facts)} no es una cantidad.`,
    'amount-too-large': (facts) => `${quoted(facts)} es más de lo que cabe en una fila.`,
    'number-ambiguous': (facts) =>
      `${quoted(facts)} puede ser ${facts.readings.join(' o ')}. Nada en el archivo muestra cuál, y todavía no contamos esta fila.`,
    'amount-rounded': (facts) => `${quoted(facts)} tiene más de 4 decimales. Contamos ${formatAmount(facts.detail)}.`,
    'amount-symbols': (facts) => `Leímos ${quoted(facts)} como ${formatAmount(facts.detail)}.`,
    'amount-zero': 'La cantidad es cero.',
    reversal: (facts) => `${quoted(facts)} es una devolución. La restamos del total.`,
    'year-outside-period': (facts) =>
      `${quoted(facts)} no es un año del período de la clase, de ${facts.years.from} a ${facts.years.to}.`,
    'members-unreadable': (facts) => `${quoted(facts)} no es un número entero de miembros.`,
    'fein-unreadable': (facts) => `${quoted(facts)} no es un FEIN. Un FEIN tiene 9 dígitos.`,
    'plan-missing': (facts) =>
      `En esta fila falta ${facts.column === 'planFein' ? theColumn.planFein : theColumn.planName}.`,
    'value-too-long': (facts) =>
      facts.length === undefined
        ? `${quoted(facts)} es demasiado largo.`
        : `${quoted(facts)} tiene más de ${facts.length} caracteres.`,
    duplicate: (facts) =>
      facts.detail === '' ? 'Esta fila repite una anterior.' : `Esta fila repite ${rowOrLine(facts)} ${facts.detail}.`,
  },
  fixes: {
    'column-missing': ({ header }) =>
      header === ''
        ? 'Agregue las columnas. Si las tiene con otros nombres, use los encabezados de nuestra plantilla.'
        : `Agregue una columna con el encabezado “${header}”, o póngale este encabezado a la suya.`,
    'no-rows': 'Agregue sus filas debajo de los encabezados y envíe ese archivo.',
    'no-header': 'Revise que las columnas estén en el orden de nuestra plantilla, o agregue una línea de encabezados.',
    'column-twice': 'Quite la columna que no es la correcta, o póngale otro encabezado.',
    'sheet-not-read': 'No tiene que hacer nada, a menos que tenga datos de su reclamo.',
    'dates-undecided': ({ isFiled }) =>
      isFiled
        ? 'Escriba las fechas como mes/día/año.'
        : 'Si el día va primero, elíjalo en el formulario de reclamo, con las columnas de este archivo. O escriba las fechas como mes/día/año.',
    'dates-day-first': 'No tiene que hacer nada, a menos que en su archivo el mes vaya primero.',
    'decimals-comma': 'No tiene que hacer nada, a menos que en su archivo la coma separe los miles.',
    'hidden-rows': 'Muestre todas las filas de su libro de Excel y borre las que no son parte de su reclamo.',
    'line-too-long': 'Revise que cada fila de sus datos esté en su propia línea.',
    'cells-missing': 'Revise que la fila no esté cortada en dos líneas, y llene las celdas que faltan.',
    'cells-too-many': 'Revise si un nombre tiene el signo que separa sus columnas, y quítelo.',
    'stray-quote': 'Quite la comilla del dato.',
    'nul-bytes': 'Guarde otra vez el archivo como texto simple (UTF-8).',
    'characters-broken': 'Guarde otra vez el archivo como texto simple (UTF-8) y revise los nombres.',
    'letters-doubtful': 'Guarde otra vez el archivo como texto simple (UTF-8) y revise los nombres.',
    'merged-cells': 'Separe las celdas combinadas y llene cada una.',
    'date-outside-period': 'Corrija la fecha o quite la fila.',
    'state-outside-class': 'Quite la fila o corrija el estado.',
    'ndc-not-listed': 'Compare el código con nuestra lista de códigos. Quite los medicamentos que no están en ella.',
    'ndc-shortened':
      'Abra su archivo original y dé formato de texto a la columna de los códigos. Revise que se vean los 11 dígitos y guarde otra vez el archivo.',
    'ndc-ambiguous': ({ ndc }) => `Escriba 11 dígitos, como ${ndc.digits}, o use guiones, como ${ndc.hyphenated}.`,
    'drug-unknown': ({ ndc, drugName }) => `Dé el NDC, como ${ndc.digits}, o un nombre como “${drugName}”.`,
    'amount-too-large': 'Revise la cantidad. Si es correcta, divídala en dos filas.',
    'number-ambiguous':
      'En el formulario de reclamo, elija cómo están escritos los números de este archivo. O escríbalos con dos decimales después de un punto, como 1234.50.',
    'amount-rounded': 'Escriba 4 decimales como máximo.',
    'amount-zero': 'Corrija la cantidad o quite la fila.',
    'year-outside-period': ({ years }) => `Escriba un año de ${years.from} a ${years.to}, o quite la fila.`,
    'value-too-long': ({ length }) =>
      length === undefined ? 'Escríbalo más corto.' : `Escríbalo en ${length} caracteres o menos.`,
    duplicate: 'Si es la misma compra, quite una de las filas. Si las dos son correctas, déjelas.',
  },
  fillIn: {
    cell: 'Llene la celda.',
    payor: 'Dé en cada fila el nombre del TPP, como en el formulario de reclamo.',
    drug: ({ ndc: { digits } }) => `Dé el NDC con sus 11 dígitos, como ${digits}, o el nombre del medicamento.`,
    date: ({ dateExample }) => `Escriba la fecha como mes/día/año, por ejemplo ${dateExample}.`,
    stateOfPurchase: writeState,
    stateOfInsured: writeState,
    amount: 'Escriba solo números, con un punto para los centavos, como 1234.50.',
    planName: 'Dé en cada fila el nombre del plan o grupo.',
    planFein: 'Dé los 9 dígitos del FEIN, como 12-3456789.',
    year: ({ years }) => `Escriba un año de ${years.from} a ${years.to}.`,
    state: writeState,
    members: 'Escriba un número entero, como 1250.',
  },
  nothingToDo: 'No tiene que hacer nada.',
  severities: {
    error: counted('error', 'errores'),
    warning: counted('advertencia', 'advertencias'),
    note: counted('nota', 'notas'),
  },
  unreadable: {
    empty: 'Este archivo está vacío. Guarde sus datos otra vez y envíe ese archivo.',
    'not-a-table':
      'No encontramos filas ni columnas en este archivo. Guarde sus datos como Excel (.xlsx) o como texto (.csv, .txt).',
    encrypted: 'Este libro de Excel tiene contraseña. Guárdelo sin la contraseña y envíe ese archivo.',
    macros: 'Este libro de Excel tiene macros, que son pequeños programas. Guárdelo como libro sin macros (.xlsx).',
    'old-excel': 'No podemos leer este formato de Excel. Abra el archivo en Excel y guárdelo como .xlsx.',
    'too-much-inside':
      'Este libro de Excel contiene más de lo que podemos leer. Guarde los datos como texto (.csv o .txt).',
    damaged: 'Este archivo está dañado. Ábralo en el programa que lo hizo, guárdelo otra vez y envíe ese archivo.',
    'endless-line':
      'Una línea de este texto es demasiado larga para leerla. Ponga cada fila de sus datos en su propia línea.',
  },
  review: (finding) => {
    switch (finding.code) {
      case 'membership-due':
        return 'Todos deben enviar los datos de los miembros, y todavía no están en ningún archivo. Dicen cuántos miembros tuvo en cada estado y en cada año.';
      case 'purchases-due':
        return 'Con la cantidad que reclama hay que enviar los datos de cada compra, y todavía no están en ningún archivo.';
      case 'amount-differs':
        return `Usted reclama ${formatAmount(finding.claimed)}, y las filas que cuentan suman ${formatAmount(finding.data)}. Revise cuál de las dos cantidades es la correcta.`;
      case 'plans-missing':
        return `${counted('fila no dice', 'filas no dicen')(finding.rows)} el plan o grupo. Usted es agente de varios miembros de la clase: dígalo en cada fila.`;
      case 'members-without-membership':
        return `Ningún archivo tiene datos de los miembros de ${listNames(finding, 'y', counted('más', 'más'))}. Agréguelos, o revise cómo están escritos los nombres.`;
    }
  },
  dateOrders: {
    'month-first': 'Primero el mes (mes/día/año).',
    'day-first': 'Primero el día (día/mes/año).',
  },
  decimalMarks: {
    point: 'Punto antes de los decimales (1,234.56).',
    comma: 'Coma antes de los decimales (1.234,56).',
    unknown: 'No sabemos qué va antes de los decimales.',
  },
  reasons: {
    chosen: 'Usted lo eligió.',
    proven: (shown) => `${unambiguous(shown)} leer de otra manera.`,
    'other-table': 'Otra hoja del archivo lo muestra.',
    mixed: 'Algunos datos lo muestran y otros muestran lo contrario.',
    undecided: 'Nada en el archivo lo muestra.',
  },
  kinds: { purchases: 'Compras', membership: 'Datos de los miembros', none: 'No se leyó como datos' },
  workbook: {
    rowsToFix: 'Filas por corregir',
    findings: 'Observaciones',
    line: 'Línea',
    whatToFix: 'Qué corregir',
    severity: 'Gravedad',
    severities: { error: 'Error', warning: 'Advertencia', note: 'Nota' },
    kind: 'Tipo',
    table: 'Tabla',
    column: 'Columna',
    value: 'Valor',
    whatIsWrong: 'Qué está mal',
    howToFix: 'Cómo corregirlo',
  },
  formats: {
    workbook: 'Libro de Excel',
    'fixed-width': 'Texto de ancho fijo',
    '|': 'Texto con barras verticales entre las columnas',
    '\t': 'Texto con tabuladores entre las columnas',
    ',': 'Texto con comas entre las columnas',
    ';': 'Texto con punto y coma entre las columnas',
  },
});
