declare module '../../platform/database/tables.ts' {
  interface Tables {
    saved_forms: { id: Buffer; encrypted: Buffer; expires_at: Date };
  }
}
