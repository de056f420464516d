import { relative, resolve } from 'node:path';
import {
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  type JsxElement,
  type JsxFragment,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { expect, onTestFinished, test } from 'vitest';

// A browser's translator replaces text nodes, and React goes on to change those that it rendered. It
// fails, and the page goes blank, when it removes such a node or inserts something before it; what it
// writes into one is lost. A text that is the only child of an element is safe: React replaces all of
// the element's content.

const root = resolve(import.meta.dirname, '..');

/** The console asks browsers not to translate it. There, only what would make it go blank counts. */
const apps = [
  { app: 'site', isStrict: true },
  { app: 'console', isStrict: false },
];
/** Folders of the site for pages without script. */
const isStatic = (path: string): boolean => /\/src\/(layout|pages|prose|published-documents)\//.test(path);

type Kind = 'text' | 'nothing' | 'other';

function kindsOf(type: Type): readonly Kind[] {
  if (type.isUnionType()) return type.getTypes().flatMap(kindsOf);
  // Translators leave white space alone.
  if (type.isStringLiteralType() && type.value.trim() === '') return [];
  if (type.flags & (TypeFlags.StringLike | TypeFlags.NumberLike)) return ['text'];
  return type.flags & (TypeFlags.Undefined | TypeFlags.Null | TypeFlags.BooleanLike) ? ['nothing'] : ['other'];
}

/**
 * Whether a type is React's node: a prop or a rendered value of any kind. No other has large
 * integers.
 */
const isReactNode = (type: Type): boolean =>
  type.isUnionType() && type.getTypes().some(({ flags }) => (flags & TypeFlags.BigInt) !== 0);

function mayRenderNothing(child: Node, checker: Checker): boolean {
  const element = isJsxElement(child) ? child.openingElement : isJsxSelfClosingElement(child) ? child : undefined;
  const signature = element && checker.getResolvedSignature(element);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  return type !== undefined && !isReactNode(type) && kindsOf(type).includes('nothing');
}

/** Texts beside other content, without a separate element. */
function findBareTexts(
  parent: JsxElement | JsxFragment,
  { checker, file, isStrict }: { checker: Checker; file: SourceFile; isStrict: boolean },
): string[] {
  const shown = parent.children.filter((child) => {
    if (isJsxText(child)) return child.text.trim() !== '';
    return !isJsxExpression(child) || child.expression !== undefined;
  });
  if (shown.length < 2 && isJsxElement(parent)) return [];
  const parts = shown.map((child) => {
    const expression = isJsxExpression(child) ? child.expression : undefined;
    const type = expression && checker.getTypeAtLocation(expression);
    const kinds = isJsxText(child) ? ['text'] : type ? kindsOf(type) : [];
    return { child, kinds, isText: kinds.includes('text') && !(type && isReactNode(type)) };
  });
  // Signatures take longest to find, so only those beside a text are.
  if (!parts.some(({ isText }) => isText)) return [];
  let isUnsafe = isStrict;
  return parts.flatMap(({ child, kinds, isText }) => {
    isUnsafe ||= kinds.some((kind) => kind !== 'text') || mayRenderNothing(child, checker);
    return isText && isUnsafe ? [child.getText(file).trim().replaceAll(/\s+/g, ' ')] : [];
  });
}

test('text beside other content has an element, which a translated page keeps', () => {
  const api = new API({ cwd: root });
  onTestFinished(() => api.close());
  const found: string[] = [];
  for (const { app, isStrict } of apps) {
    const config = resolve(root, 'apps', app, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project.`);
    const { checker, program } = project;
    for (const name of program.getSourceFileNames()) {
      const path = relative(root, name);
      const file = /^apps\/\w+\/src\/.*\.tsx$/.test(path) && !isStatic(path) ? program.getSourceFile(name) : undefined;
      const visit = (node: Node): void => {
        if (file && (isJsxElement(node) || isJsxFragment(node))) {
          const line = file.text.slice(0, node.end).split('\n').length;
          const texts = findBareTexts(node, { checker, file, isStrict });
          found.push(...texts.map((text) => `${path}:${line} ${text}`));
        }
        node.forEachChild(visit);
      };
      if (file) visit(file);
    }
  }
  expect(found).toEqual([]);
});
