import { editTestmoment } from '#contract/testmoment.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/testmoment/managed-testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
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
      save={(link, enrollments_enabled) => api.follow(editTestmoment, link, { body: { enrollments_enabled } })}
      told={({ entity }) => (entity.enrollments_enabled ? texts.opened(moment) : texts.closed(moment))}
    />
  )
}
