import { isStudent } from '#domain/users/user.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { DepartmentSwitch } from '#src/parts/department-switch/department-switch.tsx'
import { EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { AppSection } from './app-section.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { DataSection } from './data-section.tsx'
import type { Settings } from './load-settings.ts'
import { NamesSection } from './names-section.tsx'
import { PushSection } from './push-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

interface SettingsScreenProps {
  api: Api
  user: User
  settings: Settings
}

export function SettingsScreen({ api, user, settings: { sessions, departments, calendarFeed } }: SettingsScreenProps) {
  const { learnUser } = useSession()
  return (
    <EditPage>
      <NamesSection api={api} user={user} />
      {departments && (
        <EditSection title="Studierichting">
          <p>
            Je studierichting bepaalt voor welke modules je je kunt inschrijven. Voordat je wisselt, zie je wat er
            verandert.
          </p>
          <DepartmentSwitch
            api={api}
            user={user}
            departments={departments.all}
            currentId={departments.current?.id ?? null}
            onSwitched={({ entity }) => learnUser(entity)}
          />
        </EditSection>
      )}
      {calendarFeed && <CalendarSection api={api} feed={calendarFeed} />}
      {isStudent(user) && <PushSection api={api} />}
      <AppSection />
      <SessionsSection api={api} sessions={sessions} />
      <DataSection api={api} user={user} />
    </EditPage>
  )
}
