export type DecodedList = { text: string } | { problem: 'file-is-workbook' | 'file-is-binary' }

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/**
 * The text of a file, in whichever way its spreadsheet wrote it: UTF-8 or UTF-16, with or without a mark that says so,
 * and else Windows-1252, in which every byte means something and which Excel writes on Windows in Western Europe.
 */
export function decodeList(bytes: Uint8Array): DecodedList {
  // What Excel saves by itself: a zip (.xlsx), or a compound document (.xls).
  if (starts(bytes, 0x50, 0x4b, 3, 4) || starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: 'file-is-workbook' }
  const text = decodeAs(encodingOf(bytes), bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  return text.includes('\0') ? { problem: 'file-is-binary' } : { text }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be'
  // Without a mark: of Latin text in UTF-16 every other byte is zero, and in no other text any.
  const [even, odd] = [0, 1].map((offset) => zeroesIn(bytes.subarray(0, 1_000), offset))
  if (even === odd) return 'utf-8'
  return (odd ?? 0) > (even ?? 0) ? 'utf-16le' : 'utf-16be'
}

const zeroesIn = (bytes: Uint8Array, offset: number) =>
  bytes.filter((byte, at) => byte === 0 && at % 2 === offset).length

/** Null when the bytes are not of that encoding. A mark at the beginning is left out. */
function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
