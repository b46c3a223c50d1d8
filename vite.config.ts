import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { asciiOnly } from './web/build/ascii-only.ts';
import { buildProgress } from './web/build/build-progress.ts';
import { codeSplittingGroups, firstLineOf } from './web/build/code-splitting.ts';
import { precompress } from './web/build/precompress.ts';
import { siteScript } from './web/build/site-script.ts';
import { withoutScreens } from './web/build/without-screens.ts';
import { withoutScrollArea } from './web/build/without-scroll-area.ts';

export default defineConfig(({ command }) => ({
  plugins: [
    siteScript(),
    withoutScreens(),
    withoutScrollArea(),
    asciiOnly(),
    buildProgress(),
    precompress(),
    reactRouter(),
  ],
  publicDir: 'web/public',
  define: { 'import.meta.env.RELEASE': JSON.stringify(packageFile.version) },
  build: {
    target: 'es2022',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Whoever gets the built pages gets the notices that the licences of their packages ask for; no reader loads them.
    license: { fileName: 'licences.md' },
    // The `precompress` plug-in compresses every file and can tell the sizes.
    reportCompressedSize: false,
    // `npm start` builds too, and operators need no warnings about the speed of plug-ins.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      // Packages that Vite finds only when a screen asks for them would reload the first page during development.
      optimizeDeps: { entries: ['web/entry.client.tsx', 'web/office/**/*.{ts,tsx}'] },
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: codeSplittingGroups }, postBanner: firstLineOf } },
      },
    },
    ssr: {
      // The build bundles all packages, so that the running server does not need React installed;
      // in development Vite cannot load CommonJS packages that way.
      resolve: command === 'build' ? { noExternal: true } : {},
      // Otherwise React reads NODE_ENV at run time and runs its slow development build where it is unset.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        rollupOptions: {
          input: './web/render-pages.ts',
          // A smaller source takes less memory. Names are kept for the stack traces in the log.
          output: { minify: { compress: true, mangle: false, codegen: true } },
        },
      },
    },
  },
}));
