import { editSchoolyear } from '#contract/schoolyear.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { schoolyearsTexts as texts } from './schoolyears.texts.ts'

interface ActiveSwitchProps {
  api: Api
  schoolyear: Schoolyear
}

export const ActiveSwitch = ({ api, schoolyear }: ActiveSwitchProps) => (
  <SavingSwitch
    label={`Schooljaar ${schoolyear.name} actief`}
    checked={schoolyear.active}
    link={schoolyear._links.edit}
    save={(link, active, { confirmed, theirs }) =>
      api.follow(editSchoolyear, link, { query: { confirmed }, body: editBody(schoolyear, { active }, theirs) })
    }
    told={({ entity, enrollments_made }) =>
      entity.active ? texts.activated(entity.name, enrollments_made) : texts.deactivated(entity.name)
    }
    confirmTitle={texts.activateQuestion(schoolyear.name)}
    confirmLabel="Schooljaar activeren"
  />
)
