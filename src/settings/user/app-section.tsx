import { useSelector } from '@xstate/react'
import { installTexts } from '#src/install/install.texts.ts'
import { InstallButton } from '#src/install/install-button.tsx'
import { useInstall } from '#src/install/install-context.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import styles from './settings.module.css'

/** The way to install the app that stays, for whoever put off the invitation. */
export function AppSection() {
  const install = useInstall()
  const state = useSelector(install, (snapshot) => snapshot)
  const text = state.matches('installed')
    ? installTexts.installed
    : state.matches('notOffered')
      ? installTexts.notOffered
      : installTexts.invitation.explanation
  return (
    <EditSection title="De app op dit apparaat">
      <p>{text}</p>
      <div className={styles.actions}>
        <InstallButton install={install} />
      </div>
    </EditSection>
  )
}
