import type { Plugin } from 'vite'

/** Layers in order: a later one wins. */
const ORDER = '@layer base, ui, layout, parts, screens;'
const UI = /\/src\/ui\//
const NAMES_LAYER = /^@layer |^:root/m
const PARTS = /\/src\/(parts|install|offline|presence|push|toasts)\//

/**
 * States the layer order in every style sheet. Layers rank by where a page first meets their names, and which sheet it meets
 * first depends on how the bundler split them. A sheet that names no layer is put in the layer of its folder.
 */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => ({ code: `${ORDER}\n${NAMES_LAYER.test(code) ? code : inLayer(code, id)}`, map: null }),
    },
  }
}

const inLayer = (code: string, id: string): string =>
  `@layer ${UI.test(id) ? 'ui' : PARTS.test(id) ? 'parts' : 'screens'} {\n${code}\n}`
