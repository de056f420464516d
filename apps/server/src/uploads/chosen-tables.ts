import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { ChosenTable } from '@redress/datafiles/report';
import { dateOrders, decimalMarks } from '@redress/datafiles/report';
import { membershipColumns, purchaseColumns, tableKinds } from '@redress/datafiles/rules';

/** Characters of JSON. */
const longestChosen = 8 * 1024;
/** No workbook that people make has more sheets, and no sheet more columns. */
const mostTables = 200;
const mostColumns = 16_384;

const columnNumber = Type.Optional(Type.Integer({ minimum: 0, maximum: mostColumns }));
const ChosenTablesSchema = Type.Array(
  Type.Object(
    {
      table: Type.Integer({ minimum: 0, maximum: mostTables }),
      kind: Type.Enum([...tableKinds, 'none']),
      columns: Type.Object(
        Object.fromEntries([...purchaseColumns, ...membershipColumns].map((key) => [key, columnNumber])),
        { additionalProperties: false },
      ),
      dates: Type.Optional(Type.Enum([...dateOrders])),
      decimals: Type.Optional(Type.Enum([...decimalMarks])),
    },
    { additionalProperties: false },
  ),
  { maxItems: mostTables },
);

/** Reads how a filer says that tables are to be read, as a browser sends it: JSON of `ChosenTable[]`. Undefined when it is none. */
export function readChosenTables(text: string): readonly ChosenTable[] | undefined {
  if (text.length > longestChosen) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isChosenTables(parsed) ? parsed : undefined;
}

function isChosenTables(value: unknown): value is readonly ChosenTable[] {
  return Check(ChosenTablesSchema, value);
}
