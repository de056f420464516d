/** How the multipart reader and Node's streams say that a body ended in the middle or makes no sense; its boundary is what a needle is. */
export function isBrokenOff(error: unknown): boolean {
  const messages =
    /unexpected end of (form|file|multipart)|part terminated early|malformed part header|premature close|aborted|went away|boundary not found|needle cannot have a length bigger/i;
  if (!(error instanceof Error)) return false;
  return messages.test(error.message) || (error.cause !== undefined && isBrokenOff(error.cause));
}
