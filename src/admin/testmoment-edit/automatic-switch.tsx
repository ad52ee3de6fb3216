import { addTestmomentModules } from '#contract/testmoment.ts'
import type { ManagedTestmoment } from '#domain/testmoment/managed-testmoment.schema.ts'
import type { TestmomentModule } from '#domain/testmoment/testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useTell } from '#src/toasts/tell-context.ts'
import { Switch } from '#src/ui/switch/switch.tsx'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'

interface AutomaticSwitchProps {
  api: Api
  testmoment: ManagedTestmoment
  module: TestmomentModule
  onSwitched: () => void
}

export function AutomaticSwitch({ api, testmoment, module, onSwitched }: AutomaticSwitchProps) {
  const tell = useTell()
  const switching = useChange({
    send: (auto_enroll: boolean) =>
      api.follow(
        addTestmomentModules,
        { ...testmoment._links.edit_modules, method: 'PATCH' },
        { body: { entities: [{ id: module.id, auto_enroll }] } },
      ),
    onSaved: ({ enrollments_made }, auto_enroll) => {
      tell('success', texts.automatic(module.name, auto_enroll, enrollments_made))
      onSwitched()
    },
    onFailed: () => tell('error', texts.toggleFailed),
    onYield: onSwitched,
  })
  return (
    <>
      <Switch
        label={`Automatisch inschrijven voor ${module.name}`}
        checked={module.auto_enroll}
        busy={switching.isBusy}
        onChange={switching.change}
      />
      {switching.dialog}
    </>
  )
}
