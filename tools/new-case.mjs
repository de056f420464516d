// npm run new-case: asks about a settlement and writes its folder below content/, ready to build.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { installPackages } from './install-packages.mjs';
import { answerQuestions } from './new-case/ask.mjs';
import { checkAnswers, questions } from './new-case/questions.mjs';
import { formatFiles, makeFiles } from './new-case/settlement-files.mjs';
import { PrepareError, property, readJson, root, runCommand } from './project.mjs';

const help = `npm run new-case                            asks about the settlement
npm run new-case -- --answers FILE.json    reads the answers from a file

Writes content/<folder>/ and its line in content/package.json, and nothing else. It never overwrites
a settlement. A file of answers has these keys; those with a default may be missing:

${questions.map(({ key, question }) => `  ${key.padEnd(18)} ${question}`).join('\n')}

content/larkhaven-answers.json is an example.
`;

await runCommand(async () => {
  const [option, path, ...rest] = process.argv.slice(2);
  if (option === '--help') {
    console.log(help);
    return;
  }
  if (option !== undefined && (option !== '--answers' || path === undefined || rest.length > 0))
    throw new PrepareError('Write npm run new-case, or npm run new-case -- --answers FILE.json. --help says more.');
  // The formatter is one of these packages, and npm start needs them anyway.
  await installPackages();
  const answers = checkAnswers(path === undefined ? await askInTerminal() : readAnswers(path), settlementExists);
  const folder = join(root, 'content', answers.folder);
  const files = makeFiles(answers);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  addToPackage(answers.folder);
  await formatFiles(folder, files.keys());
  console.log(`
content/${answers.folder}/ has ${files.size} files: ${answers.forms.join(', ')}; ${answers.languages.join(', ')}.
Begin with facts.ts, and with class-definition.ts: who is included, for now in general words. Each file says in its
first lines what it is for.

  CONTENT=${answers.folder} npm run build    checks it and builds the website
  CONTENT=${answers.folder} npm start        runs it: file a claim, look at it on a phone
  CONTENT=${answers.folder} npm test         runs all checks
`);
});

async function askInTerminal() {
  const input = createInterface({ input: process.stdin });
  const answers = await answerQuestions(input[Symbol.asyncIterator](), (text) => process.stdout.write(text), {
    settlementExists,
  });
  input.close();
  return answers;
}

/** @param {string} path */
function readAnswers(path) {
  if (!existsSync(path)) throw new PrepareError(`There is no file ${path}.`);
  try {
    return readJson(path);
  } catch {
    throw new PrepareError(`${path} is not JSON. content/larkhaven-answers.json is an example.`);
  }
}

/** @param {string} folder */
function settlementExists(folder) {
  return existsSync(join(root, 'content', folder));
}

/**
 * Lets `CONTENT` choose the folder.
 * @param {string} folder
 */
function addToPackage(folder) {
  const path = join(root, 'content', 'package.json');
  const text = readFileSync(path, 'utf8');
  const exported = property(property(readJson(path), 'exports'), './*');
  if (property(exported, `content-${folder}`) !== undefined) return;
  writeFileSync(path, text.replace(/^( *)"default":/m, `$1"content-${folder}": "./${folder}/*.ts",\n$&`));
}
