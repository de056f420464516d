import { useEffect, useState } from 'react';

/** False in the page as it was sent, true once the script runs: until then, what only works with it, or only without it, is told apart. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready;
}
