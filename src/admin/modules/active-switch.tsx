import { editModule } from '#contract/module.ts'
import type { ListedModule } from '#domain/modules/module.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { modulesTexts as texts } from './modules.texts.ts'

interface ActiveSwitchProps {
  api: Api
  module: ListedModule
}

/** A module out of use is no longer offered; who is enrolled in it stays so. */
export const ActiveSwitch = ({ api, module }: ActiveSwitchProps) => (
  <SavingSwitch
    label={`Module ${module.name} in gebruik`}
    checked={module.active}
    link={module._links.edit}
    save={(link, active, { theirs }) => api.follow(editModule, link, { body: editBody(module, { active }, theirs) })}
    told={({ entity, students_enrolled }) => {
      const stay = entity.active || students_enrolled === 0 ? '' : texts.stillEnrolled(students_enrolled)
      return texts.edited(entity.name) + stay
    }}
  />
)
