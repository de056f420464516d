/** Disjoint sets of texts, joined by links, with path halving and union by size. */
export class UnionFind {
  readonly #parents = new Map<string, string>();
  readonly #sizes = new Map<string, number>();

  /** The representative of the set of an element, which is its own until it is joined. */
  find(element: string): string {
    let current = element;
    for (;;) {
      const parent = this.#parents.get(current);
      if (parent === undefined) return current;
      const grandparent = this.#parents.get(parent);
      if (grandparent === undefined) return parent;
      this.#parents.set(current, grandparent);
      current = grandparent;
    }
  }

  /** Joins the sets of two elements. Returns whether they were different sets. */
  union(a: string, b: string): boolean {
    const [rootOfA, rootOfB] = [this.find(a), this.find(b)];
    if (rootOfA === rootOfB) return false;
    const [sizeOfA, sizeOfB] = [this.#sizes.get(rootOfA) ?? 1, this.#sizes.get(rootOfB) ?? 1];
    const [large, small] = sizeOfA >= sizeOfB ? [rootOfA, rootOfB] : [rootOfB, rootOfA];
    this.#parents.set(small, large);
    this.#sizes.set(large, sizeOfA + sizeOfB);
    return true;
  }

  /** All sets of the given elements with more than one of them. */
  groups(elements: Iterable<string>): string[][] {
    return [...Map.groupBy(elements, (element) => this.find(element)).values()].filter(({ length }) => length > 1);
  }
}
