import type { LinkCard } from './text-module.ts';

/** The ways on from a page, a card each. */
export function LinkCards({ items }: { readonly items: readonly LinkCard[] }) {
  return (
    <ul className="link-cards">
      {items.map((door) => (
        <li key={door.title}>
          <a href={door.href}>
            <strong>{door.title}</strong>
            <span>{door.text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
