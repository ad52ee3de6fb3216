import type { SchoolyearInUse } from '#contract/refusals.ts'
import { deleteSchoolyear, editSchoolyear } from '#contract/schoolyears.gen.ts'
import type { ManagedSchoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { schoolyearRefusalTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { ArchiveButton, DeleteButton } from '#src/parts/registers/register-list.tsx'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { schoolyearsTexts as texts } from './schoolyears.texts.ts'

interface PutAwayButtonsProps {
  schoolyear: ManagedSchoolyear
}

/** Archives or restores a school year, which takes nothing from anyone; or deletes one without moments. */
export function PutAwayButtons({ schoolyear }: PutAwayButtonsProps) {
  const api = useApi()
  const { archive, restore, delete: removal } = schoolyear._links
  const toggle = archive ?? restore
  return (
    <>
      {toggle && (
        <ArchiveButton
          record={schoolyear}
          texts={texts}
          save={(archived, { theirs }) =>
            api.follow(editSchoolyear, toggle, { body: editBody(schoolyear, { archived }, theirs) })
          }
          refusals={schoolyearRefusalTexts}
        />
      )}
      {removal && (
        <DeleteButton
          name={schoolyear.name}
          texts={texts}
          question={texts.deletion(schoolyear.recesses)}
          remove={() => api.follow(deleteSchoolyear, removal)}
          failed={failureText}
        />
      )}
    </>
  )
}

/** Somebody added a moment in the meantime: shows the new number. */
function failureText(failure: unknown): string {
  if (isRefusedFor<SchoolyearInUse>(failure, 'schoolyear-in-use'))
    return `${texts.deleteFailed}. ${texts.whatHangs(failure.details.testmoments)}`
  return saveFailureText(failure, texts.deleteFailed, schoolyearRefusalTexts)
}
