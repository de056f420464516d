export const companyHealthTypes = [
  'Health insurance company or HMO',
  'Self-insured employee health or pharmacy benefit plan',
  'Self-insured health and welfare fund',
  'Other',
] as const;
