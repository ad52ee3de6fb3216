/** Longer passwords are not tried early, however they are made. Also keeps the work below small: anybody may send one. */
export const MAX_TRIED_LENGTH = 32

/** Names in the languages that students speak most, of these days or months of 2026. */
const namesOf = (options: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] =>
  ['nl', 'en', 'de', 'fr'].flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return dates.map((date) => format.format(date))
  })

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month))
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 1 + day))

const SEASONS = [
  'lente voorjaar zomer herfst najaar winter zomervakantie kerst pasen vakantie',
  'spring summer autumn fall winter christmas easter holiday',
]

const PLACES = [
  'nederland holland belgie vlaanderen europa netherlands belgium duitsland germany marokko morocco turkije turkey suriname curacao',
  'aruba indonesie polen poland spanje spain frankrijk france italie italy england engeland london londen paris parijs berlin berlijn',
  'groningen friesland drenthe overijssel flevoland gelderland utrecht noordholland zuidholland zeeland brabant noordbrabant limburg',
  'amsterdam rotterdam denhaag sgravenhage eindhoven tilburg almere breda nijmegen enschede apeldoorn haarlem arnhem zaanstad zaandam',
  'amersfoort haarlemmermeer hoofddorp denbosch shertogenbosch zwolle zoetermeer leiden leeuwarden dordrecht maastricht ede alkmaar',
  'alphen westland venlo delft deventer sittard geleen helmond oss roosendaal hilversum heerlen purmerend schiedam lelystad leidschendam',
  'almelo hengelo emmen assen hoorn gouda vlaardingen velsen ijmuiden spijkenisse capelle veenendaal katwijk zeist nieuwegein hardenberg',
  'roermond bergenopzoom doetinchem terneuzen middelburg vlissingen goes weert uden veghel waalwijk woerden houten harderwijk kampen',
  'meppel sneek drachten heerenveen delfzijl stadskanaal hoogeveen coevorden winterswijk zutphen tiel culemborg barneveld ermelo putten',
  'amstelveen aalsmeer diemen bussum naarden huizen weesp beverwijk heemskerk castricum denhelder schagen enkhuizen volendam edam',
  'rijswijk wassenaar voorburg pijnacker barendrecht ridderkerk gorinchem papendrecht zwijndrecht sliedrecht hellevoetsluis maassluis',
  'antwerpen gent brugge brussel leuven mechelen hasselt genk kortrijk aalst oostende luik charleroi namen antwerp brussels ghent',
]

const CLUBS = [
  'ajax feyenoord psv azalkmaar fctwente twente fcutrecht vitesse scheerenveen fcgroningen necnijmegen sparta heracles goahead',
  'goaheadeagles fortuna nac nacbreda peczwolle roda rodajc cambuur excelsior fcvolendam almerecity adodenhaag ado willemii fcemmen',
  'telstar degraafschap graafschap mvv vvvvenlo topos fceindhoven helmondsport jongajax anderlecht clubbrugge standard racinggenk unionsg',
  'barcelona fcbarcelona realmadrid atletico liverpool arsenal chelsea tottenham manchester manutd manunited mancity manchesterunited',
  'manchestercity bayern bayernmunchen dortmund juventus acmilan intermilan napoli asroma psg galatasaray fenerbahce besiktas trabzonspor',
  'benfica porto sporting celtic rangers lakers verstappen maxverstappen oranje ferrari redbull',
]

const lettersOnly = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/**
 * Words that people put before a year when a password must be renewed: seasons and months, towns, clubs. An attacker tries
 * them first, for each year.
 */
const WORDS: ReadonlySet<string> = new Set(
  [
    ...namesOf({ month: 'long' }, MONTHS),
    ...namesOf({ weekday: 'long' }, WEEKDAYS),
    ...[...SEASONS, ...PLACES, ...CLUBS].flatMap((words) => words.split(' ')),
  ].map(lettersOnly),
)

/** Digits and signs that people write for letters: 'z0m3r', '@j@x'. */
const LETTER_BY_SIGN: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** A year, a part of one, or a school year such as 2026-2027. */
const YEAR = '(?:(?:19|20)\\d\\d\\W?(?:19|20)?\\d\\d|\\d{1,4})'
// A sign beside the year may be a mark, or a letter of the word: 'Gouda@2026', 'Goud@2026'.
const BEFORE_WORD = ['', '^\\W+', `^\\W*${YEAR}`, `^\\W*${YEAR}\\W+`].map((pattern) => new RegExp(pattern))
const AFTER_WORD = ['', '\\W+$', `${YEAR}\\W*$`, `\\W+${YEAR}\\W*$`].map((pattern) => new RegExp(pattern))

/** Whether a password (in lower case) is such a word with at most a year and marks: 'zomer2026!', '2026-utrecht', 'z0mer26'. */
export function isKnownWordWithYear(password: string): boolean {
  const typed = password.normalize('NFKD').replace(/\p{M}/gu, '')
  if (typed.length > MAX_TRIED_LENGTH) return false
  return BEFORE_WORD.map((start) => typed.replace(start, ''))
    .flatMap((rest) => AFTER_WORD.map((end) => rest.replace(end, '')))
    .flatMap((word) => [word, word.replace(/[0134579@$!]/g, (sign) => LETTER_BY_SIGN[sign] ?? sign)])
    .some((spelling) => !/^\d|\d$/.test(spelling) && WORDS.has(lettersOnly(spelling)))
}
