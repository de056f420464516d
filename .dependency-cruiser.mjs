// Names the modules that each one may import. `npm run check` enforces the list, and
// docs/architecture.md explains it.

/** The permitted imports of each part. Only composition roots import `content`. */
const allowed = {
  'packages/forms': [],
  'packages/datafiles': [],
  'packages/allocation': [],
  'packages/local-postgres': [],
  'packages/image-metadata': [],
  'packages/contract': ['packages/forms', 'packages/datafiles', 'packages/allocation'],
  'packages/documents': ['packages/forms', 'packages/contract'],
  'packages/ui': ['packages/contract'],
  content: ['packages/forms', 'packages/datafiles', 'packages/contract'],
  'apps/site': ['packages/forms', 'packages/datafiles', 'packages/contract', 'packages/ui'],
  'apps/console': ['packages/datafiles', 'packages/contract', 'packages/ui'],
  'apps/server': [
    'packages/forms',
    'packages/datafiles',
    'packages/allocation',
    'packages/contract',
    'packages/documents',
    'packages/local-postgres',
    'packages/image-metadata',
  ],
};

const compositionRoots = [
  '^apps/site/src/pages/',
  '^apps/site/(build|src/content-entry)/',
  '^apps/server/src/(main|start-server)\\.ts$',
  '^apps/server/src/operations/commands/',
  '^packages/documents/build/',
];
const tests = '\\.test\\.tsx?$';
const features = '^(apps|packages)/[^/]+/src/[^/]+';
/** The groups of the server. Each knows those before it. */
const serverGroups = ['platform', 'claims', 'site', 'console'];
const markdownReader = '^packages/documents/src/markdown\\.ts$';
const proseDocuments = '^packages/documents/src/(?:prose|make)-documents?\\.ts$';
const anyPart = '^(apps|packages|content|tools|tests)/';

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = {
  forbidden: [
    ...Object.entries(allowed).map(([part, others]) => ({
      name: `${part}-imports`,
      comment: `${part} may import ${others.join(', ') || 'no other package'}`,
      severity: 'error',
      from: { path: `^${part}/`, pathNot: tests },
      to: { path: anyPart, pathNot: [part, ...others, 'content'].map((path) => `^${path}/`) },
    })),
    {
      name: 'content-from-composition-roots',
      severity: 'error',
      from: { path: '^(apps|packages|tools)/', pathNot: [...compositionRoots, tests] },
      to: { path: '^content/', pathNot: '^content/folders\\.ts$' },
    },
    {
      name: 'apps-apart',
      comment: 'Not even a test lets two apps import each other.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'allocation-verifier-apart',
      comment: 'The program that recomputes an allocation shares no code with the one that computed it.',
      severity: 'error',
      from: { path: '^tools/allocation-verify', pathNot: tests },
      to: { path: '^(apps|packages|content)/', reachable: true },
    },
    {
      name: 'packages-by-name',
      comment: 'Import another package by its name, not by a relative path.',
      severity: 'error',
      from: { path: '^((?:apps|packages)/[^/]+|content)/', pathNot: tests },
      to: { path: anyPart, pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'no-node-in-browsers',
      comment: 'Except in the files that Vike runs only at build time. Allocation is pure, for servers too.',
      severity: 'error',
      from: {
        path: '^(packages/(forms|contract|datafiles|allocation|ui)/src|content|apps/(site|console)/src)/',
        pathNot: [
          tests,
          '^content/folders\\.ts$',
          '/\\+(data|route|config|onRenderHtml|onBeforePrerenderStart)\\.tsx?$',
        ],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-markdown-in-production',
      comment: 'Only the build renders prose from Markdown, with development packages.',
      severity: 'error',
      from: { path: anyPart, pathNot: [tests, proseDocuments, '/build/'] },
      to: { path: [markdownReader, proseDocuments], dependencyTypesNot: ['type-only'] },
    },
    ...serverGroups.map((group, index) => ({
      name: `server-${group}-imports`,
      comment: `${group} may import ${serverGroups.slice(0, index).join(', ') || 'no other group'}`,
      severity: 'error',
      from: { path: `^apps/server/src/${group}/`, pathNot: tests },
      to: { path: '^apps/server/src/', pathNot: `^apps/server/src/(${serverGroups.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'server-operations-last',
      comment: 'What operators run may import everything. Nothing imports it.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/operations/' },
      to: { path: '^apps/server/src/operations/' },
    },
    {
      name: 'roots-above-folders',
      comment: 'Files at the root of an app or of `documents` put its folders together, so no folder imports them.',
      severity: 'error',
      from: { path: '^(apps/[^/]+|packages/documents)/src/[^/]+/', pathNot: [tests, '^apps/server/src/operations/'] },
      to: { path: '^$1/src/[^/]+\\.(ts|tsx)$' },
    },
    {
      name: 'roots-below-folders',
      comment: 'Files at the root of another package are what its folders share, so they import no folder.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/[^/]+$', pathNot: [tests, '^packages/documents/'] },
      to: { path: '^packages/$1/src/[^/]+/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      comment: 'Between the features of an app, and between the folders of a package.',
      severity: 'error',
      scope: 'folder',
      from: { path: features },
      to: { circular: true, viaOnly: { path: features } },
    },
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could use.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};

export default configuration;
