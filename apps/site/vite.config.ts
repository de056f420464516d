import mdx from '@mdx-js/rollup';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { formData } from './build/form-data.ts';
import { plainImports } from './build/plain-imports.ts';

/** A browser's version as Lightning CSS counts it. */
const version = (major: number, minor = 0): number => (major << 16) | (minor << 8);

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
                // What completion pages need of the forms below.
                {
                  name: 'claims',
                  test: /\/(?:contract\/src\/(?:form-post|language|wire)|site\/filing\/(?:api|read-answers|stored)|site\/widgets\/dates)\.ts$/,
                  priority: 1,
                },
                // Form pages need it only when the login has ended.
                {
                  name: 'login',
                  test: /\/site\/(?:filing\/login\.ts|islands\/(?:load-)?login-island\.tsx|widgets\/(?:login-form|toast)\.tsx)$/,
                  priority: 1,
                },
                // What form pages and the login page run, as one chunk: it compresses better than its pieces (2 kB less on a form page), and
                // whoever logs in has it for the form. Apart stays what some forms do not have. What this chunk itself imports must be in it:
                // left out, it lands in a page's entry, and importing that starts the page's island on every other page. What is needed only
                // from SUBMIT on comes as one more chunk (filing/after-submit.ts).
                {
                  name: 'forms',
                  test: /\/(?:site\/(?:fields|filing|islands|widgets)|forms\/src|contract\/src)\/(?!captcha|complete-|data-claim-facts|(?:use-)?data-checks|posted-(?!login-n)|row|filed-|conflict-|dialog|keep-trying|waiting-|login-(?:end-)?dialog)|\/site\/data\/load-data-room/,
                },
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
