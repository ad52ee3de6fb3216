/** Encodings of files without Unicode, in the order of the select. */
export const legacyEncodings = ['windows-1252', 'macintosh', 'cp850', 'windows-1254', 'windows-1250'] as const
export type LegacyEncoding = (typeof legacyEncodings)[number]

/** `legacy`: guessed encoding, which the user must check; null if the bytes themselves determine the letters. */
export interface DecodedList {
  text: string
  legacy: LegacyEncoding | null
}

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/**
 * Decodes a file in whatever encoding its program wrote: UTF-8 or UTF-16, with or without a byte order mark, else the legacy
 * encoding that makes most sense of its letters. Null if it is not text.
 */
export function decodeList(bytes: Uint8Array): DecodedList | null {
  const unicode = decodeAs(unicodeOf(bytes), bytes)
  if (unicode !== null) return unicode.includes('\0') ? null : { text: unicode, legacy: null }
  if (bytes.includes(0)) return null
  // UTF-8 with a letter of another program: that letter is lost, which its line says; all others are right.
  const candidates = [
    ...legacyEncodings.map((legacy) => ({ legacy, text: decodeLegacy(bytes, legacy) })),
    { legacy: null, text: new TextDecoder('utf-8').decode(bytes) },
  ]
  const rated = candidates.map((candidate) => ({ ...candidate, rating: rateLetters(candidate.text) }))
  const { text, legacy } = rated.reduce((best, one) => (one.rating > best.rating ? one : best))
  return { text, legacy }
}

export const decodeLegacy = (bytes: Uint8Array, encoding: LegacyEncoding): string =>
  encoding === 'cp850' ? decodeCp850(bytes) : new TextDecoder(encoding).decode(bytes)

function unicodeOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be'
  // Without a byte order mark: Latin text in UTF-16 has a zero in every other byte, and no other text has any.
  const [even, odd] = [0, 1].map((offset) => zeroesIn(bytes.subarray(0, 1_000), offset))
  if (even === odd) return 'utf-8'
  return (odd ?? 0) > (even ?? 0) ? 'utf-16le' : 'utf-16be'
}

const zeroesIn = (bytes: Uint8Array, offset: number) =>
  bytes.filter((byte, at) => byte === 0 && at % 2 === offset).length

/** Null if the bytes are not in that encoding. Drops a byte order mark. */
function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Upper half of the DOS code page for Western Europe, which browsers do not support and school systems still write. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Bytes per call: a call fails with too many arguments. */
const BYTES_PER_CALL = 8_192

function decodeCp850(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BYTES_PER_CALL)
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_PER_CALL).map((byte) => byte))
  return text.replace(/[\u0080-\u00FF]/g, (sign) => CP850[sign.charCodeAt(0) - 0x80] ?? sign)
}

/** Number of lines with special letters that suffices to distinguish encodings. */
const SAMPLE_LINES = 300

/** Special letters by how usual they are in names at a Dutch school; letters of no alphabet here count against. */
const COMMON = /[éëïöüçèÉÖÜ]/g
const KNOWN = /[áóíêäñâôúàîûßøåığşłąęśżćčšžńůřěőűãæòùİŞÇŠŽČŁŚŻÁÅØÆÑÄËÏÓÍ]/g
const STRANGE = /[ðþÐÞĺďŕťľţÄÅ](?=\p{Ll})(?<=\p{Ll}.)|[ðþĺŕ]/gu

/** Characters that no name contains: they are letters in the wrong encoding. */
const IMPOSSIBLE = [
  // A symbol inside or next to a word: 'Zo‘', 'M¸ller', 'Micha³'. Apostrophes are allowed.
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{Z}\p{ASCII}’”»–—…·]|[^\p{L}\p{M}\p{N}\p{Z}\p{ASCII}’‘“„«–—…·¿¡](?=\p{L})/gu,
  /(?<=\p{L})[–—…”»·](?=\p{L})/gu,
  // A capital among small letters: 'RenÇ', 'MÅller'.
  /(?<=\p{Ll})[^\p{ASCII}\P{Lu}]/gu,
  /[\uFFFD\u0080-\u009F]/g,
  // Central European read as Western: 'Kuèera', 'Kovaèiæ', 'Wiñski', 'Dvoøák', 'Nìmec', 'Dêbski'.
  /è(?=[aeiouyáéíóúæ])|(?<!\p{L})[èÈ](?=\p{L})|æ(?!\p{L})|ñ(?![aeiouyáéíóúñ])|ø(?=[aáeéiíoóuúý])|ì(?=\p{L})|ê(?=[bdgkz])/gu,
  // Western read as Central European: 'Peńa', 'Sřren', 'Kjćr', 'Joăo', 'Anaďs'.
  /ń(?=[aeiouáéíóú])|ř(?=[bcdfghjklmnprstvz])|ć(?=[bcdfghjklmprstv])|ă(?=o)|ď(?=[cns])|[ĺŕ]/gu,
]

/** Rates how much a text's special letters look like those in names. */
function rateLetters(text: string): number {
  const special = text.split(/[\r\n]+/).filter((line) => /\P{ASCII}/u.test(line))
  const sample = special.slice(0, SAMPLE_LINES).join('\n')
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0
  const wrong = IMPOSSIBLE.reduce((sum, pattern) => sum + count(pattern), 0)
  return 3 * count(COMMON) + 2 * count(KNOWN) - 2 * count(STRANGE) - 6 * wrong
}

/** Number of characters that are searched for examples. */
const MOST_CHARACTERS_SEARCHED = 200_000
const MOST_EXAMPLES = 4

/** Words of a text that show whether its letters are right: 'Zoë', 'Müller'. */
export function exampleWords(text: string): string[] {
  const words =
    text.slice(0, MOST_CHARACTERS_SEARCHED).match(/(?<![\p{L}\p{M}’'-])[\p{L}\p{M}’'-]*[^\p{ASCII}\s][^\s;,"|]*/gu) ??
    []
  return [...new Set(words)].slice(0, MOST_EXAMPLES)
}
