import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { ROOT } from '../root.ts'

/**
 * `node scripts/build/display-face.ts`: generates the font of headings, dates and big figures, with only the glyphs that are used.
 * The result is kept, since it changes with a release of the font alone and a build need not wait for it. SIL Open Font
 * License 1.1, which goes along.
 */
const FONT = join(ROOT, 'node_modules/@fontsource-variable/bricolage-grotesque')
const KEPT = join(ROOT, 'src/ui/display-face')
const MOST_BYTES = 25_000

const ASCII = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index))
/** Letters that Dutch uses, and the names of people here most often; for others the system's font is used. */
const LETTERS = `${ASCII}ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜàáâäçèéêëìíîïñòóôöùúûüß·–—‘’“”…€\u00a0`

const whole = readFileSync(join(FONT, 'files/bricolage-grotesque-latin-wght-normal.woff2'))
const face = await subsetFont(whole, LETTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 500, max: 700 } },
  // Without kerning it would be half as large, and 'To' of every second heading gape.
  keepFeatures: ['kern', 'tnum'],
  noHinting: true,
})
if (face.length > MOST_BYTES) throw new Error(`The display face is ${face.length} bytes, more than ${MOST_BYTES}.`)
writeFileSync(`${KEPT}.woff2`, face)
copyFileSync(join(FONT, 'LICENSE'), `${KEPT}.license.txt`)
console.log(`src/ui/display-face.woff2: ${face.length} bytes`)
