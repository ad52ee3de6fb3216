import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * What a build does around each `import()`: the part's stylesheets first, and a word to the page when something is gone
 * (`vite:preloadError`, as Vite has it). Vite's own helper also preloads scripts, of which this app names none
 * (`modulePreload` in vite.config.ts), and is four times as large, in everybody's first bundle.
 */
export function leanPreload(): Plugin {
  return {
    name: 'lean-preload',
    apply: 'build',
    enforce: 'pre',
    load: { order: 'pre', handler: (id) => (id === HELPER ? helper : null) },
  }
}

/** Styles that the page names itself are not asked for again; those that failed are, by the next who needs them. */
const helper = `
const styles = {}
const loaded = (path) => (styles[path] ??= new Promise((resolve, reject) => {
  const href = '/' + path
  if (document.querySelector('link[href="' + href + '"]')) return resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve })
  link.onerror = () => {
    link.remove()
    delete styles[path]
    reject(new Error('No stylesheet ' + href))
  }
  document.head.append(link)
}))
export const __vitePreload = async (load, paths = []) => {
  try {
    await Promise.all(paths.map(loaded))
    return await load()
  } catch (error) {
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
    if (dispatchEvent(event)) throw error
  }
}
`
