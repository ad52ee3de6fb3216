import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { ROOT } from '../root.ts'

/**
 * `node scripts/build/display-face.ts`: generates the font of headings, dates and big figures, with only the glyphs that are
 * used. The result is in git, since it changes only with a release of the font and a build need not wait for it. The font's
 * licence (SIL Open Font License 1.1) is copied with it.
 */
const FONT = join(ROOT, 'node_modules/@fontsource-variable/bricolage-grotesque')
const KEPT = join(ROOT, 'src/ui/display-face')
const MOST_BYTES = 25_000

const ASCII = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index))
/** Letters of Dutch and of the most common names of people here; other letters are shown in the system's font. */
const LETTERS = `${ASCII}ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜàáâäçèéêëìíîïñòóôöùúûüß·–—‘’“”…€\u00a0`

const whole = readFileSync(join(FONT, 'files/bricolage-grotesque-latin-wght-normal.woff2'))
const face = await subsetFont(whole, LETTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 500, max: 700 } },
  // Without kerning the file would be half as large, but 'To' at the start of a heading would show a gap.
  keepFeatures: ['kern', 'tnum'],
  noHinting: true,
})
if (face.length > MOST_BYTES) throw new Error(`The display face is ${face.length} bytes, more than ${MOST_BYTES}.`)
writeFileSync(`${KEPT}.woff2`, face)
copyFileSync(join(FONT, 'LICENSE'), `${KEPT}.license.txt`)
console.log(`src/ui/display-face.woff2: ${face.length} bytes`)
