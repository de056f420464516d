export const relationshipTypes = [
  'Third-party administrator or administrative services provider',
  'Pharmacy benefit manager',
  'Other',
] as const;
