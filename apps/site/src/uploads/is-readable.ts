/** False when a phone has thrown away what a file name points to, or the file was changed since it was chosen. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    // Safari 13 has no arrayBuffer() of a file.
    await new Response(file.slice(0, 1)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
