import { editTestmoment } from '#contract/testmoment.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/testmoment/managed-testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useTell } from '#src/toasts/tell-context.ts'
import { Switch } from '#src/ui/switch/switch.tsx'
import { testmomentsTexts as texts } from './testmoments.texts.ts'

interface EnrollmentsSwitchProps {
  api: Api
  testmoment: ManagedTestmoment
  onSwitched: () => void
}

/** Opens or closes enrolling by hand. */
export function EnrollmentsSwitch({ api, testmoment, onSwitched }: EnrollmentsSwitchProps) {
  const tell = useTell()
  const label = momentLabel(testmoment, Date.now())
  const switching = useChange({
    send: (enrollments_enabled: boolean) =>
      api.follow(editTestmoment, testmoment._links.edit, { body: { enrollments_enabled } }),
    onSaved: ({ entity }) => {
      tell('success', entity.enrollments_enabled ? texts.opened(label) : texts.closed(label))
      onSwitched()
    },
    onFailed: () => tell('error', texts.toggleFailed),
    onYield: onSwitched,
  })
  return (
    <>
      <Switch
        label={`Inschrijvingen actief voor ${label}`}
        checked={testmoment.enrollments_enabled}
        busy={switching.isBusy}
        onChange={switching.change}
      />
      {switching.dialog}
    </>
  )
}
