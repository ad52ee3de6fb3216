import { useSelector } from '@xstate/react'
import { downloadUserData } from '#contract/accounts.gen.ts'
import { reaches } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { installTexts } from '#src/install/install.texts.ts'
import { InstallButton } from '#src/install/install-button.tsx'
import { useInstall } from '#src/install/install-context.ts'
import { DepartmentSwitch } from '#src/parts/department-switch/department-switch.tsx'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { ConfirmationSection } from './confirmation-section.tsx'
import type { Settings } from './load-settings.ts'
import { LoginSection } from './login-section.tsx'
import { NamesSection } from './names-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PushSection } from './push-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { settingsTexts } from './settings.texts.ts'
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
            departments={departments.all}
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
