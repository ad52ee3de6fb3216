import { z } from 'zod'
import { isText, trimText } from './text.rules.ts'

/**
 * Text that is stored or compared exactly as sent: passwords, keys, files. `max` in UTF-16 units. Every text field of a request
 * uses this or `textSchema`, or has a pattern or format that limits its characters (tests/domain/text.test.ts).
 */
export const exactTextSchema = (max: number) => z.string().max(max).refine(isText)

/** Text that people type or import, without the invisible characters at its edges. */
export const textSchema = (max: number) => exactTextSchema(max).overwrite(trimText)

/** Text of one line that a device noted, and nobody can be asked to type again: line ends and other controls become a space. */
export const lineSchema = (max: number) =>
  textSchema(max).overwrite((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))

/** JSON in a format that others define, such as a browser's passkey; its texts have the same limits. */
export const exactJsonSchema = z.record(z.string(), z.unknown()).refine(holdsTexts)

function holdsTexts(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isText(name) && holdsTexts(part))
}
