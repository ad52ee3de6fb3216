import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'

/** Bytes, brotli, of a bundle with React, the router and XState alone, built as the app is. */
export async function referenceBundleBytes(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: new URL('reference/app.tsx', import.meta.url).pathname },
    },
  })
  const bundles = Array.isArray(built) ? built : [built]
  const chunks = bundles.flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  return chunks.reduce((total, chunk) => total + (chunk.type === 'chunk' ? brotliBytes(chunk.code) : 0), 0)
}

export const brotliBytes = (code: string) =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length
