import mdx from '@mdx-js/rollup';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { formData } from './build/form-data.ts';
import { plainImports } from './build/plain-imports.ts';

/** A browser's version as Lightning CSS counts it. */
const version = (major: number, minor = 0): number => (major << 16) | (minor << 8);

const chunk = {
  forms: [
    '/apps/site/src/data-check/load-data-check.ts',
    '/apps/site/src/form/fields/checkbox-field.tsx',
    '/apps/site/src/form/fields/choice-field.tsx',
    '/apps/site/src/uploads/upload-row.tsx',
    '/apps/site/src/uploads/upload-rules.ts',
    '/apps/site/src/uploads/uploads-field.tsx',
    '/apps/site/src/uploads/uploads-field-parts.tsx',
    '/apps/site/src/form/fields/field-components.tsx',
    '/apps/site/src/form/fields/field-frame.tsx',
    '/apps/site/src/form/fields/field-props.ts',
    '/apps/site/src/uploads/format-size.ts',
    '/apps/site/src/form/fields/honeypot.tsx',
    '/apps/site/src/form/fields/mask-phone.ts',
    '/apps/site/src/form/fields/field-prose.tsx',
    '/apps/site/src/form/fields/select-field.tsx',
    '/apps/site/src/form/fields/typed-field.tsx',
    '/apps/site/src/form/fields/use-answered.ts',
    '/apps/site/src/form/fields/use-data-kinds.ts',
    '/apps/site/src/form/fields/use-field-errors.ts',
    '/apps/site/src/form/fields/use-ready.ts',
    '/apps/site/src/form/after-submit.ts',
    '/apps/site/src/form/controls.ts',
    '/apps/site/src/uploads/upload-list.ts',
    '/apps/site/src/form/draft-keeper.ts',
    '/apps/site/src/form/filing.ts',
    '/apps/site/src/form/form-store.ts',
    '/apps/site/src/form/idempotency-key.ts',
    '/apps/site/src/form/limit-size.ts',
    '/apps/site/src/form/text-answer.ts',
    '/apps/site/src/form/form-island.tsx',
    '/apps/site/src/form/island-data.ts',
    '/apps/site/src/form/load-form-island.tsx',
    '/apps/site/src/form/use-filing.ts',
    '/apps/site/src/login/use-login-end.ts',
    '/apps/site/src/form/continue-button.tsx',
    '/apps/site/src/form/error-summary.tsx',
    '/apps/site/src/form/form-body.tsx',
    '/apps/site/src/form/form-sections.tsx',
    '/apps/site/src/no-script/form-target.ts',
    '/apps/site/src/no-script/login-field-names.ts',
    '/apps/site/src/no-script/login-notice.tsx',
    '/apps/site/src/form/section-index.tsx',
    '/apps/site/src/form/spinner-overlay.tsx',
    '/packages/forms/src/',
    '/packages/contract/src/challenge.ts',
    '/packages/contract/src/check-settlement-data.ts',
    '/packages/contract/src/check-settlement-translations.ts',
    '/packages/contract/src/check-settlement.ts',
    '/packages/contract/src/claim-form-versions.ts',
    '/packages/contract/src/claims.ts',
    '/packages/contract/src/documents.ts',
    '/packages/contract/src/filing-state.ts',
    '/packages/contract/src/manifest.ts',
    '/packages/contract/src/page-renderer.ts',
    '/packages/contract/src/problem.ts',
    '/packages/contract/src/session.ts',
    '/packages/contract/src/site-files.ts',
    '/packages/contract/src/translate-pages.ts',
    '/packages/contract/src/translations.ts',
  ],
  claims: [
    '/packages/contract/src/form-post.ts',
    '/packages/contract/src/language.ts',
    '/packages/contract/src/http-headers.ts',
    '/apps/site/src/form/api.ts',
    '/apps/site/src/form/read-answers.ts',
    '/apps/site/src/form/stored.ts',
    '/apps/site/src/dates/format-date.ts',
  ],
  login: [
    '/apps/site/src/login/login-api.ts',
    '/apps/site/src/login/load-login-island.tsx',
    '/apps/site/src/login/login-island.tsx',
    '/apps/site/src/login/login-form.tsx',
    '/apps/site/src/form/toast.tsx',
  ],
};

export default defineConfig({
  plugins: [formData(), plainImports(), { enforce: 'pre', ...mdx() }, react(), vike()],
  css: {
    transformer: 'lightningcss',
    // The browsers of early 2020.
    lightningcss: {
      targets: {
        chrome: version(80),
        edge: version(80),
        firefox: version(74),
        safari: version(13, 1),
        ios_saf: version(13, 4),
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'claims', test: (id) => chunk.claims.some((part) => id.includes(part)), priority: 1 },
                { name: 'login', test: (id) => chunk.login.some((part) => id.includes(part)), priority: 1 },
                { name: 'forms', test: (id) => chunk.forms.some((part) => id.includes(part)) },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    target: 'es2020',
    assetsInlineLimit: 0,
    // finish-site.ts names in each page's head what its scripts will import.
    modulePreload: false,
  },
});
