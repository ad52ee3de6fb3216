/** In which a file without Unicode may have been saved; the select has them in this order. */
export const legacyEncodings = ['windows-1252', 'macintosh', 'cp850', 'windows-1254', 'windows-1250'] as const
export type LegacyEncoding = (typeof legacyEncodings)[number]

/** `legacy`: a guess, which a person has to see; null where the bytes themselves say which letters they are. */
export interface DecodedList {
  text: string
  legacy: LegacyEncoding | null
}

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/**
 * The text of a file, in whichever way its program wrote it: UTF-8 or UTF-16, with or without a mark that says so, else in
 * one of the encodings of before Unicode, of which the one is taken that makes most sense of its letters. Null when it is
 * no text at all.
 */
export function decodeList(bytes: Uint8Array): DecodedList | null {
  const unicode = decodeAs(unicodeOf(bytes), bytes)
  if (unicode !== null) return unicode.includes('\0') ? null : { text: unicode, legacy: null }
  if (bytes.includes(0)) return null
  // One letter of another program amid UTF-8 is lost, which the line says; the other letters are right.
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

/** The upper half of what DOS wrote in Western Europe, which browsers do not know and school systems still write. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Bytes at once: more arguments than a call takes would fail. */
const PIECE = 8_192

function decodeCp850(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE).map((byte) => byte))
  return text.replace(/[\u0080-\u00FF]/g, (sign) => CP850[sign.charCodeAt(0) - 0x80] ?? sign)
}

/** Lines with special letters that are enough to distinguish encodings. */
const SAMPLE_LINES = 300

/** How usual letters are in the names of a Dutch school; of all others each counts for one, and of no alphabet here against. */
const COMMON = /[éëïöüçèÉÖÜ]/g
const KNOWN = /[áóíêäñâôúàîûßøåığşłąęśżćčšžńůřěőűãæòùİŞÇŠŽČŁŚŻÁÅØÆÑÄËÏÓÍ]/g
const STRANGE = /[ðþÐÞĺďŕťľţÄÅ](?=\p{Ll})(?<=\p{Ll}.)|[ðþĺŕ]/gu

/** Characters that no name has: they are signs of letters in the wrong encoding. */
const IMPOSSIBLE = [
  // A sign amid a word, or against one: 'Zo‘', 'M¸ller', 'Micha³'. An apostrophe is none.
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{Z}\p{ASCII}’”»–—…·]|[^\p{L}\p{M}\p{N}\p{Z}\p{ASCII}’‘“„«–—…·¿¡](?=\p{L})/gu,
  /(?<=\p{L})[–—…”»·](?=\p{L})/gu,
  // A capital amid small letters: 'RenÇ', 'MÅller'.
  /(?<=\p{Ll})[^\p{ASCII}\P{Lu}]/gu,
  /[\uFFFD\u0080-\u009F]/g,
  // Central European in Western letters: 'Kuèera', 'Kovaèiæ', 'Wiñski', 'Dvoøák', 'Nìmec', 'Dêbski'.
  /è(?=[aeiouyáéíóúæ])|(?<!\p{L})[èÈ](?=\p{L})|æ(?!\p{L})|ñ(?![aeiouyáéíóúñ])|ø(?=[aáeéiíoóuúý])|ì(?=\p{L})|ê(?=[bdgkz])/gu,
  // Western in Central European letters: 'Peńa', 'Sřren', 'Kjćr', 'Joăo', 'Anaďs'.
  /ń(?=[aeiouáéíóú])|ř(?=[bcdfghjklmnprstvz])|ć(?=[bcdfghjklmprstv])|ă(?=o)|ď(?=[cns])|[ĺŕ]/gu,
]

/** How much the special letters of a text are like those of names. */
function rateLetters(text: string): number {
  const special = text.split(/[\r\n]+/).filter((line) => /\P{ASCII}/u.test(line))
  const sample = special.slice(0, SAMPLE_LINES).join('\n')
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0
  const wrong = IMPOSSIBLE.reduce((sum, pattern) => sum + count(pattern), 0)
  return 3 * count(COMMON) + 2 * count(KNOWN) - 2 * count(STRANGE) - 6 * wrong
}

/** Signs that are looked through for examples. */
const LOOKED_THROUGH = 200_000
const MOST_EXAMPLES = 4

/** Words of a text that show whether its letters are right: 'Zoë', 'Müller'. */
export function exampleWords(text: string): string[] {
  const words = text.slice(0, LOOKED_THROUGH).match(/[\p{L}\p{M}’'-]*[^\p{ASCII}\s][^\s;,"|]*/gu) ?? []
  return [...new Set(words)].slice(0, MOST_EXAMPLES)
}
