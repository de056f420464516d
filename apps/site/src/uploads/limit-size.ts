/** A limit as it is said: `25 MB`, `2 GB`. */
export function limitSize(bytes: number): string {
  const megabytes = Math.round(bytes / 1024 / 1024);
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round(megabytes / 102.4) / 10} GB`;
}
