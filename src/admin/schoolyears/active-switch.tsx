import { editSchoolyear } from '#contract/schoolyear.ts'
import type { Schoolyear } from '#domain/schoolyear/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useTell } from '#src/toasts/tell-context.ts'
import { Switch } from '#src/ui/switch/switch.tsx'
import { schoolyearsTexts as texts } from './schoolyears.texts.ts'

interface ActiveSwitchProps {
  api: Api
  schoolyear: Schoolyear
  /** the list is to be asked for again: also the year that was active until now has changed */
  onSwitched: () => void
}

export function ActiveSwitch({ api, schoolyear, onSwitched }: ActiveSwitchProps) {
  const tell = useTell()
  const { edit } = schoolyear._links
  const switching = useChange({
    send: (active: boolean) => {
      if (!edit) throw new Error('The school year has no link to edit it')
      return api.follow(editSchoolyear, edit, { body: { active } })
    },
    onSaved: ({ entity, enrollments_made }) => {
      tell('success', entity.active ? texts.activated(entity.name, enrollments_made) : texts.deactivated(entity.name))
      onSwitched()
    },
    onFailed: () => tell('error', texts.toggleFailed),
    onYield: onSwitched,
  })
  return (
    <>
      <Switch
        label={`Schooljaar ${schoolyear.name} actief`}
        checked={schoolyear.active}
        busy={switching.isBusy}
        onChange={switching.change}
      />
      {switching.dialog}
    </>
  )
}
