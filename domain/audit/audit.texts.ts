import { briefLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { counted, countedResults, countedStudents } from '#domain/entities/counts.texts.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import type { LoginMethod } from '#domain/logins/login.schema.ts'
import { loginMethodLabels } from '#domain/logins/login.texts.ts'
import type { AuditAction, AuditFilter, AuditRefusal, AuditResource } from './audit.schema.ts'

/** Most lines exported. Kept apart from the schemas, which are not in the browser's bundle. */
export const MOST_EXPORTED = 100_000

export const DELETED_USER = 'verwijderde gebruiker'
export const DELETED_USERS = 'Verwijderde gebruikers'
export const DELETED_RECORD = 'verwijderd'
export const SCHEDULE = 'Het systeem'
/** Actor of changes that the nightly run made after the school's own system. */
export const SOURCE = 'Studentensysteem'
/** 'Koppeling Ans': a system of the school that acted. */
export const connectionActor = (name: string): string => `Koppeling ${name}`

export const auditResourceLabels = {
  schoolyear: 'Schooljaar',
  testmoment: 'Toetsmoment',
  module: 'Module',
  education_department: 'Studierichting',
  room: 'Lokaal',
  import: 'Import',
  connection: 'Koppeling',
  user: 'Gebruiker',
  enrollment: 'Inschrijving',
  message: 'Bericht',
  source: 'Studentensysteem',
  audit: 'Logboek',
} satisfies Record<AuditResource, string>

/** Plural names of kinds, for an act on several records. */
export const auditResourcePlurals = {
  schoolyear: 'schooljaren',
  testmoment: 'toetsmomenten',
  module: 'modules',
  education_department: 'studierichtingen',
  room: 'lokalen',
  import: 'imports',
  connection: 'koppelingen',
  user: 'gebruikers',
  enrollment: 'inschrijvingen',
  message: 'berichten',
  source: 'studentensysteem',
  audit: 'logboeken',
} satisfies Record<AuditResource, string>

export const auditActionLabels = {
  created: 'aangemaakt',
  imported: 'geïmporteerd',
  'import-undone': 'import teruggedraaid',
  edited: 'gewijzigd',
  deleted: 'verwijderd',
  archived: 'gearchiveerd',
  unarchived: 'uit het archief gehaald',
  copied: 'gekopieerd',
  'recess-edited': 'lesvrije weken gewijzigd',
  invited: 'activatiemail verstuurd',
  'modules-edited': 'modules gewijzigd',
  'rooms-edited': 'lokalen gewijzigd',
  'rooms-divided': 'studenten verdeeld over de lokalen',
  'rooms-published': 'zalen bekendgemaakt',
  'chairs-moved': 'studenten naar een ander lokaal gezet',
  'chairs-moved-above-seats': 'studenten in een vol lokaal gezet',
  opened: 'opengesteld',
  closed: 'gesloten',
  'activation-resent': 'activatiemail opnieuw verstuurd',
  'department-switched': 'van studierichting gewisseld',
  'school-linked': 'schoolaccount gekoppeld',
  'school-unlinked': 'schoolaccount ontkoppeld',
  'school-bar-lifted': 'verwijderd schoolaccount weer toegelaten',
  'passkey-added': 'passkey toegevoegd',
  'passkey-removed': 'passkey verwijderd',
  'second-factor-made': 'tweede stap ingesteld',
  'second-factor-removed': 'tweede stap verwijderd',
  'second-factor-reset': 'tweede stap gereset',
  'recovery-codes-renewed': 'herstelcodes vernieuwd',
  'password-changed': 'wachtwoord gewijzigd',
  'password-set': 'wachtwoord ingesteld met een link',
  activated: 'account geactiveerd',
  'logged-in': 'ingelogd',
  'logged-out': 'uitgelogd',
  'login-ended': 'login beëindigd',
  enrolled: 'ingeschreven',
  'enrolled-above-seats': 'ingeschreven boven het aantal plaatsen',
  unenrolled: 'uitgeschreven',
  promoted: 'van de wachtlijst een plaats gegeven',
  'promoted-above-seats': 'van de wachtlijst een plaats gegeven, boven het aantal plaatsen',
  'put-on-waiting': 'op de wachtlijst gezet',
  'removed-from-waiting': 'van de wachtlijst gehaald',
  'presence-noted': 'aanwezigheid genoteerd',
  'walked-in': 'ingeschreven op de toetsdag',
  'invigilators-linked': 'surveillantenlink gemaakt',
  'invigilators-ended': 'surveillantenlink beëindigd',
  'invigilator-removed': 'apparaat van een surveillant afgemeld',
  'results-edited': 'uitslagen ingevoerd',
  'results-imported': 'uitslagen geïmporteerd',
  'results-published': 'uitslagen gepubliceerd',
  'results-exported': 'uitslagen geëxporteerd',
  exported: 'geëxporteerd',
  'checklist-made': 'presentielijst gemaakt',
  'extra-time-listed': 'lijst voor de surveillant gemaakt',
  sent: 'verstuurd',
  'source-run': 'opgehaald',
  'source-applied': 'doorgevoerd',
  'source-left': 'niet doorgevoerd',
  'source-confirmed': 'bevestigd',
  'source-rejected': 'afgewezen',
  'result-held': 'uitslag geweigerd',
  'result-sent': 'uitslag verstuurd',
  'result-refused': 'uitslag niet aangekomen',
  'result-resent': 'uitslag opnieuw verstuurd',
  'result-settled': 'uitslag zelf verwerkt',
  'connection-revoked': 'ingetrokken',
  'connection-renewed': 'geheim vernieuwd',
  'connection-read': 'gelezen',
} satisfies Record<AuditAction, string>

export const auditActionFilterLabels = {
  ...auditActionLabels,
  logins: 'inloggen en uitloggen',
} satisfies Record<NonNullable<AuditFilter['action']>, string>

export const isAuditResource = (value: unknown): value is AuditResource =>
  typeof value === 'string' && Object.hasOwn(auditResourceLabels, value)

/** Label of a moment in the log, always with its year, since the log is read long after. */
export const momentSubject = (moment: WhenAndWhere): string => briefLabel(moment, 'any-time')

/** 'ALG1, vr 20 mrt 2026': module and moment. */
export const placeSubject = (module: string, moment: WhenAndWhere): string => `${module}, ${momentSubject(moment)}`

/** '23 uitslagen: ALG1, GON' */
export const resultsSubject = (count: number, modules: readonly string[]): string =>
  `${countedResults(count)}: ${modules.toSorted().join(', ')}`

export const loginSubject = (method: LoginMethod): string => `met ${loginMethodLabels[method]}`

export const loginEndings = {
  owner: 'vanaf een ander apparaat',
  reused: 'de sleutel van de login is twee keer gebruikt',
  school: 'door de school',
  setting: 'door een strengere instelling',
  password: 'door een nieuw wachtwoord',
  address: 'door een nieuw e-mailadres',
  colleague: 'door een docent',
} as const
export type LoginEnding = keyof typeof loginEndings

export const loginEndSubject = (ending: LoginEnding, count: number): string =>
  count === 1 ? loginEndings[ending] : `${loginEndings[ending]} (${count} logins)`

/** '3 studenten naar B3.14' */
export const movedChairsSubject = (count: number, room: string): string => `${presencesSubject(count)} naar ${room}`

export const tickedSubject = (count: number, byCode: number): string =>
  `${presencesSubject(count)}, door een surveillant${byCodeText(byCode)}`

/** '23 studenten, waarvan 12 door een code' */
export const tickedByTeacherSubject = (count: number, byCode: number): string =>
  presencesSubject(count) + byCodeText(byCode)

const byCodeText = (byCode: number): string => (byCode === 0 ? '' : `, waarvan ${byCode} door een code`)

export const presencesSubject = (count: number): string => countedStudents(count)

/** 'studenten', 'toetsmomenten (2026-2027)' */
export const importSubject = ({ kind, place }: { kind: ImportKind; place: string | null }): string =>
  `${listKind(kind).words.tab.toLowerCase()}${place === null ? '' : ` (${place})`}`

export const linesLabel = (count: number): string => counted(count, 'regel', 'regels')

export const auditRefusalTexts = {
  'audit-too-long': `Dit zijn meer dan ${linesLabel(MOST_EXPORTED)}. Kies een kortere periode of een ander filter, en exporteer opnieuw.`,
} satisfies Record<AuditRefusal, string>

export const isAuditActionFilter = (value: unknown): value is NonNullable<AuditFilter['action']> =>
  typeof value === 'string' && Object.hasOwn(auditActionFilterLabels, value)
