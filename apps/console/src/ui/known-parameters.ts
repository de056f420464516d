/**
 * Keeps the named parameters that have a value. The server rejects unknown ones and a form's empty
 * ones.
 */
export function knownParameters(parameters: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name, value]) => names.includes(name) && value !== ''));
}
