import { readWrittenDay } from '#domain/calendar/date-input.rules.ts'
import { MOST_MODULES, MOST_SEATS } from '#domain/testmoments/limits.rules.ts'
import { placeRefusalTexts, scheduleRefusalTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { cellErrorText, outcomeTexts, repeatedText, shiftedText, totalText } from './list-kind.texts.ts'
import { adds, addsNotably, changes, type ListKind, refuses, remarks, skips } from './list-kind.ts'

const isOne = (count: string): boolean => count === '1'
const students = (count: string): string => (isOne(count) ? 'Eén student is' : `${count} studenten zijn`)
const isDay = (cell: string): boolean => readWrittenDay(cell) !== null

export const testmomentList = {
  columns: {
    date: {
      label: 'Datum',
      required: true,
      names: ['datum', 'startdatum', 'begindatum', 'date', 'toetsmoment', 'moment', 'dag'],
    },
    duration: { label: 'Duur', names: ['duur', 'duration'] },
    starts: {
      label: 'Begintijd',
      names: [
        ...['begintijd', 'starttijd', 'aanvang', 'aanvangstijd', 'tijd', 'tijden', 'begin', 'start', 'van', 'startsat'],
      ],
    },
    ends: { label: 'Eindtijd', names: ['eindtijd', 'eind', 'einde', 'tot', 'endsat'] },
    location: { label: 'Locatie', names: ['locatie', 'plaats', 'zaal', 'lokaal', 'ruimte', 'location'] },
    seats: {
      label: 'Plaatsen',
      names: ['plaatsen', 'aantalplaatsen', 'zitplaatsen', 'stoelen', 'capaciteit', 'seats'],
    },
    limit: {
      label: 'Maximum',
      names: ['maximum', 'max', 'limiet', 'maximumaantal', 'maximumaantalmodules', 'maxmodules', 'maxenrollments'],
    },
    modules: { label: 'Modules', names: ['modules', 'module', 'toetsen'] },
    opens: {
      label: 'Opent',
      names: [
        ...[
          'opent',
          'opentop',
          'opening',
          'openvanaf',
          'opentvanaf',
          'geopendvanaf',
          'openingsdatum',
          'opens',
          'openfrom',
        ],
        ...['inschrijvenvanaf', 'inschrijvingvanaf', 'inschrijvingopent', 'inschrijvingopen', 'aanmeldenvanaf'],
        ...['startinschrijving', 'begininschrijving', 'inschrijvingstart', 'enrolmentopens', 'enrollmentopens'],
      ],
    },
    closes: {
      label: 'Sluit',
      names: [
        ...[
          'sluit',
          'sluitop',
          'sluiting',
          'opentot',
          'opentotenmet',
          'geopendtot',
          'sluitingsdatum',
          'sluitdatum',
          'closes',
        ],
        ...['inschrijventot', 'inschrijvingtot', 'inschrijvingsluit', 'aanmeldentot', 'eindeinschrijving', 'deadline'],
        ...['openuntil', 'enrolmentcloses', 'enrollmentcloses'],
      ],
    },
  },
  // Seats before the limit of modules: 'Maximum aantal plaatsen' means seats.
  searched: [
    ...['date', 'duration', 'seats', 'limit', 'modules'],
    ...['opens', 'closes', 'starts', 'ends', 'location'],
  ],
  // Words for other days than that of the test moment, and for other seats than all of them.
  others: [
    ...['einddatum', 'eind', 'einde', 'aangemaakt', 'gewijzigd', 'uitslag', 'herkansing', 'inzage'],
    ...['vrij', 'vrije', 'bezet', 'bezette', 'resterend', 'resterende'],
  ],
  // Too common in longer headers: 'Inschrijving tot' is not the time at which a test ends.
  whole: ['aanvang', 'begin', 'start', 'van', 'eind', 'einde', 'tot', 'tijd', 'tijden'],
  needs: [['date']],
  isKey: isDay,
  guesses: [
    { meaning: 'date', is: isDay },
    { meaning: 'starts', is: (cell) => /^\d{1,2}[:.]\d{2}(?:\s*-|$)/.test(cell) },
    { meaning: 'ends', is: (cell) => /^\d{1,2}[:.]\d{2}$/.test(cell) },
  ],
  verdicts: {
    new: adds('Nieuw'),
    'new-past': addsNotably('Nieuw, maar al geweest.'),
    known: skips('Is er al op deze dag. Blijft zoals het is.'),
    'several-known': remarks(
      'Niet te zien is welk toetsmoment op deze dag dit is. Ze blijven zoals ze zijn; zet de begintijd in de lijst, of wijzig ze bij Toetsmomenten.',
    ),
    updated: changes('Is er al op deze dag. Wordt bijgewerkt.'),
    'modules-kept': remarks(
      (names) => `${names} blijft ook aangeboden: er zijn studenten ingeschreven of zij wachten er.`,
    ),
    'planned-past': remarks('De opening of sluiting in de lijst is al geweest en telt niet meer.'),
    'beside-others': remarks(
      (times) => `Op deze dag is er al een toetsmoment om ${times.replace(/, ([^,]*)$/, ' en om $1')} uur.`,
    ),
    'beside-listed': remarks(
      (times) =>
        `Op deze dag staat er in de lijst ook een toetsmoment om ${times.replace(/, ([^,]*)$/, ' en om $1')} uur.`,
    ),
    'time-moved': remarks((time) => `Het toetsmoment van ${time} uur op deze dag krijgt een andere tijd.`),
    'students-untold': remarks(
      (count) =>
        `${students(count)} ingeschreven, en ${isOne(count) ? 'blijft' : 'blijven'} dat. Je kunt hun een bericht meesturen.`,
    ),
    'students-above-limit': remarks(
      (count) =>
        `${students(count)} ingeschreven voor meer modules dan dit maximum, en ${isOne(count) ? 'blijft' : 'blijven'} dat.`,
    ),
    'students-above-seats': remarks(
      (count) => `Er zijn er dan ${count} meer ingeschreven dan er plaatsen zijn. Niemand raakt een plaats kwijt.`,
    ),
    'letters-lost': remarks(
      'In de locatie lijken letters verloren te zijn gegaan. Kijk de regel na, of sla de lijst op als ‘CSV UTF-8’.',
    ),
    repeated: remarks(repeatedText),
    contradicted: refuses(
      (line) =>
        `Zelfde dag als regel ${line}, met andere gegevens. Voeg de twee samen, of geef elk een eigen begintijd.`,
    ),
    shifted: refuses(shiftedText),
    total: refuses(totalText),
    'date-missing': refuses('De datum ontbreekt.'),
    'date-invalid': refuses('Dit is geen datum. Schrijf bijvoorbeeld 24-11-2026.'),
    'date-doubtful': refuses(
      'Elders in deze lijst staat de maand vóór de dag. Dan is niet te zien welke dag dit is. Schrijf bijvoorbeeld 3 dec 2026.',
    ),
    'duration-invalid': refuses('De duur moet ‘dag’ of ‘week’ zijn.'),
    'start-invalid': refuses('De begintijd is geen tijd. Schrijf bijvoorbeeld 09:00.'),
    'end-invalid': refuses('De eindtijd is geen tijd. Schrijf bijvoorbeeld 11:30.'),
    'location-too-long': refuses(placeRefusalTexts['location-too-long']),
    'location-unreadable': refuses(placeRefusalTexts['location-unreadable']),
    'end-without-start': refuses(placeRefusalTexts['end-without-start']),
    'end-too-early': refuses(placeRefusalTexts['end-too-early']),
    'week-with-times': refuses(placeRefusalTexts['week-with-times']),
    'seats-invalid': refuses(
      `Het aantal plaatsen moet een getal van 0 tot en met ${MOST_SEATS.toLocaleString('nl-NL')} zijn; 0 is onbeperkt.`,
    ),
    'limit-invalid': refuses(`Het maximum moet een getal van 0 tot en met ${MOST_MODULES} zijn; 0 is onbeperkt.`),
    'module-unknown': refuses((name) => `Er is geen module ‘${name}’.`),
    'module-inactive': refuses((name) => `Module ‘${name}’ is niet actief.`),
    'opening-invalid': refuses('De opening is geen tijd. Schrijf bijvoorbeeld 1-11-2026 09:00.'),
    'closing-invalid': refuses('De sluiting is geen tijd. Schrijf bijvoorbeeld 20-11-2026 17:00.'),
    'opening-past': refuses(scheduleRefusalTexts['opening-past']),
    'closing-past': refuses(scheduleRefusalTexts['closing-past']),
    'opening-too-late': refuses(scheduleRefusalTexts['opening-too-late']),
    'closing-too-late': refuses(scheduleRefusalTexts['closing-too-late']),
    'schedule-reversed': refuses(scheduleRefusalTexts['schedule-reversed']),
    'cell-error': remarks(cellErrorText),
  },
  columnMissing:
    'Er is geen kolom met datums. Zet boven de lijst bijvoorbeeld: datum;duur;begintijd;eindtijd;locatie;plaatsen;maximum;modules;opent;sluit',
  words: {
    ...outcomeTexts('toetsmoment', 'toetsmomenten'),
    tab: 'Toetsmomenten',
    intro: 'Nieuwe toetsmomenten zijn gesloten, tot hun opening of tot je ze zelf opent.',
    example: 'datum;duur;begintijd;eindtijd;locatie;plaatsen;maximum;modules;opent;sluit',
    columns:
      'Alleen datum is nodig. Duur is dag of week; plaatsen is hoeveel studenten er passen, maximum hoeveel modules een student mag kiezen; zonder modules gelden ze alle. In één kolom tijd mag ook: 9:00-11:30.',
    update:
      'Een toetsmoment dat er op die dag al is, wordt zoals de lijst zegt. Een lege cel laat staan wat er stond. Anders blijft het zoals het is.',
    nothing: 'Alle toetsmomenten van deze lijst zijn er al. Er is niets te importeren.',
  },
} satisfies ListKind

export type TestmomentVerdict = keyof typeof testmomentList.verdicts
