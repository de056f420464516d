/** Lets one check run at a time: two at once would take twice the memory and be no faster on a phone. */
export interface CheckQueue {
  /** Calls `begin` when it is this one's turn, never at once; gives what must be called when it has ended, or is no longer wanted. */
  enter(begin: () => void): () => void;
}

export function createCheckQueue(): CheckQueue {
  const turns: { readonly begin: () => void; hasBegun: boolean }[] = [];

  function beginFirst() {
    void Promise.resolve().then(() => {
      const [first] = turns;
      if (!first || first.hasBegun) return;
      first.hasBegun = true;
      first.begin();
    });
  }

  return {
    enter(begin) {
      const turn = { begin, hasBegun: false };
      turns.push(turn);
      beginFirst();
      return () => {
        const place = turns.indexOf(turn);
        if (place < 0) return;
        turns.splice(place, 1);
        beginFirst();
      };
    },
  };
}
