import type { ReactNode } from 'react'
import { readWrittenClock } from '#domain/calendar/date-input.rules.ts'
import type { Duration, WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { type PlaceRefusal, placeRefusal, tidyLocation } from '#domain/testmoments/place.rules.ts'
import { placeRefusalTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { TimeField } from '#src/parts/date-field.tsx'
import { TextField } from '#src/ui/field.tsx'
import styles from './settings.module.css'
import { placeTexts as texts } from './settings.texts.ts'

/** Time and place as typed; empty if unknown. */
export interface PlaceDraft {
  location: string
  startsAt: string
  endsAt: string
}

export const nowhere: PlaceDraft = { location: '', startsAt: '', endsAt: '' }

type Place = Pick<WhenAndWhere, 'location' | 'starts_at' | 'ends_at'>

export const placeDraftOf = ({ location, starts_at, ends_at }: Place): PlaceDraft => ({
  location: location ?? '',
  startsAt: starts_at ?? '',
  endsAt: ends_at ?? '',
})

/** Reads the fields; a week has no times, whatever was typed. Null while a time is invalid: its field shows the error. */
export function readPlaceDraft({ location, startsAt, endsAt }: PlaceDraft, duration: Duration): Place | null {
  const [starts_at, ends_at] = duration === 'week' ? [null, null] : [readTyped(startsAt), readTyped(endsAt)]
  if (starts_at === undefined || ends_at === undefined) return null
  return { location: tidyLocation(location), starts_at, ends_at }
}

/** Null for empty text, undefined if it is not a time. */
const readTyped = (text: string): string | null | undefined =>
  text.trim() === '' ? null : (readWrittenClock(text) ?? undefined)

/** Field for each refusal; a week has no fields for times. */
const fields = {
  'location-too-long': 'location',
  'location-unreadable': 'location',
  'end-without-start': 'endsAt',
  'end-too-early': 'endsAt',
} satisfies Partial<Record<PlaceRefusal, keyof PlaceDraft>>

export type PlaceProblem = keyof typeof fields

export const isPlaceProblem = (reason: string | null): reason is PlaceProblem => reason !== null && reason in fields

interface PlaceFieldsProps {
  draft: PlaceDraft
  duration: Duration
  /** the server's refusal, where it knows better */
  refused?: PlaceProblem | null
  onEdit: (changes: Partial<PlaceDraft>) => void
  /** field shown beside the place, where there is room */
  beside?: ReactNode
}

const problemOf = (draft: PlaceDraft): PlaceRefusal | null => {
  const place = readPlaceDraft(draft, 'day')
  return place && placeRefusal({ ...place, date: '', duration: 'day' })
}

export function PlaceFields({ draft, duration, refused = null, onEdit, beside }: PlaceFieldsProps) {
  // Checked separately, so that an invalid time does not hide an error in the place.
  const problems = [
    refused,
    ...[
      { ...draft, location: '' },
      { ...nowhere, location: draft.location },
    ].map(problemOf),
  ]
  const errorOf = (field: keyof PlaceDraft) => {
    const problem = problems.filter(isPlaceProblem).find((found) => fields[found] === field)
    return problem && placeRefusalTexts[problem]
  }
  return (
    <fieldset data-layout="grid 3 shrinks">
      <legend>Tijd en locatie</legend>
      {duration === 'week' ? (
        <p data-text="muted">{texts.weekHasNoTimes}</p>
      ) : (
        <div data-layout="grid 4 start pair">
          <TimeField
            label="Begintijd"
            value={draft.startsAt}
            problem={errorOf('startsAt')}
            onChange={(startsAt) => onEdit({ startsAt })}
          />
          <TimeField
            label="Eindtijd"
            value={draft.endsAt}
            problem={errorOf('endsAt')}
            onChange={(endsAt) => onEdit({ endsAt })}
          />
        </div>
      )}
      <div className={styles.where} data-layout="grid 4 x3 start">
        <TextField
          label="Locatie"
          hint={texts.placeHint}
          value={draft.location}
          error={errorOf('location')}
          onChange={(event) => onEdit({ location: event.target.value })}
        />
        {beside}
      </div>
    </fieldset>
  )
}
