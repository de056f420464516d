import type { CheckboxField, ChoiceField, SelectField } from '@redress/forms/definition';
import type { Desk, Question } from './claim-form-desk.ts';
import { labelBlock, spoken } from './claim-form-desk.ts';
import type { Part } from './claim-form-parts.ts';
import { type, withSpaceAbove } from './claim-form-parts.ts';
import { labelOf } from './claim-form-words.ts';

/** A box or a circle to mark, in points, and where the words beside it begin. */
const mark = 13;
const indent = 22;
const gap = 5;
const afterField = 9;

/** A box to check, with its words beside it. */
export function checkboxPart(desk: Desk, question: Question<CheckboxField>): Part {
  const { paper, widgets } = desk;
  const block = { ...labelBlock(question), x: indent };
  const hint = question.hint === '' ? undefined : { ...type.hint, text: question.hint, x: indent };
  const part: Part = {
    height: paper.heightOf(block) + (hint ? paper.heightOf(hint) : 0) + afterField,
    draw(parent) {
      const box = { x: paper.left, y: paper.y + 0.5, width: mark, height: mark };
      widgets.checkbox({ name: question.name, label: spoken(question), box, parent });
      paper.write(parent, block);
      if (hint) paper.write(parent, hint);
      paper.space(afterField);
    },
  };
  return withSpaceAbove(paper, 4, part);
}

/** A circle for each option: side by side where they are short. */
export function optionsPart(desk: Desk, question: Question<ChoiceField | SelectField>): Part {
  const { paper, widgets, words } = desk;
  const { field } = question;
  const labels = field.options.map((option) => labelOf(field, option));
  const perLine = isShort(desk, labels) ? labels.length : 1;
  const columnWidth = paper.width / Math.max(perLine, 4);
  const hint = { ...type.hint, text: [question.hint, words.checkOne].filter((part) => part !== '').join(' ') };
  const label = labelBlock(question);
  const options = labels.map((text, index) => {
    const x = (index % perLine) * columnWidth + indent;
    return { ...type.body, text, x, width: perLine === 1 ? paper.width - indent : columnWidth - indent };
  });
  const heightOf = (block: (typeof options)[number]) => paper.heightOf(block) + gap;
  const heights = options.map(heightOf);
  const optionsHeight = perLine === 1 ? heights.reduce((sum, each) => sum + each, 0) : Math.max(...heights);
  return {
    height: paper.heightOf(label) + paper.heightOf(hint) + gap + optionsHeight + afterField,
    draw(parent) {
      paper.write(parent, label);
      paper.write(parent, hint);
      paper.space(gap);
      const circles = options.map((block, index) => {
        const top = perLine === 1 ? options.slice(0, index).reduce((sum, each) => sum + heightOf(each), 0) : 0;
        const box = { x: paper.left + block.x - indent, y: paper.y + top + 0.5, width: mark, height: mark };
        return { value: field.options[index] ?? '', label: block.text, box, parent };
      });
      const group = widgets.openRadio(question.name, spoken(question));
      for (const [index, circle] of circles.entries()) {
        group(circle);
        const block = options[index];
        if (block) paper.write(parent, block);
        const isLast = index === circles.length - 1;
        if (block && perLine > 1 && !isLast) paper.space(-paper.heightOf(block));
        else paper.space(gap);
      }
      paper.space(afterField);
    },
  };
}

/** Whether the options fit side by side. */
function isShort({ paper }: Desk, labels: readonly string[]): boolean {
  const room = paper.width / Math.max(labels.length, 4) - indent - 6;
  return labels.every((label) => paper.widthOf(label, type.body) <= room);
}
