import mdx from '@mdx-js/rollup';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { favicon, formData, plainImports, themeVisitor } from './build/vite-plugins.ts';

/** A browser's version as Lightning CSS counts it. */
const version = (major: number, minor = 0): number => (major << 16) | (minor << 8);

const chunk = {
  forms: [
    '/apps/site/src/fields/checkbox-field.tsx',
    '/apps/site/src/fields/choice-fields.tsx',
    '/apps/site/src/uploads/upload-row.tsx',
    '/apps/site/src/uploads/upload-rules.ts',
    '/apps/site/src/uploads/uploads-field.tsx',
    '/apps/site/src/uploads/uploads-field-parts.tsx',
    '/apps/site/src/fields/field-view.tsx',
    '/apps/site/src/fields/field-frame.tsx',
    '/apps/site/src/fields/field-props.ts',
    '/apps/site/src/uploads/file-size.ts',
    '/apps/site/src/fields/honeypot.tsx',
    '/apps/site/src/fields/mask-phone.ts',
    '/apps/site/src/fields/form-prose.tsx',
    '/apps/site/src/fields/select-field.tsx',
    '/apps/site/src/fields/typed-field.tsx',
    '/apps/site/src/captcha/use-answered.ts',
    '/apps/site/src/uploads/use-data-kinds.ts',
    '/apps/site/src/fields/field-hooks.ts',
    '/apps/site/src/fields/use-ready.ts',
    '/apps/site/src/form/load-after-submit.ts',
    '/apps/site/src/fields/form-controls.ts',
    '/apps/site/src/uploads/upload-list.ts',
    '/apps/site/src/form/draft-autosave.ts',
    '/apps/site/src/form/claim-submission.ts',
    '/apps/site/src/fields/form-store.ts',
    '/apps/site/src/form/idempotency-key.ts',
    '/apps/site/src/uploads/limit-size.ts',
    '/apps/site/src/fields/text-answer.ts',
    '/apps/site/src/form/form-island.tsx',
    '/apps/site/src/islands/island-data.ts',
    '/apps/site/src/form/load-form-island.tsx',
    '/apps/site/src/form/use-claim-form.ts',
    '/apps/site/src/login/use-login-expiry.ts',
    '/apps/site/src/no-script/no-script-form.tsx',
    '/apps/site/src/fields/error-summary.tsx',
    '/apps/site/src/form/form-body.tsx',
    '/apps/site/src/form/form-sections.tsx',
    '/apps/site/src/no-script/form-target.ts',
    '/apps/site/src/no-script/login-field-names.ts',
    '/apps/site/src/no-script/login-notice.tsx',
    '/apps/site/src/form/section-index.tsx',
    '/apps/site/src/ui/spinner-overlay.tsx',
    '/packages/forms/src/',
    '/packages/contract/src/challenge.ts',
    '/packages/contract/src/claim-forms.ts',
    '/packages/contract/src/claims.ts',
    '/packages/contract/src/manifest.ts',
    '/packages/contract/src/page-renderer.ts',
    '/packages/contract/src/problem.ts',
    '/packages/contract/src/session.ts',
    '/packages/contract/src/site-files.ts',
    '/packages/contract/src/translations.ts',
  ],
  claims: [
    '/packages/contract/src/no-script-form.ts',
    '/packages/contract/src/language.ts',
    '/packages/contract/src/http-headers.ts',
    '/apps/site/src/browser/api-client.ts',
    '/apps/site/src/browser/read-responses.ts',
    '/apps/site/src/browser/storage.ts',
    '/apps/site/src/dates/format-date.ts',
  ],
  login: [
    '/apps/site/src/login/login-api.ts',
    '/apps/site/src/login/load-login-island.tsx',
    '/apps/site/src/login/login-island.tsx',
    '/apps/site/src/login/login-form.tsx',
    '/apps/site/src/ui/toast.tsx',
  ],
};

export default defineConfig({
  plugins: [formData(), plainImports(), favicon(), { enforce: 'pre', ...mdx() }, react(), vike()],
  css: {
    transformer: 'lightningcss',
    // The browsers of early 2020.
    lightningcss: {
      visitor: themeVisitor,
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
