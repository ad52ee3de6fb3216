type Names = readonly [string, ...string[]]

/** First names as they are heard in a Dutch lecture room, with what makes lists and searches go wrong: ë, ï, ç, ş. */
// biome-ignore format: one name a line would bury the rest
export const firstNames: Names = [
  'Anouk', 'Bram', 'Chloë', 'Daniël', 'Emma', 'Fatima', 'Gijs', 'Hanna', 'Ilse', 'Jasper', 'Joëlle', 'Kees', 'Lotte',
  'Loïs', 'Mees', 'Mohamed', 'Naomi', 'Noah', 'Olaf', 'Pleun', 'Quinten', 'Rachid', 'René', 'Roos', 'Sanne', 'Sem',
  'Şeyma', 'Sophie', 'Thijs', 'Tess', 'Umar', 'Veerle', 'Wouter', 'Xavi', 'Yasmin', 'Youssef', 'Zoë', 'Aleyna', 'Björn',
  'Charlotte', 'Dewi', 'Eva', 'Finn', 'Gaëlle', 'Hidde', 'Imane', 'Julia', 'Koen', 'Lars', 'Maud', 'Nienke', 'Oğuz',
  'Pien', 'Ruben', 'Saar', 'Tygo', 'Vera', 'Willemijn', 'Yfke', 'Zeynep',
]

/** As written on an attendance list; a Dutch prefix is a word of its own and has no capital after a first name. */
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

/** Letters that Unicode does not take apart into a letter and a sign. */
const plain: Record<string, string> = { ı: 'i', ß: 'ss', æ: 'ae', ø: 'o', đ: 'd', ł: 'l' }

/** 'Şeyma', 'van ’t Hof' → 'seyma.vanthof': what a school makes of a name for an address. */
export const addressOf = (firstName: string, lastName: string): string =>
  [firstName, lastName].map(plainLetters).join('.')

const plainLetters = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ıßæøđł]/g, (letter) => plain[letter] ?? '')
    .replace(/[^a-z]/g, '')
