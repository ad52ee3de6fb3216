import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const TOKENS = readFileSync('src/ui/tokens.css', 'utf8')
const colours = new Map(
  [...TOKENS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
)

/** Background colours; a tint may hold any of the words below, such as a link in a warning. */
const GROUNDS = ['ground', 'surface', 'sunken', 'accent-soft', 'success-soft', 'warning-soft', 'danger-soft']
const WORDS = ['text', 'text-muted', 'accent', 'accent-strong', 'success', 'success-strong', 'warning', 'danger']
/** Text colours on the full colours, also under the pointer. */
const FILLED = {
  'on-accent': ['accent', 'accent-strong'],
  'on-success': ['success', 'success-strong'],
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const contrast = (one: string, other: string) => contrastOf(hex(one), hex(other))
  const hex = (name: string): string => {
    const found = colours.get(name)?.[scheme]
    if (!found) throw new Error(`tokens.css has no --${name}`)
    return found
  }

  test('words keep 4.5 : 1 on every ground that they are used on', () => {
    const pairs = [
      ...WORDS.flatMap((word) => GROUNDS.map((ground) => [word, ground] as const)),
      ...Object.entries(FILLED).flatMap(([word, grounds]) => grounds.map((ground) => [word, ground] as const)),
    ]
    expect(pairs.filter(([word, ground]) => contrast(word, ground) < 4.5)).toEqual([])
  })

  test('the edges of controls keep 3 : 1 on what they are drawn on', () => {
    const faint = GROUNDS.slice(0, 3).filter((ground) => contrast('control-line', ground) < 3)
    expect(faint).toEqual([])
  })
})

test('each colour of the scheme is one that the words or the grounds above name, or a hairline', () => {
  const known = [...GROUNDS, ...WORDS, ...Object.keys(FILLED), 'control-line', 'line']
  expect([...colours.keys()].filter((name) => name && !known.includes(name))).toEqual([])
})

test('no stylesheet but that of the tokens holds a colour of its own', () => {
  const raw = globSync('src/**/*.css').flatMap((file) =>
    [...withoutComments(readFileSync(file, 'utf8')).matchAll(/#[0-9a-f]{3,8}\b|(?:rgb|hsl|oklch)a?\([^)]*\)/g)].map(
      ([colour]) => `${file}: ${colour}`,
    ),
  )
  expect(raw.filter((line) => !line.startsWith('src/ui/tokens.css'))).toEqual([])
})

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** Contrast by WCAG 2.2, from '#rrggbb'. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
