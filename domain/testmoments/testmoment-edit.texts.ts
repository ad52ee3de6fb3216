import { dateLabel, dayLabel, instantLabel, type ReadAt } from '#domain/calendar/date-labels.ts'
import type { FieldTexts } from '#domain/entities/differences.ts'
import { availabilityLabel, limitLabel } from '#domain/testmoments/testmoment-list.texts.ts'
import { MAX_LOCATION_LENGTH, type PlaceRefusal } from './place.rules.ts'
import type { TestmomentFields, TestmomentModule } from './testmoment.schema.ts'
import type { ScheduleRefusal } from './testmoment-edit.rules.ts'

/** Only a remark: a teacher may add past moments later. */
export const pastDaysText = 'Deze datum is al geweest: studenten kunnen zich hiervoor niet inschrijven.'

interface TitledMoment extends Pick<TestmomentFields, 'date' | 'duration' | 'starts_at'> {
  /** another moment is on the same day */
  shares_day: boolean
}

/**
 * Title of a moment's page. It has the year, since tabs and bookmarks are read later. A week is '(week)', so that 'van' does not
 * occur twice. The time only distinguishes two moments of one day.
 */
function titleOf({ date, duration, starts_at, shares_day }: TitledMoment): string {
  if (duration === 'week') return `Toetsmoment van ${dateLabel(date, 'any-time')} (week)`
  const time = shares_day && starts_at ? `, ${starts_at}` : ''
  return `Toetsmoment van ${dayLabel(date, 'any-time')}${time}`
}

export const testmomentTitles = {
  edit: (moment: TitledMoment) => `${titleOf(moment)} Wijzigen`,
  deletion: (moment: TitledMoment) => `${titleOf(moment)} verwijderen?`,
}

/** `readAt` decides whether dates say their year. */
export function testmomentFieldTexts(readAt: ReadAt): FieldTexts<TestmomentFields> {
  const showTime = (instant: string | null) => (instant === null ? 'niet gepland' : instantLabel(instant, readAt))
  return {
    date: { label: 'Datum', show: (date) => dayLabel(date, readAt) },
    duration: { label: 'Duur', show: (duration) => ({ day: 'een dag', week: 'een week' })[duration] },
    starts_at: { label: 'Begintijd', show: showIfAny },
    ends_at: { label: 'Eindtijd', show: showIfAny },
    location: { label: 'Locatie', show: showIfAny },
    max_enrollments: { label: 'Maximum', show: limitLabel },
    seats: { label: 'Plaatsen', show: (seats) => (seats === 0 ? 'onbeperkt' : String(seats)) },
    enrollments_enabled: { label: 'Inschrijvingen', show: (enabled) => (enabled ? 'open' : 'gesloten') },
    enrollments_open_at: { label: 'Opent op', show: showTime },
    enrollments_close_at: { label: 'Sluit op', show: showTime },
  }
}

const showIfAny = (text: string | null): string => text ?? 'geen'

type ShownModule = Pick<TestmomentModule, 'name' | 'auto_enroll'>

export const listedModuleLabel = ({ name, auto_enroll }: ShownModule): string =>
  auto_enroll ? `${name} (automatisch)` : name

export const testmomentModulesTexts: FieldTexts<{ modules: readonly ShownModule[] }> = {
  modules: { label: 'Modules', show: (modules) => availabilityLabel.list(modules.map(listedModuleLabel)) },
}

export const placeRefusalTexts = {
  'location-too-long': `De locatie mag niet langer zijn dan ${MAX_LOCATION_LENGTH} tekens.`,
  'location-unreadable': 'De locatie bevat tekens die niet leesbaar zijn. Typ de locatie opnieuw.',
  'end-without-start': 'Vul ook een begintijd in, of laat de eindtijd leeg.',
  'end-too-early': 'De eindtijd moet na de begintijd liggen.',
  'week-with-times': 'Een toetsmoment van een week heeft geen begin- en eindtijd. Laat die leeg.',
} satisfies Record<PlaceRefusal, string>

export const scheduleRefusalTexts = {
  'opening-past': 'De opening is al geweest. Laat die leeg of kies een later moment.',
  'closing-past': 'De sluiting is al geweest. Laat die leeg of kies een later moment.',
  'opening-too-late': 'Bij de opening is het toetsmoment al geweest. Laat die leeg of kies een eerder moment.',
  'closing-too-late':
    'Bij de sluiting is het toetsmoment al begonnen. Kies een tijd vóór het begin van de toets, of anders vóór de eerste dag.',
  'schedule-reversed': 'De sluitingstijd moet na de openingstijd liggen.',
} satisfies Record<ScheduleRefusal, string>
