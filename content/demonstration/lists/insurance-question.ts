export const insuranceQuestion = ['Yes', 'No'] as const;
