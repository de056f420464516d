/** `640 kB`, `1.2 MB`, `1.9 GB`: by 1,024, as phones and computers show it. */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} kB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
