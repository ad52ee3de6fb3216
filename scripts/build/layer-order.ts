import type { Plugin } from 'vite'

/** What comes later wins. */
const ORDER = '@layer base, ui, parts, screens;'

/**
 * Layers rank by where a page first meets their names, and which stylesheet it meets first depends on how the bundler
 * split them. So each states the order itself.
 */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({ code: `${ORDER}\n${code}`, map: null }),
    },
  }
}
