import { dottedNumber } from '#domain/entities/counts.texts.ts'
import { followRefusalTexts } from '#domain/users/followed.texts.ts'
import { MAX_CELL_LENGTH, MAX_COLUMNS } from './csv.rules.ts'
import type { UndoHindrance } from './import.schema.ts'
import { type ImportKind, listKind } from './import-kinds.ts'
import { type ImportFault, MAX_IMPORT_LINES } from './list-kind.ts'

export const importRefusalTexts = {
  'import-empty': () => 'Er staat nog niets in de lijst.',
  'import-too-long': () =>
    `De lijst is te lang: hoogstens ${dottedNumber(MAX_IMPORT_LINES)} regels tegelijk. Importeer hem in delen.`,
  'import-quote-open': (_, line) =>
    `Op regel ${line ?? '?'} begint een aanhalingsteken dat nergens eindigt. Haal het weg of zet er een bij.`,
  'import-line-too-long': (_, line) =>
    `Regel ${line ?? '?'} is te lang: hoogstens ${MAX_COLUMNS} kolommen, en ${dottedNumber(MAX_CELL_LENGTH)} tekens per kolom. Misschien staat er een aanhalingsteken te veel.`,
  'import-column-missing': (kind) => listKind(kind).columnMissing,
} satisfies Record<ImportFault, (kind: ImportKind, line?: number) => string>

export const importedLabel = ({ added, changed }: { added: number; changed: number }): string =>
  [added > 0 && `${dottedNumber(added)} toegevoegd`, changed > 0 && `${dottedNumber(changed)} gewijzigd`]
    .filter(Boolean)
    .join(', ')

export const undoneLabel = ({ undone, stayed }: { undone: number; stayed: number }): string =>
  `${dottedNumber(undone)} teruggedraaid${stayed > 0 ? `, ${dottedNumber(stayed)} gebleven` : ''}`

export const undoHindranceTexts = {
  gone: 'Is er niet meer.',
  'logged-in': 'Heeft al ingelogd.',
  activated: 'Is al geactiveerd.',
  edited: 'Is sindsdien gewijzigd.',
  enrolled: 'Er zijn al inschrijvingen.',
  published: 'Is al gepubliceerd.',
  'in-use': 'Wordt al gebruikt.',
  'planned-past': 'De vorige opening of sluiting is al geweest.',
  'number-taken': 'Het vorige studentnummer is nu van iemand anders.',
  'follows-source': followRefusalTexts['follows-source'],
  'address-changed':
    'Het e-mailadres is ook gewijzigd, en dat is het oude adres verteld. Importeer een lijst met het vorige adres.',
  'too-old': 'Is te lang geleden: wat er stond, wordt niet meer bewaard.',
} satisfies Record<UndoHindrance, string>
