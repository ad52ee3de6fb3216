import { editModule } from '#contract/module.ts'
import type { ListedModule } from '#domain/module/module.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useTell } from '#src/toasts/tell-context.ts'
import { Switch } from '#src/ui/switch/switch.tsx'
import { modulesTexts as texts } from './modules.texts.ts'

interface ActiveSwitchProps {
  api: Api
  module: ListedModule
  onSwitched: () => void
}

/** A module out of use is no longer offered; who is enrolled in it stays so. */
export function ActiveSwitch({ api, module, onSwitched }: ActiveSwitchProps) {
  const tell = useTell()
  const { edit } = module._links
  const switching = useChange({
    send: (active: boolean) => {
      if (!edit) throw new Error('The module has no link to edit it')
      return api.follow(editModule, edit, { body: { active } })
    },
    onSaved: ({ entity, students_enrolled }) => {
      const stay = entity.active || students_enrolled === 0 ? '' : texts.stillEnrolled(students_enrolled)
      tell('success', texts.edited(entity.name) + stay)
      onSwitched()
    },
    onFailed: () => tell('error', texts.toggleFailed),
    onYield: onSwitched,
  })
  return (
    <>
      <Switch
        label={`Module ${module.name} in gebruik`}
        checked={module.active}
        busy={switching.isBusy}
        onChange={switching.change}
      />
      {switching.dialog}
    </>
  )
}
