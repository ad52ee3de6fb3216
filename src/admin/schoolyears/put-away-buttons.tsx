import { useState } from 'react'
import type { SchoolyearInUse } from '#contract/refusals.ts'
import { deleteSchoolyear, editSchoolyear } from '#contract/schoolyears.ts'
import type { ManagedSchoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { schoolyearRefusalTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { ConfirmDialog, ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { Button } from '#src/ui/button.tsx'
import { schoolyearsTexts as texts } from './schoolyears.texts.ts'

interface PutAwayButtonsProps {
  api: Api
  schoolyear: ManagedSchoolyear
}

/** Archives or restores a school year, which takes nothing from anyone; or deletes one without moments. */
export function PutAwayButtons({ api, schoolyear }: PutAwayButtonsProps) {
  const { archive, restore, delete: removal } = schoolyear._links
  const toggle = archive ?? restore
  const archiving = useChange({
    send: (archived: boolean, { theirs }) => {
      if (!toggle) throw new Error('The school year has no link to put it away or bring it back')
      return api.follow(editSchoolyear, toggle, { body: editBody(schoolyear, { archived }, theirs) })
    },
    rebase: rebaseAlways,
    saved: ({ entity: { archived, name } }) => (archived ? texts.archived(name) : texts.restored(name)),
    failed: archive ? texts.archiveFailed : texts.restoreFailed,
    refusals: schoolyearRefusalTexts,
    inToast: true,
  })
  return (
    <>
      {toggle && (
        <ServerButton
          tone="quiet"
          busy={archiving.isBusy}
          aria-label={`Schooljaar ${schoolyear.name} ${archive ? 'archiveren' : 'terughalen'}`}
          onClick={() => archiving.change(archive !== undefined)}
        >
          {archive ? 'Archiveren' : 'Terughalen'}
        </ServerButton>
      )}
      {removal && <DeleteButton api={api} schoolyear={schoolyear} />}
      {archiving.dialog}
    </>
  )
}

function DeleteButton({ api, schoolyear }: PutAwayButtonsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, write } = useWrite({ inToast: true })
  const { name, recesses, _links } = schoolyear
  const remove = async () => {
    const link = _links.delete
    if (!link) return
    await write({ send: () => api.follow(deleteSchoolyear, link), saved: texts.deleted(name), failed: failureText })
    setIsAsking(false)
  }
  return (
    <>
      <Button tone="danger" aria-label={`Schooljaar ${name} verwijderen`} onClick={() => setIsAsking(true)}>
        Verwijderen
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteQuestion(name)}
          confirmLabel="Schooljaar verwijderen"
          isBusy={isBusy}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          {texts.deletion(recesses).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ConfirmDialog>
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
