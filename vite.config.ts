import { readFileSync } from 'node:fs'
import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { APP_FOLDER } from './scripts/build/app-build.ts'
import { compressAhead } from './scripts/build/compress-ahead.ts'
import { manifestScreenshots, release, switchedOffWorker } from './scripts/build/files-beside.ts'
import { firstFrames } from './scripts/build/first-frames.ts'
import { layerOrder } from './scripts/build/layer-order.ts'
import { SMALLER_TREES, STAFF_CODE, screenParts } from './scripts/build/route-code.ts'

/** What every first screen stands on, by name: of all that is installed the rest comes where it is used. */
const STACK =
  /node_modules\/(react|react-dom|scheduler|xstate|@xstate\/react|use-[\w-]+|ky|@tanstack\/(?!react-router\/dist\/esm\/useBlocker))|rolldown\/runtime/
/** What every first screen needs. A group takes along what its modules import. */
const FRAME =
  /\/(src\/(app\/main\.tsx|parts\/(page-state\/page-state|date-tile).*|ui\/(alert|button\.|card|icon|progress\.|status|visually).*)|domain\/calendar\/date-labels\.ts)$/
/** What forms for one who is logged in share, and what is said in them. */
const EDITING =
  /\/(src\/parts\/editing\/|domain\/((users|departments)\/[^/]*\.texts|modules\/module\.rules)\.ts|contract\/(onboarding|modules|departments)\.ts)/
/** The addresses of visitors and new students, without their screens. */
const NEWCOMER = /\/src\/(routeTree\.newcomers\.gen|onboarding\/steps|routes\/onboarding\/[^?]+$)/
const ROUTES = { target: 'react', routesDirectory: 'src/routes', addExtensions: true, quoteStyle: 'single' } as const
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', import.meta.url), 'utf8'))
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [
    ...SMALLER_TREES.map(({ tree, without }) =>
      tanstackRouterGenerator({ ...ROUTES, generatedRouteTree: tree, routeFileIgnorePattern: without }),
    ),
    tanstackRouter({
      ...ROUTES,
      generatedRouteTree: 'src/routeTree.gen.ts',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => screenParts(routeId),
      },
    }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'index.ts',
      manifest,
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        swDest: `${APP_FOLDER}/sw.js`,
        globPatterns: ['**/*.{html,js,css,svg,woff2}'],
        globIgnores: ['assets/admin/**', 'sw-off.js'],
      },
      // The plugin would call the worker after its source file, index.js.
      integration: {
        configureCustomSWViteBuild: ({ build }) => {
          Object.assign(build?.rollupOptions?.output ?? {}, { entryFileNames: 'sw.js' })
        },
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    layerOrder(),
    firstFrames(),
    manifestScreenshots(manifest),
    release(),
    switchedOffWorker(),
    compressAhead(),
  ],
  // React has had this hook of its own since 18; the shim is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    outDir: APP_FOLDER,
    emptyOutDir: true,
    // The first bundle names only the styles of what it may load later: a screen's own file names the rest, and the
    // names of all would be more than a kilobyte that does not compress.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file for all of the first screen, libraries included: scripts/build/first-file.rationale.md.
        codeSplitting: {
          groups: [
            { name: 'main', test: (id) => STACK.test(id) || FRAME.test(id), priority: 2 },
            // What forms are made of, a visitor's too, and why one of them was not accepted.
            { name: 'field', test: /\/src\/(ui\/(field|checklist)|api\/failure\.texts)\./, priority: 1 },
            { name: 'dialog', test: /\/src\/ui\/dialog\./, priority: 1 },
            { name: 'newcomer', test: NEWCOMER, priority: 1 },
            { name: 'editing', test: EDITING },
            { name: 'account', test: /\/src\/account\/account-/ },
            { name: 'onboarding', test: /\/src\/(onboarding\/|routes\/onboarding\/.*\?tsr-split)/ },
          ],
        },
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => STAFF_CODE.test(`/${name}`))
            ? 'assets/admin/[name]-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => STAFF_CODE.test(id)) ? 'assets/admin/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': api, '/push': api, '/health': api },
  },
})
