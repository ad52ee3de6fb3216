import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/**
 * Writes a `.br` and a `.gz` beside every text file of the build, at the slowest and smallest setting: compressing once here
 * saves doing it while somebody waits. The API server sends these files as they are.
 */
export function compressAhead(): Plugin {
  let folder = ''
  return {
    name: 'compress-ahead',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))))
      },
    },
  }
}

/** Bytes from which several settings are tried: the first file. */
const LARGE_BYTES = 300_000

/** Settings to try, since no single one is always the best: they differ by a tenth of a percent, and by luck. */
const SETTINGS: readonly Record<number, number>[] = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 19 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 2 },
  { [constants.BROTLI_PARAM_LGBLOCK]: 19, [constants.BROTLI_PARAM_NPOSTFIX]: 2 },
  { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
]

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  await Promise.all([
    smallestBrotli(content).then((smaller) => writeFile(`${file}.br`, smaller)),
    gz(content, { level: constants.Z_BEST_COMPRESSION }).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ])
}

async function smallestBrotli(content: Buffer): Promise<Buffer> {
  const settings = content.length < LARGE_BYTES ? SETTINGS.slice(0, 1) : SETTINGS
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const tried = await Promise.all(settings.map((params) => brotli(content, { params: { ...quality, ...params } })))
  return tried.reduce((smallest, one) => (one.length < smallest.length ? one : smallest))
}
