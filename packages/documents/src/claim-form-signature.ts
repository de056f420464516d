import type { Desk, Question } from './claim-form-desk.ts';
import { labelBlock } from './claim-form-desk.ts';
import type { Part } from './claim-form-parts.ts';
import { type, withSpaceAbove } from './claim-form-parts.ts';
import { colors } from './paper.ts';

/** In points. */
const boxHeight = 24;
const afterField = 13;

/** A line to sign on in ink, the date, and the name in print. */
export function signaturePart(desk: Desk, question: Question): Part {
  const { paper, widgets, words, source } = desk;
  const hint = source.itemsOnPaper?.[question.field.name]?.hint ?? words.signByHand;
  const line = { height: 34, width: 310 };
  const date = { x: line.width + 20, width: paper.width - line.width - 20 };
  const top = [
    { ...labelBlock(question), width: line.width },
    { ...type.strong, text: words.date, ...date },
  ];
  const under = [
    { ...type.hint, text: hint, width: line.width },
    { ...type.hint, text: words.datePattern, ...date },
  ];
  const name = { ...type.strong, text: words.printedName, width: line.width };
  const [topHeight, underHeight] = [top, under].map((row) => Math.max(...row.map((block) => paper.heightOf(block))));
  const height =
    (topHeight ?? 0) + (underHeight ?? 0) + line.height + 8 + paper.heightOf(name) + 3 + boxHeight + afterField;
  return withSpaceAbove(paper, 6, {
    height,
    keepsSection: true,
    draw(parent) {
      const left = paper.left;
      paper.writeRow(parent, top);
      paper.writeRow(parent, under);
      paper.paint((document) => {
        document
          .lineWidth(1.1)
          .strokeColor(colors.ink)
          .moveTo(left, paper.y + line.height)
          .lineTo(left + line.width, paper.y + line.height)
          .stroke();
      });
      const dateBox = { x: left + date.x, y: paper.y + line.height - boxHeight, width: date.width, height: boxHeight };
      const dateLabel = `${question.label}: ${words.date}. ${words.datePattern}`;
      widgets.text({ name: `${question.name}.date`, label: dateLabel, box: dateBox, parent, atMost: 20 });
      paper.space(line.height + 8);
      paper.write(parent, name);
      paper.space(3);
      const nameBox = { x: left, y: paper.y, width: line.width, height: boxHeight };
      const nameLabel = `${question.label}: ${words.printedName}`;
      widgets.text({ name: `${question.name}.printedName`, label: nameLabel, box: nameBox, parent, atMost: 50 });
      paper.space(boxHeight + afterField);
    },
  });
}
