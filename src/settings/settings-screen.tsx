import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { downloadUserData } from '#contract/accounts.gen.ts'
import { chooseConfirmationLetters } from '#contract/users.gen.ts'
import { reaches } from '#domain/users/roles.ts'
import type { ConfirmationLetters, User } from '#domain/users/user.schema.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import { useApi } from '#src/api/use-api.ts'
import { installTexts } from '#src/install/install.texts.ts'
import { InstallButton } from '#src/install/install-button.tsx'
import { useInstall } from '#src/install/install-context.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { DepartmentSwitch } from '#src/parts/department-switch/department-switch.tsx'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { saveTexts } from '#src/parts/writing/save.texts.ts'
import { Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { CalendarSection } from './calendar-section.tsx'
import type { Settings } from './load-settings.ts'
import { LoginSection } from './login-section.tsx'
import { NamesSection } from './names-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PushSection } from './push-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import styles from './settings.module.css'
import { settingsTexts, confirmationTexts as texts } from './settings.texts.ts'
import { type PartName, SettingsPage, SettingsPart } from './settings-part.tsx'

export function SettingsScreen({ user, settings }: { user: User; settings: Settings }) {
  const { sessions, loginMethods, departments, calendarFeed, confirmationLetters } = settings
  const changePassword = loginMethods?._links.change_password
  const { learnUser } = useSession()
  const hasPush = reaches(user, 'own-enrollments')
  const parts: readonly (PartName | false | undefined | null)[] = [
    'gegevens',
    departments && 'studierichting',
    calendarFeed && 'agenda',
    hasPush && 'meldingen',
    confirmationLetters && 'bevestiging',
    'app',
    loginMethods && 'inloggen',
    changePassword && 'wachtwoord',
    'apparaten',
    user._links.data && 'download',
  ]
  return (
    <SettingsPage parts={parts.filter((part) => typeof part === 'string')}>
      <NamesSection user={user} />
      {departments && (
        <SettingsPart part="studierichting">
          <p>{settingsTexts.department}</p>
          <DepartmentSwitch
            user={user}
            departments={departments.choices}
            currentId={departments.current?.id ?? null}
            onSwitched={({ entity }) => learnUser(entity)}
          />
        </SettingsPart>
      )}
      {calendarFeed && <CalendarSection feed={calendarFeed} />}
      {hasPush && <PushSection />}
      {confirmationLetters && <ConfirmationSection user={user} letters={confirmationLetters} />}
      {loginMethods && <LoginSection user={user} methods={loginMethods} />}
      {changePassword && <PasswordSection link={changePassword} username={user.username} />}
      <SessionsSection sessions={sessions} />
      <AppSection />
      <DataSection user={user} />
    </SettingsPage>
  )
}

/** Permanent place to install the app, for a user who postponed the invitation. */
function AppSection() {
  const install = useInstall()
  const state = useSelector(install, (snapshot) => snapshot)
  const text = state.matches('installed')
    ? installTexts.installed
    : state.matches('notOffered')
      ? installTexts.notOffered
      : installTexts.invitation.explanation
  return (
    <SettingsPart part="app">
      <p>{text}</p>
      <div data-layout="row 3 if-any">
        <InstallButton install={install} />
      </div>
    </SettingsPart>
  )
}

/** Download of all stored data about the user, which is a legal right. */
function DataSection({ user }: { user: User }) {
  const { data } = user._links
  if (!data) return null
  return (
    <SettingsPart part="download">
      <p>{settingsTexts.download}</p>
      <div data-layout="row 3 if-any">
        <DownloadButton target={downloadUserData} link={data} failed={settingsTexts.downloadFailed} showsProblem>
          Download mijn gegevens
        </DownloadButton>
      </div>
    </SettingsPart>
  )
}

/** First part of each page; students have two pages more than teachers. */
const OUTLINE = ['gegevens', 'inloggen', 'meldingen', 'agenda', 'apparaten', 'download'] as const
const OF_STUDENTS: readonly PartName[] = ['meldingen', 'agenda']

export function SettingsSkeleton() {
  const { user } = useSession()
  const parts = OUTLINE.filter((part) => !OF_STUDENTS.includes(part) || (user && reaches(user, 'own-enrollments')))
  return (
    <SettingsPage parts={parts}>
      <VisuallyHidden>{settingsTexts.loading}</VisuallyHidden>
      <SlowNotice />
      {parts.map((part) => (
        <SettingsPart key={part} part={part}>
          <Skeleton lines={3} width="28rem" />
          <Skeleton lines={3} width="28rem" />
        </SettingsPart>
      ))}
    </SettingsPage>
  )
}

/** Switch for e-mails about each enrollment that is made, moved or ended. It is saved when it is pressed. */
function ConfirmationSection({ user, letters: loaded }: { user: User; letters: ConfirmationLetters }) {
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
