import { counted, countedTestmoments, dottedNumber } from '#domain/entities/counts.texts.ts'
import type { MomentsAct } from '#domain/testmoments/moments-act.schema.ts'

export type ActKind = MomentsAct['kind']

const are = (count: number) => (count === 1 ? 'is' : 'zijn')

/** Acts on selected moments, in the order of their buttons. */
export const actTexts = {
  open: { button: 'Openen', title: 'Inschrijvingen openen', confirm: 'openen', done: 'geopend' },
  close: { button: 'Sluiten', title: 'Inschrijvingen sluiten', confirm: 'sluiten', done: 'gesloten' },
  plan: { button: 'Plannen', title: 'Opening en sluiting plannen', confirm: 'plannen', done: 'gepland' },
  seats: { button: 'Plaatsen', title: 'Plaatsen wijzigen', confirm: 'wijzigen', done: 'gewijzigd' },
  modules: { button: 'Modules', title: 'Modules wijzigen', confirm: 'wijzigen', done: 'gewijzigd' },
  delete: { button: 'Verwijderen', title: 'Toetsmomenten verwijderen', confirm: 'verwijderen', done: 'verwijderd' },
} satisfies Record<ActKind, Record<'button' | 'title' | 'confirm' | 'done', string>>

export const manyTexts = {
  ticked: (count: number) => `${countedTestmoments(count)} aangevinkt`,
  counted: (shown: number, all: number) =>
    shown === all ? countedTestmoments(all) : `${dottedNumber(shown)} van ${countedTestmoments(all)}`,
  preview: 'Bekijk wat er verandert',
  previewFailed: 'Het is niet gelukt om te bekijken wat er verandert',
  failed: 'Het is niet gelukt',
  changed: 'Er is intussen iets veranderd: dit is wat er nu zou gebeuren. Er is nog niets gewijzigd.',
  tooMany: (most: number) => `Vink er hoogstens ${most} tegelijk aan.`,
  /** '5 van de 7 toetsmomenten worden geopend. 2 kunnen niet.' */
  summary: (kind: ActKind, { will, already, refused }: Record<'will' | 'already' | 'refused', number>) =>
    [
      will === 0
        ? 'Er verandert niets.'
        : `${counted(will, 'toetsmoment wordt', 'toetsmomenten worden')} ${actTexts[kind].done}.`,
      already > 0 && `${already} ${are(already)} al zo.`,
      refused > 0 && `Bij ${refused} kan het niet.`,
    ]
      .filter(Boolean)
      .join(' '),
  confirm: (kind: ActKind, count: number) =>
    kind === 'plan'
      ? `Voor ${countedTestmoments(count)} plannen`
      : kind === 'seats' || kind === 'modules'
        ? `${actTexts[kind].button} van ${countedTestmoments(count)} wijzigen`
        : `${countedTestmoments(count)} ${actTexts[kind].confirm}`,
  done: (kind: ActKind, count: number) => `${countedTestmoments(count)} ${are(count)} ${actTexts[kind].done}`,
  /** 'Bij 1 kon het niet: die blijft aangevinkt.', after the outcome; empty if it was done to all */
  remaining: (refused: number) =>
    refused === 0 ? '' : ` Bij ${refused} kon het niet: die ${refused === 1 ? 'blijft' : 'blijven'} aangevinkt.`,
  /** says what students lose, or that it cannot be undone; empty for neither */
  losses: (kind: ActKind, { enrollments, waits }: { enrollments: number; waits: number }) =>
    [
      enrollments > 0 && `${counted(enrollments, 'inschrijving vervalt', 'inschrijvingen vervallen')}.`,
      waits > 0 && `${counted(waits, 'plaats op een wachtlijst vervalt', 'plaatsen op wachtlijsten vervallen')}.`,
      kind === 'delete' && 'Verwijderen kan niet ongedaan worden gemaakt.',
    ]
      .filter(Boolean)
      .join(' '),
  nothing: 'Kies wat je wilt wijzigen.',
  already: 'Is al zo',
  refused: 'Kan niet',
  gone: 'Verwijderd toetsmoment',
  changes: 'Wat er verandert',
}

export const fieldTexts = {
  keep: 'Laten zoals het is',
  before: 'Een aantal dagen voor elk toetsmoment',
  atOneTime: 'Op één tijd voor alle',
  planNothing: 'Niets meer plannen',
  daysRange: (most: number) => `0 tot en met ${most}`,
  opensAt: 'Opent op',
  closesAt: 'Sluit op',
  add: 'Toevoegen',
  addHint: 'Wat er al op staat, blijft.',
  replace: 'Vervangen',
  replaceHint: 'Alleen wat je aanvinkt, blijft over.',
  whatWithModules: 'Wat wil je met de modules?',
} as const
