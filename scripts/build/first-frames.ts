import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { ROOT } from '../root.ts'
import { BROWSERS } from './browsers.ts'
import { cssModules } from './class-names.ts'
import { releaseInCode } from './files-beside.ts'
import { layerOrder } from './layer-order.ts'

const FOLDER = join(ROOT, 'src/app/first-frame')
const INLINED_STYLES = /^assets\/main-[\w-]+\.css$/
/** Sources for somebody who is not logged in: the screens, and the client that sends their login. */
const OF_VISITOR = ['/src/app/visitor.tsx', '/src/api/sending.ts']
const OF_STUDENT = ['/src/api/sending.ts']
const OF_KEPT_LISTS = ['/src/app/lists.ts']

/**
 * Writes into index.html what the page shows before any script has arrived: the frames of src/app/first-frame, the styles that
 * they and the first screen need, and the script that picks a frame. The API server allows inline parts by their hash
 * (api-server/platform/web-app.ts). The reasons are in src/app/first-frame/first-frame.rationale.md.
 */
export function firstFrames(): Plugin {
  let inlined = ''
  return {
    name: 'first-frames',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        inlined = takeStyles(bundle)
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const [{ waiting, frames }, pick] = await Promise.all([drawFrames(), pickScript()])
        const drawn = withRules(`${frames}<script>${pick}</script><div id="root">${waiting}</div>`)
        const visitor = filesOf(bundle, OF_VISITOR)
        const student = filesOf(bundle, OF_STUDENT)
        const kept = filesOf(bundle, OF_KEPT_LISTS)
        const besideFirst = (files: readonly string[]) =>
          files
            .map((file) => `/${file}`)
            .filter((file) => !html.includes(file))
            .join(' ')
        const dressing = [...visitor.styles]
          .map((file) => textOf(bundle[file]))
          .filter((css) => dresses(drawn.html, css))
        return put(html, [
          [/<script type="module"/, '<script defer fetchpriority="low"'],
          [/<\/head>/, `<style>${inlined}${dressing.join('')}${drawn.rules}</style>$&`],
          [/<div id="root"><\/div>/, drawn.html],
          [/<template id="login-frame"/, `$& data-code="${besideFirst(visitor.code)}"`],
          [
            /<template id="student-frame"/,
            `$& data-code="${besideFirst(student.code)}" data-kept="${besideFirst([...kept.code, ...kept.styles])}"`,
          ],
        ])
      },
    },
  }
}

type Bundle = Rolldown.OutputBundle

/** Takes the inlined styles out of the bundle: the page holds them already, so no later file needs to fetch them. */
function takeStyles(bundle: Bundle): string {
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk')
      for (const file of chunk.viteMetadata?.importedCss ?? [])
        if (INLINED_STYLES.test(file)) chunk.viteMetadata?.importedCss.delete(file)
  const files = Object.keys(bundle).filter((file) => INLINED_STYLES.test(file))
  const styles = files.map((file) => textOf(bundle[file])).join('')
  if (!styles) throw new Error('The first bundle has no styles')
  for (const file of files) delete bundle[file]
  return styles
}

interface Files {
  code: string[]
  styles: Set<string>
}

/** Files of these modules, with every file that those import. */
function filesOf(bundle: Bundle, modules: readonly string[]): Files {
  const code: string[] = []
  const styles = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || code.includes(file)) return
    code.push(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => modules.some((module) => id.endsWith(module))))
      add(chunk.fileName)
  if (code.length === 0) throw new Error(`No file of the build has ${modules.join(' or ')}`)
  return { code, styles }
}

const CLASS = /\._[\w-]+/g

const dresses = (html: string, css: string): boolean =>
  css.match(CLASS)?.some((name) => html.includes(name.slice(1))) ?? false

const textOf = (asset: Bundle[string] | undefined): string => (asset?.type === 'asset' ? String(asset.source) : '')

/** Applies each change to the HTML. Throws if the place of a change is not found. */
function put(html: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((page, [place, content]) => {
    if (!place.test(page)) throw new Error(`index.html has no ${place}`)
    return page.replace(place, (found) => content.replace('$&', found))
  }, html)
}

/** Turns each style attribute into a rule of the page's own style sheet: without unsafe-inline style attributes are ignored. */
function withRules(html: string): { html: string; rules: string } {
  const styles: string[] = []
  const marked = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-style="${styles.indexOf(style)}"`
  })
  return { html: marked, rules: styles.map((style, index) => `[data-style="${index}"]{${style}}`).join('') }
}

/** Renders the frames of src/app/first-frame/frames.tsx, which is built to run in Node. */
async function drawFrames(): Promise<{ waiting: string; frames: string }> {
  const outDir = await mkdtemp(join(ROOT, 'node_modules/.first-frames-'))
  try {
    await build({
      ...PLAIN,
      plugins: [layerOrder(), react()],
      // Most browsers support passkeys; in others the script that picks the frame removes the passkey button.
      define: { 'window.PublicKeyCredential': 'Object' },
      build: { ssr: join(FOLDER, 'frames.tsx'), outDir, rolldownOptions: { output: { entryFileNames: 'frames.mjs' } } },
    })
    const { renderFrames } = await import(pathToFileURL(join(outDir, 'frames.mjs')).href)
    return await renderFrames()
  } catch (cause) {
    throw new Error('The first frames could not be drawn: is there something in them that only a browser has?', {
      cause,
    })
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

async function pickScript(): Promise<string> {
  const built = await build({
    ...PLAIN,
    define: releaseInCode(),
    build: {
      target: BROWSERS,
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(FOLDER, 'pick-frame.ts'), output: { format: 'iife' } },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('The script that picks the first frame was not built')
  return bundle.output[0].code.trim()
}

const PLAIN = {
  configFile: false,
  root: ROOT,
  publicDir: false,
  logLevel: 'warn',
  css: { modules: cssModules },
} as const
