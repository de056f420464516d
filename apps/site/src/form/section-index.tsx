import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';

export const sectionId = (letter: string | undefined, title: string) =>
  `section-${letter ?? title.replace(/\W+/g, '-')}`;

/** Where one is in the form: its sections, which of them are filled in, and the one on the screen. */
export function SectionIndex({ store, messages }: { readonly store: FormStore; readonly messages: FormMessages }) {
  const sections = useSyncExternalStore(store.subscribe, store.sections, store.sections);
  const done = useSyncExternalStore(store.subscribe, store.done, store.done);
  const now = useSectionOnScreen(sections.map(({ section }) => sectionId(section.letter, section.title)).join(' '));
  return (
    <nav aria-label={messages.sections}>
      <ol className="section-index">
        {sections.map(({ section }) => {
          const id = sectionId(section.letter, section.title);
          const isDone = done.has(section.title);
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                className={isDone ? 'done' : id === now ? 'now' : undefined}
                aria-current={id === now ? 'step' : undefined}
              >
                <b aria-hidden="true">{isDone ? '✓' : (section.letter ?? '•')}</b>
                <span>
                  {section.title}
                  {isDone && <span className="visually-hidden"> ({messages.sectionDone})</span>}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The id of the last section whose top has passed the upper third of the screen. */
function useSectionOnScreen(ids: string): string | undefined {
  const [now, setNow] = useState<string>();
  useEffect(() => {
    const elements = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    let waiting = false;
    const look = () => {
      waiting = false;
      const passed = elements.filter((element) => element.getBoundingClientRect().top < innerHeight / 3);
      setNow((passed[passed.length - 1] ?? elements[0])?.id);
    };
    const onScroll = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [ids]);
  return now;
}
