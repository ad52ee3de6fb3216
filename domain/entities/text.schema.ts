import { z } from 'zod'
import { isText, trimText } from './text.rules.ts'

/**
 * Any text that comes in and is kept or compared as it is: passwords, keys, files. `max` in UTF-16 units. Every text field
 * of a call is made by this or by `textSchema`, or says by an expression or a format what it may hold (tests/domain/text.test.ts).
 */
export const exactTextSchema = (max: number) => z.string().max(max).refine(isText)

/** Text that people type or import, without the invisible characters at its edges. */
export const textSchema = (max: number) => exactTextSchema(max).overwrite(trimText)

/** JSON whose shape somebody else knows, such as a browser's passkey: its texts are held to the same. */
export const exactJsonSchema = z.record(z.string(), z.unknown()).refine(holdsTexts)

function holdsTexts(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isText(name) && holdsTexts(part))
}
