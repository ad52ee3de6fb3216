import type { SchoolyearInUse } from '#contract/refusals.ts'
import { deleteSchoolyear, editSchoolyear } from '#contract/schoolyears.gen.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { ManagedSchoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { schoolyearRefusalTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { DeleteButton } from '#src/parts/registers/register-list.tsx'
import { ServerButton } from '#src/parts/writing/confirm-dialog.tsx'
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
      {toggle && <ArchiveButton schoolyear={schoolyear} link={toggle} />}
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

function ArchiveButton({ schoolyear, link }: PutAwayButtonsProps & { link: Link }) {
  const api = useApi()
  const { name, archived } = schoolyear
  const archiving = useChange({
    send: (wanted: boolean, { theirs }) =>
      api.follow(editSchoolyear, link, { body: editBody(schoolyear, { archived: wanted }, theirs) }),
    rebase: rebaseAlways,
    saved: ({ entity }) => (entity.archived ? texts.archived(entity.name) : texts.restored(entity.name)),
    failed: texts.archiveFailed,
    refusals: schoolyearRefusalTexts,
    inToast: true,
  })
  return (
    <>
      <ServerButton
        tone="quiet"
        busy={archiving.isBusy}
        aria-label={archived ? texts.restore(name) : texts.archive(name)}
        onClick={() => archiving.change(!archived)}
      >
        {archived ? 'Terughalen' : 'Archiveren'}
      </ServerButton>
      {archiving.dialog}
    </>
  )
}

/** Somebody added a moment in the meantime: shows the new number. */
function failureText(failure: unknown): string {
  if (isRefusedFor<SchoolyearInUse>(failure, 'schoolyear-in-use'))
    return `${texts.deleteFailed}. ${texts.whatHangs(failure.details.testmoments)}`
  return saveFailureText(failure, texts.deleteFailed, schoolyearRefusalTexts)
}
