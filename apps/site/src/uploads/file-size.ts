/** `640 kB`, `1.2 MB`, `1.9 GB`: in units of 1,024, as phones and computers show it. */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} kB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

/** A limit without needless decimals: `25 MB`, `2 GB`. */
export function formatSizeLimit(bytes: number): string {
  const megabytes = Math.round(bytes / 1024 / 1024);
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round(megabytes / 102.4) / 10} GB`;
}
