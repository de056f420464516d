/**
 * Text in the browser's storage. If the storage is disabled or full, the text stays in memory, so
 * that the next screen finds it and only a reload loses it.
 */
function createStorage(storage: () => Storage) {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (opened: Storage) => T): T | undefined => {
    try {
      // Access to a disabled storage throws.
      return work(storage());
    } catch {
      return undefined;
    }
  };
  return {
    read: (key: string): string | null => memory.get(key) ?? attempt((opened) => opened.getItem(key)) ?? null,
    write(key: string, text: string): void {
      const isStored = attempt((opened) => {
        opened.setItem(key, text);
        return true;
      });
      if (isStored) memory.delete(key);
      else memory.set(key, text);
    },
    remove(key: string): void {
      memory.delete(key);
      attempt((opened) => opened.removeItem(key));
    },
    clear(): void {
      memory.clear();
      attempt((opened) => opened.clear());
    },
  };
}

export const tabStorage = createStorage(() => sessionStorage);
export const deviceStorage = createStorage(() => localStorage);
