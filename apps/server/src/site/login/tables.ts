declare module '../../platform/database/tables.ts' {
  interface Tables {
    login_failures: { key: Buffer; failures: number; at: Date; half_life_seconds: number; full_at: number };
  }
}
