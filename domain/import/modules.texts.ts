import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { cellErrorText, outcomeTexts, repeatedText, shiftedText, totalText } from './list-kind.texts.ts'
import { adds, changes, type ListKind, refuses, remarks, skips } from './list-kind.ts'

export const moduleList = {
  columns: {
    name: {
      label: 'Naam',
      required: true,
      names: ['naam', 'module', 'modulenaam', 'modulecode', 'code', 'afkorting', 'name'],
    },
    description: { label: 'Beschrijving', names: ['beschrijving', 'omschrijving', 'titel', 'uitleg', 'description'] },
    departments: {
      label: 'Studierichtingen',
      names: ['studierichtingen', 'studierichting', 'opleidingen', 'opleiding', 'departments'],
    },
  },
  others: ['docent', 'datum', 'aantal', 'jaar'],
  whole: ['code', 'titel', 'naam', 'name'],
  needs: [['name']],
  isKey: () => false,
  guesses: [{ meaning: 'name', is: () => true }],
  verdicts: {
    new: adds('Nieuw'),
    known: skips('Is er al. Blijft zoals hij is.'),
    updated: changes('Is er al. Wordt bijgewerkt.'),
    'letters-lost': remarks(
      'Er lijken letters verloren te zijn gegaan. Kijk de regel na, of sla de lijst op als ‘CSV UTF-8’.',
    ),
    'description-kept': remarks(
      'In de beschrijving lijken letters verloren te zijn gegaan. Ze blijft zoals ze is; sla de lijst op als ‘CSV UTF-8’.',
    ),
    'module-archived': remarks((name) => `Module ‘${name}’ is gearchiveerd en blijft dat. Wordt overgeslagen.`),
    repeated: remarks(repeatedText),
    contradicted: refuses(
      (line) => `Staat ook op regel ${line}, met andere gegevens. Zet alles van deze module op één regel.`,
    ),
    shifted: refuses(shiftedText),
    total: refuses(totalText),
    'name-missing': refuses('De naam ontbreekt.'),
    'name-too-long': refuses(schoolNameRefusalTexts['school-name-too-long']),
    'name-unreadable': refuses(schoolNameRefusalTexts['school-name-unreadable']),
    'department-new': remarks((name) => `Studierichting ‘${name}’ is er nog niet en wordt ook gemaakt.`),
    'department-archived': refuses(
      (name) => `Studierichting ‘${name}’ is gearchiveerd. Haal haar terug, of laat haar hier weg.`,
    ),
    'department-ambiguous': refuses((name) => `Er zijn meer studierichtingen die ‘${name}’ heten.`),
    'department-name-too-long': refuses((name) => `De naam van studierichting ‘${name}’ is te lang.`),
    'department-name-unreadable': refuses(
      (name) => `De naam van studierichting ‘${name}’ bevat tekens die niet leesbaar zijn.`,
    ),
    'cell-error': remarks(cellErrorText),
  },
  columnMissing: 'Er is geen kolom met namen. Zet boven de lijst bijvoorbeeld: naam;beschrijving;studierichtingen',
  words: {
    ...outcomeTexts('module', 'modules'),
    tab: 'Modules',
    intro:
      'Nieuwe modules komen er meteen bij en gelden voor de studierichtingen die erbij staan. Een studierichting die er nog niet is, wordt gemaakt.',
    example: 'naam;beschrijving;studierichtingen',
    columns: 'Alleen naam is nodig. Zet tussen studierichtingen een komma.',
    update:
      'Een module die er al is, krijgt de beschrijving van de lijst. Studierichtingen die nog ontbreken, komen erbij. Er gaat geen studierichting af.',
    nothing: 'Alle modules van deze lijst zijn er al. Er is niets te importeren.',
  },
} satisfies ListKind

export type ModuleVerdict = keyof typeof moduleList.verdicts
