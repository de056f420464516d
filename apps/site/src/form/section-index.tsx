import type { Section } from '@redress/forms/definition';
import { useEffect, useState } from 'react';
import { useStoreValue } from '../fields/field-hooks.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';

export const sectionId = ({ letter, title }: Section) => `section-${letter ?? title.replace(/\W+/g, '-')}`;

export function SectionIndex({ store, messages }: { readonly store: FormStore; readonly messages: FormMessages }) {
  const sections = useStoreValue(store, store.sections);
  const completed = useStoreValue(store, store.completedSections);
  const current = useCurrentSection(sections.map(({ section }) => sectionId(section)).join(' '));
  return (
    <nav aria-label={messages.sections}>
      <ol className="section-index">
        {sections.map(({ section }) => {
          const id = sectionId(section);
          const isCompleted = completed.includes(section.title);
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                className={isCompleted ? 'done' : id === current ? 'now' : undefined}
                aria-current={id === current ? 'step' : undefined}
              >
                <b aria-hidden="true">{isCompleted ? '✓' : (section.letter ?? '•')}</b>
                <span>
                  {section.title}
                  {isCompleted && <span className="visually-hidden"> ({messages.sectionDone})</span>}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The id of the last section whose top is in the upper third of the screen, or above. */
function useCurrentSection(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const elements = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const update = () => {
      const passed = elements.filter((element) => element.getBoundingClientRect().top < innerHeight / 3);
      setCurrent((passed[passed.length - 1] ?? elements[0])?.id);
    };
    update();
    // Browsers fire it at most once per frame.
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [ids]);
  return current;
}
