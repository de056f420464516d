import { type Static, Type } from 'typebox';

export const addressSources = ['returned-mail', 'call', 'letter', 'email', 'id-request'] as const;
export type AddressSource = (typeof addressSources)[number];

export const AddressLinesSchema = Type.Object({
  street: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zip: Type.String(),
});
export type AddressLines = Static<typeof AddressLinesSchema>;
