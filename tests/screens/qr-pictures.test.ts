import { readFileSync } from 'node:fs'
import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'

interface Picture {
  /** the generator, with its version and what it was asked for */
  made_by: string
  text: string
  /** dark modules are '#'; without a quiet zone */
  rows: readonly string[]
}

const pictures: Picture[] = JSON.parse(readFileSync('tests/fixtures/qr-pictures.json', 'utf8'))

/** Pixels from one module to the next, and light modules around the picture. */
const [MODULE_PX, QUIET] = [5, 6]

/** A camera's grey picture of it, as if held at an angle (degrees), by little light where `[dark, light]` are close. */
function photographed({ rows }: Picture, degrees: number, [dark, light]: readonly [number, number]) {
  const size = (rows.length + 2 * QUIET) * MODULE_PX
  const data = new Uint8Array(size * size * 4).fill(255)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [fromX, fromY] = [x - size / 2, y - size / 2]
      const column = Math.floor((fromX * cos + fromY * sin + size / 2) / MODULE_PX) - QUIET
      const row = Math.floor((fromY * cos - fromX * sin + size / 2) / MODULE_PX) - QUIET
      data.fill(rows[row]?.[column] === '#' ? dark : light, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  return { width: size, height: size, data }
}

describe('the reader for browsers without their own', () => {
  test.each(pictures)('reads a picture made by $made_by', (picture) => {
    const read = (degrees: number, shades: readonly [number, number]) =>
      decodeQR(photographed(picture, degrees, shades), { timeLimit: Number.POSITIVE_INFINITY })
    expect(read(0, [0, 255])).toBe(picture.text)
    expect(read(17, [40, 200])).toBe(picture.text)
    expect(read(180, [90, 150])).toBe(picture.text)
  })
})
