/** One directive with what it is told, and, of a block, what stands in it. */
export interface Directive {
  words: string[]
  inner: Directive[]
}

/** What a file of nginx says. Throws where a brace or a semicolon is missing. */
export function readNginx(text: string): Directive[] {
  const tokens =
    text.match(/#.*|'[^']*'|"[^"]*"|[{};]|(?:[^\s{};'"#]|\{\d)+/g)?.filter((token) => !token.startsWith('#')) ?? []
  const open: Directive[][] = [[]]
  let words: string[] = []
  for (const token of tokens) {
    if (!'{};'.includes(token)) {
      words.push(token.replace(/^(['"])(.*)\1$/, '$2'))
      continue
    }
    if (token === '}') {
      if (words.length > 0 || open.length === 1) throw new Error(`'${words.join(' ')}' before a brace`)
      open.pop()
      continue
    }
    const directive: Directive = { words, inner: [] }
    words = []
    open.at(-1)?.push(directive)
    if (token === '{') open.push(directive.inner)
  }
  if (open.length > 1 || words.length > 0) throw new Error(`the end is missing after '${words.join(' ')}'`)
  return open[0] ?? []
}

/** All directives of this name, wherever they stand. */
export const named = (name: string, directives: readonly Directive[]): Directive[] =>
  directives.flatMap((directive) => [
    ...(directive.words[0] === name ? [directive] : []),
    ...named(name, directive.inner),
  ])
