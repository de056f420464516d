import type { Door } from './text-module.ts';

/** The ways on from a page, a card each. */
export function Doors({ items }: { readonly items: readonly Door[] }) {
  return (
    <ul className="doors">
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
