import type { FilingObservations } from './filing-observations.ts';
import type { Language } from './language.ts';

/** Invented class members, claims and requests, for trying the console. Nobody in them exists. */
export interface Demonstration {
  readonly members: readonly InventedMember[];
  /** In the order of filing. */
  readonly claims: readonly InventedClaim[];
  readonly idRequests: readonly InventedIdRequest[];
}

/** How much to invent. The same size and seed give the same answers. */
export interface DemonstrationSize {
  readonly claims: number;
  readonly seed: number;
  /** Nothing is dated later. */
  readonly now: Date;
}

export interface InventedMember {
  readonly noticeId: string;
  readonly uniqueId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly caseId: string;
}

export interface InventedClaim {
  /** Filing again with the same key files nothing new. */
  readonly idempotencyKey: string;
  readonly formId: string;
  readonly language: Language;
  readonly filedAt: Date;
  /** Of the login, for a form that requires one. */
  readonly loginNoticeId?: string;
  /** By field name, as a browser sends them. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly withoutScript: boolean;
  readonly visit: InventedVisit;
  /** How many documents the browser announced. Some never arrive. */
  readonly documentsToFollow: number;
  readonly uploads: readonly InventedUpload[];
}

/** What a browser shows of itself while a claim is filed. No address and no browser is anybody's. */
export interface InventedVisit {
  /** What the page measured. Undefined: it sent nothing, as old browsers and those without script. */
  readonly measured: FilingObservations | undefined;
  /** Of the client, from the range for documentation. */
  readonly address: string;
  /** The random value of its cookie, 24 letters and digits. */
  readonly browser: string;
  readonly userAgent: string;
  /** The header `Sec-CH-UA`, which only Chrome and its relatives send. */
  readonly clientHints: string | undefined;
  /** The list of networks that has the address. */
  readonly network: 'hosting' | 'tor' | 'relay' | undefined;
}

export interface InventedUpload {
  readonly name: string;
  /** After filing. */
  readonly seconds: number;
  readonly file: InventedFile;
}

export type InventedFile =
  /**
   * A picture of the demonstration, by its name. The label is written into it, unseen: no two people
   * send the same bytes.
   */
  | { readonly kind: 'photo'; readonly photo: string; readonly label: string }
  | ({ readonly kind: 'printout' } & Printout)
  /** A table is made when its claim is filed: all together would take much memory. */
  | { readonly kind: 'table'; readonly format: TableFormat; readonly rows: () => readonly (readonly string[])[] };
export type TableFormat = 'comma-delimited' | 'pipe-delimited' | 'workbook';

/** A list as pharmacies print it, in lines of up to 80 characters. */
export interface Printout {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Of a person who lost a notice. */
export interface InventedIdRequest {
  readonly formKey: string;
  readonly language: Language;
  readonly requestedAt: Date;
  readonly answers: Readonly<Record<string, string>>;
}
