import { useState } from 'react'
import { chooseConfirmationLetters } from '#contract/users.gen.ts'
import type { ConfirmationLetters, User } from '#domain/users/user.schema.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Problem } from '#src/parts/writing/problem.tsx'
import { saveTexts } from '#src/parts/writing/save.texts.ts'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { Switch } from '#src/ui/switch.tsx'
import styles from './settings.module.css'
import { settingsTexts, confirmationTexts as texts } from './settings.texts.ts'
import { SettingsPart } from './settings-part.tsx'

/** Switch for e-mails about each enrollment that is made, moved or ended. It is saved when it is pressed. */
export function ConfirmationSection({ user, letters: loaded }: { user: User; letters: ConfirmationLetters }) {
  const api = useApi()
  const connected = useIsConnected()
  const [saved, setSaved] = useState(loaded)
  const { isBusy, problem, write } = useWrite()

  const save = () => {
    const body = { wanted: !saved.wanted }
    return write({
      send: () => repeatUnanswered(() => api.call(chooseConfirmationLetters, { params: { id: user.id }, body })),
      failed: texts.failed,
      saved: saveTexts.saved,
      onDone: ({ entity }) => setSaved(entity),
    })
  }

  return (
    <SettingsPart part="bevestiging">
      <div className={styles.preference} data-layout="row 2 x4 between" data-pad="y3">
        <div>
          <span>{texts.label}</span>
          <p data-text="small muted figures">{settingsTexts.confirmation}</p>
        </div>
        <Switch
          label={texts.label}
          checked={saved.wanted}
          busy={isBusy}
          disabled={!connected || isBusy}
          onChange={save}
        />
      </div>
      <Problem text={problem} />
    </SettingsPart>
  )
}
