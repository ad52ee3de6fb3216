import { useState } from 'react'
import { getOwnUser } from '#contract/first-reads.gen.ts'
import type { Stale } from '#contract/refusals.ts'
import { editUser } from '#contract/users.gen.ts'
import { followedFields } from '#domain/users/followed.rules.ts'
import { followedHints } from '#domain/users/followed.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import { nameRefusalTexts, userFieldTexts } from '#domain/users/user.texts.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import type { ConflictDialogProps } from '#src/parts/editing/change-questions.tsx'
import { useNameFields } from '#src/parts/editing/name-fields.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { saveTexts } from '#src/parts/writing/save.texts.ts'
import { Problem, UnsavedChanges, useWrite } from '#src/parts/writing/writing.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import styles from './settings.module.css'
import { namesTexts as texts } from './settings.texts.ts'
import { SettingsPart } from './settings-part.tsx'

export function NamesSection({ user }: { user: User }) {
  const api = useApi()
  const connected = useIsConnected()
  const { learnUser } = useSession()
  const draft = useDraft(user, ({ first_name, last_name }) => ({ first_name, last_name }))
  const { nameFields, areFollowed, checkNames, acceptNames } = useNameFields(draft.fields, draft.edit, user)
  const { isBusy, problem, write } = useWrite()
  const [stale, setStale] = useState<Stale | null>(null)

  const learn = (entity: User) => {
    draft.startFrom(entity)
    learnUser(entity)
    setStale(null)
    acceptNames()
  }
  const save = (theirs?: Stale['entity']) => {
    const { edit } = user._links
    if (!edit) throw new Error('The user has no link to edit them')
    return write({
      send: () => api.follow(editUser, edit, { body: editBody(draft.base, draft.fields, theirs) }),
      saved: saveTexts.saved,
      onDone: ({ entity }) => learn(entity),
      onAnswerLost: async () => learn(await api.call(getOwnUser)),
      onRefused: (error) => {
        const isStale = isRefusedFor<Stale>(error, 'version-stale')
        if (isStale) setStale(error.details)
        return isStale
      },
      failed: texts.saveFailed,
      refusals: nameRefusalTexts,
    })
  }
  const takeOver = () =>
    write({
      send: () => api.call(getOwnUser),
      onDone: learn,
      failed: texts.loadFailed,
    })
  const submit = () => {
    if (connected && checkNames()) void save()
  }

  return (
    <>
      <SettingsPart part="gegevens">
        <Form className={styles.names} data-layout="stack 4 start" onSubmit={submit}>
          <TextField label={texts.email} value={user.username} readOnly hint={texts.emailHint} />
          {user.student_number && (
            <TextField
              label={userFieldTexts.student_number.label}
              value={user.student_number}
              readOnly
              hint={followedFields(user).includes('student_number') ? followedHints.own : texts.studentNumberHint}
            />
          )}
          {user.class_group && (
            <TextField
              label={userFieldTexts.class_group.label}
              value={user.class_group}
              readOnly
              hint={texts.classGroupHint}
            />
          )}
          {nameFields}
          <Problem text={problem} />
          {stale && (
            <ChangedRemotely
              differences={stale.differences}
              isBusy={isBusy}
              onInsist={() => save(stale.entity)}
              onYield={takeOver}
            />
          )}
          {!areFollowed && (
            <div data-layout="row 3 if-any">
              <Button type="submit" tone="primary" busy={isBusy} disabled={!connected || stale !== null}>
                {isBusy ? texts.saving : texts.save}
              </Button>
              <SlowNotice isGoingOn={isBusy} />
            </div>
          )}
        </Form>
      </SettingsPart>
      {/* Outside the part: it also asks while another page is shown. */}
      <UnsavedChanges isDirty={draft.isDirty} />
    </>
  )
}

/** A teacher, or the same user on another device, saved first. Nothing is overwritten yet: the user chooses. */
const ChangedRemotely = ({ differences, isBusy, onInsist, onYield }: Omit<ConflictDialogProps, 'onClose'>) => (
  <Alert tone="warning" title={texts.changedRemotely}>
    <p>{texts.chooseWhich}</p>
    <dl className={styles.differences} data-layout="grid 2">
      {differences.map(({ field, label, yours, theirs }) => (
        <div key={field}>
          <dt data-text="strong">{label}</dt>
          <dd>
            Jij: <strong translate="no">{yours}</strong>
          </dd>
          <dd>
            Opgeslagen: <strong translate="no">{theirs}</strong>
          </dd>
        </div>
      ))}
    </dl>
    <div data-layout="row 3 if-any">
      <Button disabled={isBusy} onClick={onInsist}>
        {texts.keepMine}
      </Button>
      <Button disabled={isBusy} onClick={onYield}>
        {texts.takeTheirs}
      </Button>
    </div>
  </Alert>
)
