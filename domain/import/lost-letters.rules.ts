/** Recognises texts in which letters were lost by any program before this one: in a file, a pasted text or a workbook. */

/** 'Zo\uFFFD' and 'ZoÃ«': the sign for an unknown letter, and UTF-8 read as another encoding. */
const ANYWHERE = /\uFFFD|[Â-Å][\u0080-\u00BF\u2018-\u203A\u20AC\u2122]/u

/** Signs that letters become when MacRoman, a code page of DOS or Central European is read as Western, or the other way around. */
const SIGNS = '€‚„†‡ˆ‰‹›•˜™¡¢£¤¥¦§¨©«»¬®¯°±²³µ¶¸¹¼½¾¿×÷√∞∂∆∏∑∫≈≠≤≥◊⁄ˇ˘˙˚˛˝ƒ\u2500-\u25FF\u0080-\u009F'

/** Letters and signs that stand where no name has them. */
const IN_NAMES = [
  // PHP writes a quote as \", of which the reader makes O\Brien".
  /[?\\]/,
  new RegExp(`(?<=\\p{L})[${SIGNS}]|[${SIGNS}](?=\\p{L})`, 'u'),
  // 'Zo‘', 'Dani‘lle'; but ‘t Hof, O‘Brien and Sa‘id
  /(?<=\p{L})‘(?!\p{L})|(?<=\p{Ll})‘(?![aeiou\p{Lu}])/u,
  // 'Andr—s', 'Nu–ez', 'M”ller'; but Smit–Jansen
  /(?<=\p{L})[–—…“”](?=\p{Ll})/u,
  // 'JosŽ', 'VŽronique', 'MŸller'; but GÖTZ and Étienne
  /(?<=\p{Ll})[^\p{ASCII}\P{Lu}]|(?<=\p{L})[^\p{ASCII}\P{Lu}](?=\p{Ll})/u,
  // 'Zo&euml;', 'Zo\\u00eb', 'Zo=C3=AB', 'Zo%C3%AB'
  /&(?:#\d{2,5}|#x[\da-f]{2,4}|[a-z]{2,8});|\\u[\da-f]{4}|(?:=[\dA-F]{2}){2}|(?:%[\dA-F]{2}){2}/i,
]

export const hasLostLettersInName = (name: string): boolean =>
  ANYWHERE.test(name) || IN_NAMES.some((pattern) => pattern.test(name))

/** Between two letters these mean nothing in mathematics either; others do: 'x²', '√x', '5×5'. */
const IN_WORDS = [
  /\?\p{L}/u,
  /(?<=\p{L})[‚„†‡ˆ‰‹›˜™¡¢£¤¥¦§¨©¬®¯¶¸¿](?=\p{L})|(?<=\p{Ll})¿|(?<=\p{Ll})‘(?=[^aeiou\P{Ll}])/u,
  /(?<=\p{Ll}{2})[ŽŠŸŒ](?!\p{Lu})/u,
  /&(?:#\d{2,5}|#x[\da-f]{2,4}|[a-z]{2,8});|\\u[\da-f]{4}/i,
]

/** The same check for texts of the school, which may have question marks and the signs of formulas. */
export const hasLostLetters = (text: string): boolean =>
  ANYWHERE.test(text) || IN_WORDS.some((pattern) => pattern.test(text))
