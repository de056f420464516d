import { type TSchema, Type } from 'typebox';

/** When something happened, such as `2026-11-20T14:05:09.000Z`. */
export const moment = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
