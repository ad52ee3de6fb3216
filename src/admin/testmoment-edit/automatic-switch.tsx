import { addTestmomentModules } from '#contract/testmoment.ts'
import type { ManagedTestmoment, TestmomentModule } from '#domain/testmoments/testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'

interface AutomaticSwitchProps {
  api: Api
  testmoment: ManagedTestmoment
  module: TestmomentModule
}

export const AutomaticSwitch = ({ api, testmoment, module }: AutomaticSwitchProps) => (
  <SavingSwitch
    label={`Automatisch inschrijven voor ${module.name}`}
    checked={module.auto_enroll}
    link={{ ...testmoment._links.edit_modules, method: 'PATCH' }}
    save={(link, auto_enroll, { confirmed }) =>
      api.follow(addTestmomentModules, link, {
        query: { confirmed },
        body: { entities: [{ id: module.id, auto_enroll }] },
      })
    }
    told={({ enrollments_made }, auto_enroll) => texts.automatic(module.name, auto_enroll, enrollments_made)}
    confirmTitle={texts.automaticQuestion(module.name)}
    confirmLabel="Automatisch inschrijven"
  />
)
