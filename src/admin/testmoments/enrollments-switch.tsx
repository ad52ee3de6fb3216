import { editTestmoment } from '#contract/testmoment.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/testmoments/testmoment.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { testmomentsTexts as texts } from './testmoments.texts.ts'

interface EnrollmentsSwitchProps {
  api: Api
  testmoment: ManagedTestmoment
}

/** Opens or closes enrolling by hand. */
export function EnrollmentsSwitch({ api, testmoment }: EnrollmentsSwitchProps) {
  const moment = momentLabel(testmoment, Date.now())
  return (
    <SavingSwitch
      label={`Inschrijvingen actief voor ${moment}`}
      checked={testmoment.enrollments_enabled}
      link={testmoment._links.edit}
      save={(link, enrollments_enabled, { theirs }) =>
        api.follow(editTestmoment, link, { body: editBody(testmoment, { enrollments_enabled }, theirs) })
      }
      told={({ entity }) => (entity.enrollments_enabled ? texts.opened(moment) : texts.closed(moment))}
    />
  )
}
