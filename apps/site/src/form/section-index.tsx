import type { Section } from '@redress/forms/definition';
import { type MouseEvent, useEffect, useState } from 'react';
import { focusField } from '../fields/error-summary.tsx';
import { controlId } from '../fields/field-frame.tsx';
import { useStoreValue } from '../fields/field-hooks.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';

export const sectionId = ({ letter, title }: Section) => `section-${letter ?? title.replace(/\W+/g, '-')}`;

/** The HTML id of SUBMIT. Not `submit`, which would hide the form's method. */
export const submitId = 'submit-claim';

/** Links to the sections and to SUBMIT. A section with errors links to its first error. */
export function SectionIndex({ store, messages }: { readonly store: FormStore; readonly messages: FormMessages }) {
  const sections = useStoreValue(store, store.sections);
  const completed = useStoreValue(store, store.completedSections);
  const errors = useStoreValue(store, store.errors);
  const current = useCurrentSection(sections.map(({ section }) => sectionId(section)).join(' '));
  const place = Math.max(
    sections.findIndex(({ section }) => sectionId(section) === current),
    0,
  );
  return (
    <nav aria-label={messages.sections}>
      {/* Not announced, because it changes with every scroll. Without JavaScript, the current
          section is unknown. */}
      <p className={current === undefined ? 'section-progress with-script' : 'section-progress'}>
        {`${messages.sectionName(messages.place(place + 1, sections.length))}: ${sections[place]?.section.title ?? ''}`}
      </p>
      <ol className="section-index">
        {sections.map(({ section, items }) => {
          const id = sectionId(section);
          const wrong = errors.find(({ field }) =>
            items.some((item) => 'name' in item && item.name === field.split('.', 1)[0]),
          );
          const isCompleted = completed.includes(section.title);
          return (
            <li key={id}>
              <a
                href={`#${wrong ? controlId(wrong.field) : id}`}
                className={wrong ? 'bad' : isCompleted ? 'done' : id === current ? 'now' : undefined}
                onClick={wrong && ((event) => focusField(wrong.field) && event.preventDefault())}
                aria-current={id === current ? 'step' : undefined}
              >
                <b aria-hidden="true">{wrong ? '!' : isCompleted ? '✓' : (section.letter ?? '•')}</b>
                <span>{section.title}</span>
                {wrong && <span className="visually-hidden">{` (${messages.sectionToFix})`}</span>}
                {isCompleted && <span className="visually-hidden">{` (${messages.sectionDone})`}</span>}
              </a>
            </li>
          );
        })}
        <li>
          <a className="to-submit" href={`#${submitId}`} onClick={goToSubmit}>
            {messages.submit}
          </a>
        </li>
      </ol>
    </nav>
  );
}

function goToSubmit(event: MouseEvent): void {
  const button = document.getElementById(submitId);
  if (!button) return;
  event.preventDefault();
  button.focus({ preventScroll: true });
  button.scrollIntoView({ block: 'center' });
}

/**
 * The id of the focused section, or of the last section whose top is no lower than the upper third
 * of the screen.
 */
function useCurrentSection(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const elements = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const update = () => {
      const passed = elements.filter((element) => element.getBoundingClientRect().top < innerHeight / 3);
      setCurrent((focusedSection() ?? passed[passed.length - 1] ?? elements[0])?.id);
    };
    update();
    // Browsers fire it at most once per frame.
    addEventListener('scroll', update, { passive: true });
    addEventListener('focusin', update);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('focusin', update);
    };
  }, [ids]);
  return current;
}

/** The section of the focused control, while that is on the screen. */
function focusedSection(): Element | null | undefined {
  const control = document.activeElement;
  const { top = 0, bottom = 0 } = control?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < innerHeight ? control?.closest('.section') : undefined;
}
