import type { FilingObservations } from './filing-observations.ts';
import type { Language } from './language.ts';

/** Invented class members, claims and requests, for trying the console. The people do not exist. */
export interface Demonstration {
  readonly members: readonly InventedMember[];
  /** Claims are in the order of filing. */
  readonly claims: readonly InventedClaim[];
  readonly idRequests: readonly InventedIdRequest[];
}

/** The same size and seed give the same answers. */
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
  /** Forms that require a login have the Notice ID of the login. */
  readonly loginNoticeId?: string;
  /** Browsers send answers by field name. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly withoutScript: boolean;
  readonly visit: InventedVisit;
  /** The browser announced this many documents. Some never arrive. */
  readonly documentsToFollow: number;
  readonly uploads: readonly InventedUpload[];
}

/** The traces of a browser that files a claim. Its address and cookie are invented. */
export interface InventedVisit {
  /**
   * The page's measurements. Undefined: it sent none, like old browsers and those without
   * JavaScript.
   */
  readonly measured: FilingObservations | undefined;
  /** The client's IP address is from a range for documentation. */
  readonly address: string;
  /** The random value of its cookie, 24 letters and digits. */
  readonly browser: string;
  readonly userAgent: string;
  /** The header `Sec-CH-UA`, which only Chrome and other Chromium browsers send. */
  readonly clientHints: string | undefined;
  /** The list of networks that has the address. */
  readonly network: 'hosting' | 'tor' | 'relay' | undefined;
}

export interface InventedUpload {
  readonly name: string;
  /** The upload follows this many seconds after filing. */
  readonly seconds: number;
  readonly file: InventedFile;
}

export type InventedFile =
  /**
   * A picture of the demonstration, by its name. The label is embedded invisibly, so that no two
   * people send the same bytes.
   */
  | { readonly kind: 'photo'; readonly photo: string; readonly label: string }
  | ({ readonly kind: 'printout' } & Printout)
  /**
   * A table is made when its claim is filed, because all tables at once would need too much memory.
   */
  | { readonly kind: 'table'; readonly format: TableFormat; readonly rows: () => readonly (readonly string[])[] };
export type TableFormat = 'comma-delimited' | 'pipe-delimited' | 'workbook';

/** A list as pharmacies print it, in lines of up to 80 characters. */
export interface Printout {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A person who lost a notice asks for its IDs. */
export interface InventedIdRequest {
  readonly formKey: string;
  readonly language: Language;
  readonly requestedAt: Date;
  readonly answers: Readonly<Record<string, string>>;
}
