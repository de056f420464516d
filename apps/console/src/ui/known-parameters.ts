/** The parameters of these names that have a value: others, and empty ones of a form, would be refused. */
export function knownParameters(parameters: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name, value]) => names.includes(name) && value !== ''));
}
