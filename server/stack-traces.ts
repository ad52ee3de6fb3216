import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Makes stack traces name the places of the sources where a server runs from its bundle. Node's own `--enable-source-maps` parses
 * every map at the start and keeps 70 MB. Here a map is read when a trace needs it (10 ms for a place, once), and of it only
 * the places that were found are kept.
 */
export function nameSourcesInTraces(): void {
  const format = Error.prepareStackTrace
  Error.prepareStackTrace = (error, sites) =>
    String(format?.(error, sites)).replace(/(file:\/\/\S+\.mjs):(\d+):(\d+)/g, placeInSource)
}

/** Places of sources, by those in the bundle. */
const sourcePlaces = new Map<string, string>()

function placeInSource(place: string, file: string, line: string, column: string): string {
  const found = sourcePlaces.get(place) ?? readPlace(file, Number(line) - 1, Number(column) - 1) ?? place
  sourcePlaces.set(place, found)
  return found
}

/** Undefined where there is no map, as of a package that lies beside the bundle. */
function readPlace(file: string, line: number, column: number): string | undefined {
  try {
    const { sources, mappings } = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8'))
    const at = findMapping(mappings, line, column)
    return at && `${new URL(sources[at.source], file)}:${at.line + 1}:${at.column + 1}`
  } catch {
    return undefined
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Digits by the code of their sign; -1 for signs between mappings. */
const digits = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)))

/**
 * Finds the last mapping on a line that begins at or before a column; all numbers are from 0. A mapping is a column, and the source,
 * line and column that it comes from, each as the difference with the mapping before, in digits of five bits (ECMA-426).
 */
function findMapping(mappings: string, line: number, column: number) {
  let found: { source: number; line: number; column: number } | undefined
  const sums = [0, 0, 0, 0]
  let [at, field, value, shift] = [0, 0, 0, 0]
  for (let place = 0; place < mappings.length; place++) {
    const digit = digits[mappings.charCodeAt(place)] ?? -1
    if (digit < 0) {
      field = 0
      if (mappings[place] === ',') continue
      sums[0] = 0
      if (++at > line) break
      continue
    }
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    sums[field] = (sums[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1)
    field++
    value = shift = 0
    if (at < line || field !== 4) continue
    const [from = 0, source = 0, sourceLine = 0, sourceColumn = 0] = sums
    if (from > column) break
    found = { source, line: sourceLine, column: sourceColumn }
  }
  return found
}
