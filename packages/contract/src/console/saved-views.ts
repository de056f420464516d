import { type Static, Type } from 'typebox';

export const maxViewName = 80;
const name = Type.String({ minLength: 1, maxLength: maxViewName, pattern: '\\S' });
const query = Type.String({ maxLength: 4_000, description: 'As in the address of the list' });

/** A list's address under a name. */
export const SavedViewSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isTeam: Type.Boolean({ description: 'For everybody; otherwise for who saved it' }),
  mayChange: Type.Boolean({ description: 'Whether the person may rename, overwrite and delete it' }),
  query: Type.String(),
  version: Type.Integer({ description: 'For `If-Match`' }),
  changedBy: Type.Union([Type.String(), Type.Null()], { description: 'Null: comes with the product' }),
});
export type SavedView = Static<typeof SavedViewSchema>;

export const SavedViewsSchema = Type.Object({ views: Type.Array(SavedViewSchema) });
export type SavedViews = Static<typeof SavedViewsSchema>;

export const NewViewSchema = Type.Object({ name, query, isTeam: Type.Boolean() }, { additionalProperties: false });
export type NewView = Static<typeof NewViewSchema>;
/** Renames a view, changes its list, or both. */
export const ViewChangeSchema = Type.Object(
  { name: Type.Optional(name), query: Type.Optional(query) },
  { additionalProperties: false },
);
export type ViewChange = Static<typeof ViewChangeSchema>;
