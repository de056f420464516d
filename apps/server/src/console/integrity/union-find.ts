/** Disjoint sets, joined by links, with path halving and union by size. */
export class UnionFind<Element extends string | number> {
  readonly #parents = new Map<Element, Element>();
  readonly #sizes = new Map<Element, number>();

  /** The representative of an element's set: the element itself until it is joined. */
  find(element: Element): Element {
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
  union(a: Element, b: Element): boolean {
    const rootOfA = this.find(a);
    const rootOfB = this.find(b);
    if (rootOfA === rootOfB) return false;
    const [sizeOfA, sizeOfB] = [this.#sizes.get(rootOfA) ?? 1, this.#sizes.get(rootOfB) ?? 1];
    const isLarger = sizeOfA >= sizeOfB;
    const large = isLarger ? rootOfA : rootOfB;
    this.#parents.set(isLarger ? rootOfB : rootOfA, large);
    this.#sizes.set(large, sizeOfA + sizeOfB);
    return true;
  }

  /** All sets that have more than one of the given elements. */
  groups(elements: Iterable<Element>): Element[][] {
    return [...Map.groupBy(elements, (element) => this.find(element)).values()].filter(({ length }) => length > 1);
  }
}
