import { type Static, Type } from 'typebox';
import { noContent, nullable, strictObject, versionHeaders } from './schema-parts.ts';

export const maxViewName = 80;
const name = Type.String({ minLength: 1, maxLength: maxViewName, pattern: '\\S' });
const query = Type.String({ maxLength: 4_000, description: 'As in the address of the list' });

/** A saved view is the address of a list under a name. */
const SavedViewSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isTeam: Type.Boolean({ description: 'Shown to the whole team; otherwise only to the person who saved it' }),
  mayChange: Type.Boolean({ description: 'Whether the person may rename, overwrite and delete it' }),
  query: Type.String(),
  version: Type.Integer({ description: 'For `If-Match`' }),
  changedBy: nullable(Type.String(), 'Null: comes with the product'),
});
export type SavedView = Static<typeof SavedViewSchema>;

const SavedViewsSchema = Type.Object({ views: Type.Array(SavedViewSchema) });
export type SavedViews = Static<typeof SavedViewsSchema>;

const NewViewSchema = strictObject({ name, query, isTeam: Type.Boolean() });
export type NewView = Static<typeof NewViewSchema>;
/** Renames a view, changes its list, or both. */
const ViewChangeSchema = strictObject({ name: Type.Optional(name), query: Type.Optional(query) });
export type ViewChange = Static<typeof ViewChangeSchema>;

export const savedViewsApi = {
  'GET /saved-views': {
    summary: 'The saved views of the list of claims: the team’s and one’s own',
    response: { 200: SavedViewsSchema },
  },
  'POST /saved-views': { summary: 'Save a view', body: NewViewSchema, response: { 201: SavedViewSchema } },
  'PUT /saved-views/:id': {
    summary: 'Rename a view, or change its list',
    headers: versionHeaders,
    body: ViewChangeSchema,
    response: { 200: SavedViewSchema },
  },
  'DELETE /saved-views/:id': { summary: 'Delete a view', headers: versionHeaders, response: noContent },
};
