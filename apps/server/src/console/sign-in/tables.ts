import type { Generated } from 'kysely';
import type { Role, SignInMethod } from '@redress/contract/console/staff';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    staff: StaffTable;
    staff_roles: StaffRolesTable;
    staff_sessions: StaffSessionsTable;
    staff_links: StaffLinksTable;
    staff_passkeys: StaffPasskeysTable;
    staff_passwords: StaffPasswordsTable;
    staff_recovery_codes: { code_hash: Buffer; staff_id: string; created_at: Date; used_at: Date | null };
    staff_identities: StaffIdentitiesTable;
  }
}

export interface StaffTable {
  id: Generated<string>;
  name: string;
  email: string;
  created_at: Date;
  /** Null: the person has not used their link yet. */
  activated_at: Date | null;
  disabled_at: Date | null;
  version: Generated<number>;
}

export interface StaffRolesTable {
  staff_id: string;
  /** `*`: every case. */
  case_id: string;
  role: Role;
  granted_at: Date;
  /** Null: the operator. */
  granted_by: string | null;
  /** The second person, if one was needed. */
  approved_by: string | null;
}

export interface StaffSessionsTable {
  token_hash: Buffer;
  id: Generated<string>;
  staff_id: string;
  created_at: Date;
  last_used_at: Date;
  authenticated_at: Date;
  method: SignInMethod;
  user_agent: string;
  ended_at: Date | null;
}

export interface StaffLinksTable {
  token_hash: Buffer;
  id: Generated<string>;
  /** Null: the first person, whose account does not exist yet. */
  staff_id: string | null;
  created_at: Date;
  /** Null: the operator. */
  created_by: string | null;
  expires_at: Date;
  used_at: Date | null;
  withdrawn_at: Date | null;
}

export interface StaffPasskeysTable {
  id: Buffer;
  staff_id: string;
  name: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export interface StaffPasswordsTable {
  staff_id: string;
  hash: string;
  totp_secret_encrypted: Buffer;
  key_version: number;
  totp_last_step: string;
  wrong_codes: Generated<number>;
  created_at: Date;
  last_used_at: Date | null;
}

export interface StaffIdentitiesTable {
  issuer: string;
  subject: string;
  staff_id: string;
  email: string | null;
  created_at: Date;
  last_used_at: Date | null;
}
