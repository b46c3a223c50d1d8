import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { asciiOnly } from './web/ascii-only.ts';
import { buildProgress } from './web/build-progress.ts';
import { precompress } from './web/precompress.ts';
import { firstLineOf, scriptFiles } from './web/script-files.ts';
import { siteScript } from './web/site-script.ts';
import { withoutScreens } from './web/without-screens.ts';

export default defineConfig(({ command }) => ({
  plugins: [siteScript(), withoutScreens(), asciiOnly(), buildProgress(), precompress(), reactRouter()],
  publicDir: 'web/public',
  define: { 'import.meta.env.RELEASE': JSON.stringify(packageFile.version) },
  build: {
    target: 'es2022',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // They are compressed in earnest afterwards.
    reportCompressedSize: false,
    // Whoever starts the product on a slow machine has no use for them.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: scriptFiles }, postBanner: firstLineOf } } },
    },
    ssr: {
      // Bundled whole, so that the running server needs no React among its packages;
      // in development Vite cannot load CommonJS packages that way.
      resolve: command === 'build' ? { noExternal: true } : {},
      // Else React would ask NODE_ENV at run time, and be the slow one where it is unset.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        rollupOptions: {
          input: './web/pages.ts',
          // The engine keeps the text in memory. Names stay as they are, for the stacks in the log.
          output: { minify: { compress: true, mangle: false, codegen: true } },
        },
      },
    },
  },
}));
