import { useEffect, useState } from 'react';

/** False in the page as it was sent, true once the script runs: until then a button that needs the script is disabled. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready;
}
