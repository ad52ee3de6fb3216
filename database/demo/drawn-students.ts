import { type DepartmentName, demoDepartments } from './offer.ts'
import { type DemoStudent, DOMAIN } from './people.ts'
import { DAY_MS } from './testmoments.ts'

type Names = readonly [string, ...string[]]

/** First names as they occur in a Dutch lecture room, with what makes lists and searches go wrong: ë, ï, ç, ş. */
// biome-ignore format: one name a line would bury the rest
export const firstNames: Names = [
  'Anouk', 'Bram', 'Chloë', 'Daniël', 'Emma', 'Fatima', 'Gijs', 'Hanna', 'Ilse', 'Jasper', 'Joëlle', 'Kees', 'Lotte',
  'Loïs', 'Mees', 'Mohamed', 'Naomi', 'Noah', 'Olaf', 'Pleun', 'Quinten', 'Rachid', 'René', 'Roos', 'Sanne', 'Sem',
  'Şeyma', 'Sophie', 'Thijs', 'Tess', 'Umar', 'Veerle', 'Wouter', 'Xavi', 'Yasmin', 'Youssef', 'Zoë', 'Aleyna', 'Björn',
  'Charlotte', 'Dewi', 'Eva', 'Finn', 'Gaëlle', 'Hidde', 'Imane', 'Julia', 'Koen', 'Lars', 'Maud', 'Nienke', 'Oğuz',
  'Pien', 'Ruben', 'Saar', 'Tygo', 'Vera', 'Willemijn', 'Yfke', 'Zeynep',
]

/** Names in the form of an attendance list; a Dutch prefix is a word of its own and has no capital after a first name. */
// biome-ignore format: one name a line would bury the rest
export const lastNames: Names = [
  'de Jong', 'Jansen', 'de Vries', 'van den Berg', 'van Dijk', 'Bakker', 'Janssen', 'Visser', 'Smit', 'Meijer',
  'de Boer', 'Mulder', 'de Groot', 'Bos', 'Vos', 'Peters', 'Hendriks', 'van Leeuwen', 'Dekker', 'Brouwer', 'de Wit',
  'Dijkstra', 'Smits', 'de Graaf', 'van der Meer', 'van der Linden', 'Kok', 'Jacobs', 'de Haan', 'Vermeulen',
  'van den Heuvel', 'van der Veen', 'van den Broek', 'de Bruijn', 'Schouten', 'van Beek', 'Willems', 'van Vliet',
  'Hoekstra', 'Maas', 'Verhoeven', 'Koster', 'van Dam', 'Prins', 'Blom', 'Huisman', 'Yılmaz', 'Çelik', 'Özdemir',
  'El Amrani', 'Ben Haddou', 'Nguyễn', 'Sæther', 'in ’t Veld', 'van ’t Hof', 'op den Akker', 'ter Horst', 'Coenen',
  'Groß', 'Reuß-Königsmann',
]

/** Letters that Unicode does not decompose into a letter and a sign. */
const plain: Record<string, string> = { ı: 'i', ß: 'ss', æ: 'ae', ø: 'o', đ: 'd', ł: 'l' }

/** 'Şeyma', 'van ’t Hof' → 'seyma.vanthof': address part that a school makes of a name. */
export const addressOf = (firstName: string, lastName: string): string =>
  [firstName, lastName].map(plainLetters).join('.')

const plainLetters = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ıßæøđł]/g, (letter) => plain[letter] ?? '')
    .replace(/[^a-z]/g, '')

const NUMBER = 200

/** First-years and second-years; some registered only just now, and some never opened the activation letter. */
export function drawStudents(random: SeededRandom, now: number, takenUsernames: readonly string[]): DemoStudent[] {
  const taken = new Set(takenUsernames)
  return Array.from({ length: NUMBER }, (_, index) => {
    const first_name = random.pick(firstNames)
    const last_name = random.pick(lastNames)
    const username = freeUsername(addressOf(first_name, last_name), taken)
    if (index % 40 === 39)
      return { username, first_name: '', last_name: '', department: null, activated: false, createdAtMs: now - DAY_MS }
    const isNew = index % 20 === 19
    const department = isNew ? null : departmentOf(index, random)
    const age = isNew ? random.between(0, 5) : index % 2 === 0 ? random.between(60, 100) : random.between(430, 460)
    return { username, first_name, last_name, department, activated: true, createdAtMs: now - age * DAY_MS }
  })
}

/** People with the same name get different addresses, as at any school: sanne.bakker, sanne.bakker2. */
function freeUsername(address: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const username = `${address}${number === 1 ? '' : number}@${DOMAIN}`
    if (taken.has(username)) continue
    taken.add(username)
    return username
  }
}

/** An archived department keeps its students, but only those of earlier years. */
function departmentOf(index: number, random: SeededRandom): DepartmentName {
  const [name] = random.sample(departmentNames(index % 30 === 1), 1)
  return name ?? demoDepartments[0].name
}

const departmentNames = (archived: boolean): DepartmentName[] =>
  demoDepartments.filter((department) => department.archived === archived).map(({ name }) => name)

/** Random numbers with a fixed seed, so that the demo school is the same for everyone who starts it on the same day. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, below 1: mulberry32, by Tommy Ettinger, in the public domain. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }

  /** `count` different items, or all if there are fewer. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .sort((one, other) => one.place - other.place)
      .slice(0, count)
      .map(({ item }) => item)
  }
}
