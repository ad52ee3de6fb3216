import { useState } from 'react'
import { chooseConfirmationLetters } from '#contract/users.ts'
import type { ConfirmationLetters, User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { repeatUnanswered } from '#src/api/repeat-unanswered.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { saveFailureText, saveTexts } from '#src/parts/editing/save.texts.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Switch } from '#src/ui/switch.tsx'
import styles from './settings.module.css'
import { SettingsPart } from './settings-part.tsx'

interface ConfirmationSectionProps {
  api: Api
  user: User
  letters: ConfirmationLetters
}

const LABEL = 'Als je inschrijvingen veranderen'

/** A letter about each enrollment that is made, moved or ended. The switch is saved when it is pressed. */
export function ConfirmationSection({ api, user, letters: loaded }: ConfirmationSectionProps) {
  const notify = useNotify()
  const connected = useIsConnected()
  const [saved, setSaved] = useState(loaded)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const body = { wanted: !saved.wanted }
      const { entity } = await repeatUnanswered(() =>
        api.call(chooseConfirmationLetters, { params: { id: user.id }, body }),
      )
      setSaved(entity)
      notify('success', saveTexts.saved)
    } catch (error) {
      setProblem(saveFailureText(error, 'Opslaan is niet gelukt.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <SettingsPart part="bevestiging">
      <div className={styles.preference}>
        <div>
          <span>{LABEL}</span>
          <p className={styles.muted}>
            Bij inschrijven, verplaatsen en uitschrijven krijg je een e-mail met de datum, de tijd en de plaats, ook als
            een docent het voor je doet.
          </p>
        </div>
        <Switch label={LABEL} checked={saved.wanted} busy={busy} disabled={!connected || busy} onChange={save} />
      </div>
      <Problem text={problem} />
    </SettingsPart>
  )
}
