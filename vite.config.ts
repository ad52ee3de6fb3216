import { readFileSync } from 'node:fs'
import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { APP_FOLDER } from './scripts/build/app-build.ts'
import { BROWSERS } from './scripts/build/browsers.ts'
import { cssModules } from './scripts/build/class-names.ts'
import { compressAhead } from './scripts/build/compress-ahead.ts'
import { manifestScreenshots, release, switchedOffWorker } from './scripts/build/files-beside.ts'
import { firstFrames } from './scripts/build/first-frames.ts'
import { firstScript } from './scripts/build/first-script.ts'
import { layerOrder } from './scripts/build/layer-order.ts'
import { SMALLER_TREES, STAFF_CODE, screenParts } from './scripts/build/route-code.ts'

/**
 * Parts that a student's first screen shows soon after it is drawn, without a press; and the skeleton of their other list,
 * which must be ready before they open it.
 */
const SOON =
  /\/src\/(student\/(modules\/(news|keep-next-test|rest)|testmoments\/testmoments-(skeleton|screen\.module))|parts\/(test-actions|enrollment-choice\/seats-view|page-state\/load-failure)|offline\/connection-words|app\/(lists|toasts)|toasts\/page-toasts)\.|\/student\/testmoments\.tsx\?tsr-split=pendingComponent/
/** Modules that a student's page has loaded in its first seconds, for the actions that may follow. */
const LATER =
  /\/src\/(app\/(enrollment|install|live|push|unread|upkeep)\.ts$|student\/(modules\/(enrollment-dialog|flight|gone-dialog)|testmoments\/testmoment-dialog)\.)/
/** A student's other screens. */
const SCREENS = /\/src\/(student|routes\/student)\/(?!modules\/)/
/** Modules for visitors only. */
const VISITOR = /\/src\/(app\/visitor\.|routeTree\.newcomers\.gen|onboarding\/steps|routes\/onboarding\/[^?]+$)/
/** Modules that forms for logged-in users share, with their texts. */
const EDITING =
  /\/(src\/parts\/editing\/|domain\/((users|departments)\/[^/]*\.texts|modules\/module\.rules)\.ts|contract\/(onboarding|modules|departments)\.gen\.ts)/
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
    firstScript(),
    compressAhead(),
  ],
  css: { modules: cssModules },
  // React has had this hook of its own since 18; the shim is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    target: BROWSERS,
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
      input: { main: 'index.html' },
      output: {
        // Few files, since each costs a round trip: scripts/build/first-file.rationale.md.
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 5 },
            { name: 'sending', test: /\/src\/(api\/(sending|keyed-writes)|session\/session-sending)\./, priority: 4 },
            { name: 'soon', test: SOON, priority: 3 },
            { name: 'later', test: LATER, priority: 2 },
            { name: 'visitor', test: VISITOR, priority: 1 },
            { name: 'screens', test: SCREENS, priority: 1 },
            { name: 'editing', test: EDITING },
            { name: 'presence', test: /\/src\/presence\/presence-(actors|store)\./ },
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
