import { type ESTree, Visitor } from 'vite'

/** Short words that occur in most Dutch sentences and in no English one. */
const DUTCH = new Set(
  `aan al alle als bij dat deze die dit door een geen geef haar hebt heeft het hier hun iedereen iemand inschrijven ingeschreven
  is je jij jouw kan kies kun maar meer met moet na naar niet nieuwe niets nog nu of om ook op over te tot uit uw van vanaf
  verder voor wat weer welke werd werden wie wil worden wordt zich zijn zonder zoek`.split(/\s+/),
)

/** Short words of English, among them those that both languages have. */
const ENGLISH = new Set(
  `a an and another are be before by each files for from functions has have it its no not on or rooms sentences somebody that the
  this to was were what who with would`.split(/\s+/),
)

/** More words than these nobody reads at once. */
const MOST_WORDS = 15

/** Sentences that a person reads of more words than that, with what a template fills in as one word. */
export function findLongSentences(program: ESTree.Program): string[] {
  const long: string[] = []
  const note = (text: string) => {
    if (isDutch(text)) long.push(...sentencesIn(text).filter((sentence) => countWords(sentence) > MOST_WORDS))
  }
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') note(value)
    },
    TemplateLiteral({ quasis }) {
      note(quasis.map((quasi) => quasi.value.cooked).join('…'))
    },
    JSXText({ value }) {
      note(value)
    },
  }).visit(program)
  return long
}

const sentencesIn = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) /)

const countWords = (sentence: string): number =>
  sentence.split(' ').filter((word) => /[\p{L}\p{N}…]/u.test(word)).length

/** True of a sentence, and false of a key such as 'second-factor-over', which has no space. */
function isDutch(text: string): boolean {
  if (!/\s/.test(text.trim())) return false
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length < 2 || /[{};<>=]|^[#./]|_/.test(text)) return false
  const dutch = words.filter((word) => DUTCH.has(word)).length
  const english = words.filter((word) => ENGLISH.has(word)).length
  return dutch > english
}
