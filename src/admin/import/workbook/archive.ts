import { Refused } from './refused.ts'

/** Bytes that all parts of a file may unpack to, counted during unpacking: the sizes stated in a zip may be false. */
const MOST_UNPACKED = 150_000_000
const MOST_ENTRIES = 5_000

const CENTRAL_END = 0x06054b50
const CENTRAL_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
/** A comment of 65,535 bytes may follow the end of the directory. */
const FARTHEST_END = 65_557
const STORED = 0
const DEFLATED = 8
/** Bytes of a stored part that are yielded at once. */
const BYTES_PER_PIECE = 65_536

interface Entry {
  method: number
  packedSize: number
  local: number
}

/** Parts of a zip file by name (APPNOTE 4.3). A part is unpacked while it is read, and never held as a whole. */
export interface Archive {
  has: (name: string) => boolean
  /** Throws `workbook-broken` if the part does not exist. */
  read: (name: string) => AsyncGenerator<Uint8Array>
}

export function openArchive(file: Uint8Array<ArrayBuffer>): Archive {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const entries = readDirectory(file, view)
  let budget = MOST_UNPACKED

  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(fold(name))
    if (!entry || view.getUint32(entry.local, true) !== LOCAL_ENTRY) throw new Refused('workbook-broken')
    const { method, packedSize, local } = entry
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const packed = file.subarray(start, start + packedSize)
    if (packed.byteLength < packedSize || ![STORED, DEFLATED].includes(method)) throw new Refused('workbook-broken')
    for await (const piece of method === STORED ? piecesOf(packed) : inflated(packed)) {
      budget -= piece.byteLength
      if (budget < 0) throw new Refused('workbook-too-full')
      yield piece
    }
  }

  return { has: (name) => entries.has(fold(name)), read }
}

/** Some .NET programs write backslashes, and some use other capitals than the reference to the part. */
const fold = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

function readDirectory(file: Uint8Array<ArrayBuffer>, view: DataView): Map<string, Entry> {
  let end = file.byteLength - 22
  const farthest = Math.max(0, file.byteLength - FARTHEST_END)
  while (end >= farthest && view.getUint32(end, true) !== CENTRAL_END) end -= 1
  if (end < farthest) throw new Refused('workbook-broken')
  const count = view.getUint16(end + 10, true)
  if (count > MOST_ENTRIES) throw new Refused('workbook-too-full')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== CENTRAL_ENTRY) throw new Refused('workbook-broken')
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new Refused('workbook-encrypted')
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const name = fold(new TextDecoder().decode(file.subarray(at + 46, at + 46 + nameLength)))
    // Two parts with one name would make the file ambiguous.
    if (entries.has(name)) throw new Refused('workbook-broken')
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      ...readSizes(view, at, { from: at + 46 + nameLength, length: extraLength }),
    })
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  return entries
}

const IN_EXTRA = 0xffffffff
const ZIP64 = 1

/** Programs that stream their zip write 64-bit sizes (APPNOTE 4.5.3), even for a small file. */
function readSizes(view: DataView, at: number, extra: { from: number; length: number }): Omit<Entry, 'method'> {
  const [packedSize, size, local] = [20, 24, 42].map((offset) => view.getUint32(at + offset, true))
  const sizes = { packedSize: packedSize ?? 0, local: local ?? 0 }
  if (packedSize !== IN_EXTRA && local !== IN_EXTRA) return sizes
  for (let field = extra.from; field + 4 <= extra.from + extra.length; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== ZIP64) continue
    let value = field + 4
    const next = (): number => {
      value += 8
      return Number(view.getBigUint64(value - 8, true))
    }
    if (size === IN_EXTRA) next()
    if (packedSize === IN_EXTRA) sizes.packedSize = next()
    if (local === IN_EXTRA) sizes.local = next()
    return sizes
  }
  throw new Refused('workbook-broken')
}

function* piecesOf(part: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < part.byteLength; at += BYTES_PER_PIECE) yield part.subarray(at, at + BYTES_PER_PIECE)
}

async function* inflated(packed: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  // A reader that stops early simply stops reading: the stream unpacks on demand. Cancelling it sometimes throws in Node 24.
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) if (value) yield value
}
