/**
 * Prefixes of surnames, skipped in sorting: 'van der Berg' is listed under the B (NEN 1888, as in every Dutch register). They
 * are the Dutch and German prefixes in the register of persons (table 36), and teachers' abbreviations of them. Others are
 * sorted as written: there is no agreement whether 'El Amrani' or 'Da Silva' belongs under the A or the S.
 */
const PREFIXES = new Set([
  ...['van', 'de', 'den', 'der', "'t", 'het', "'s", 'te', 'ten', 'ter', 'tot', 'toe', 'thoe', 'in', 'op', 'aan', 'bij'],
  ...['onder', 'over', 'voor', 'uit', 'uijt', 'uyt', 'gen', 'ver', "d'", 'vd', 'v.d.', 'v/d', 'v.'],
  ...['von', 'vom', 'vor', 'zu', 'zum', 'zur', 'dem', 'am', 'im', 'auf', 'aus', 'unter'],
])

/** Prefixes only after one of those: 'de la Rie', 'von und zu Egloffstein'. */
const BEHIND_OTHERS = new Set(['la', 'le', "l'", 'und'])

/** Prefixes that are joined to the name: 's-Gravesande, d'Ancona; also after others: 'van l'Isle'. */
const JOINED = /^(?:'?s-|d')(?=\p{L})/iu
const JOINED_BEHIND_OTHERS = /^(?:'?s-|d'|l'|'t-)(?=\p{L})/iu

const APOSTROPHES = /[’‘‛`´ʼ′]/g

/** The text with one kind of apostrophe for all others; the length stays the same. */
const plain = (text: string): string => text.replace(APOSTROPHES, "'")

export function isDutchPrefix(word: string): boolean {
  const bare = plain(word).toLowerCase()
  // 'van't Hof'
  return PREFIXES.has(bare) || (bare.endsWith("'t") && PREFIXES.has(bare.slice(0, -"'t".length)))
}

const collator = new Intl.Collator('nl', { numeric: true })

/** Order of names of modules, rooms and groups: 'Müller' beside 'Muller', 'Vak 2' before 'Vak 10'. People: name-order.ts. */
export const compareDutch = collator.compare

export interface Named {
  first_name: string
  last_name: string
}

/** Name of a person in a list, or their address before they have filled one in. */
export const personLabel = ({ first_name, last_name, username }: Named & { username: string }): string =>
  `${first_name} ${last_name}`.trim() || username

/** Name in the greeting of a letter; either name if there is only one. Empty while no name is known. */
export const greetedName = ({ first_name, last_name }: Named): string => first_name || last_name

/** Last name without its prefixes; all of it if nothing else would be left ('Van'). */
export function surnameRoot(lastName: string): string {
  const name = lastName.trim()
  const text = plain(name)
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const isBehind = index > 0
    if (isDutchPrefix(word) || (isBehind && BEHIND_OTHERS.has(word.toLowerCase()))) continue
    const [joined = ''] = (isBehind ? JOINED_BEHIND_OTHERS : JOINED).exec(word) ?? []
    return name.slice(index + joined.length)
  }
  return name
}

/** Name in the order of registers, by which people search: 'Bakker, André van 't'; the address of a user without a name. */
export function registerLabel({ first_name, last_name, username }: Named & { username: string }): string {
  const name = last_name.trim()
  const root = surnameRoot(name)
  const firstName = first_name.trim()
  const prefix = name.slice(0, name.length - root.length).trim()
  return [root, `${firstName} ${prefix}`.trim()].filter(Boolean).join(', ') || username
}
