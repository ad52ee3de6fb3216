/**
 * Words that people put before a year when a password must be renewed: seasons and months, towns, clubs. An attacker tries
 * them first, for each year.
 */

const namesOf = (options: Intl.DateTimeFormatOptions, count: number): string[] =>
  ['nl', 'en', 'de', 'fr'].flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return Array.from({ length: count }, (_, at) =>
      format.format(Date.UTC(2026, count === 12 ? at : 0, count === 12 ? 1 : at + 5)),
    )
  })

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

const bare = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const WORDS: ReadonlySet<string> = new Set(
  [
    ...namesOf({ month: 'long' }, 12),
    ...namesOf({ weekday: 'long' }, 7),
    ...[...SEASONS, ...PLACES, ...CLUBS].flatMap((words) => words.split(' ')),
  ].map(bare),
)

/** Figures and signs for letters: 'z0m3r', '@j@x'. */
const LETTERS: Readonly<Record<string, string>> = {
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

/** A year, a part of one, or a school year, before or behind a word. */
const YEARS = '(?:\\d{0,4}|(?:19|20)\\d\\d\\W?(?:19|20)?\\d\\d)'
const WITH_YEAR = new RegExp(`^\\W*${YEARS}\\W*(\\D.*?\\D|\\D)\\W*${YEARS}\\W*$`, 'su')

/** Whether a password (in lower case) is such a word with at most a year and marks: 'zomer2026!', '2026-utrecht', 'z0mer26'. */
export function isKnownWordWithYear(password: string): boolean {
  const [, word = ''] = WITH_YEAR.exec(password.normalize('NFKD').replace(/\p{M}/gu, '')) ?? []
  return [word, word.replace(/[0134579@$!]/g, (sign) => LETTERS[sign] ?? sign)].some((way) => WORDS.has(bare(way)))
}
