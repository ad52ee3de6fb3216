import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { resetSecondFactor, unlinkSchoolLogin } from '#contract/logins.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { LoginMethods } from '#domain/logins/login.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { AskingButton, useWrite } from '#src/parts/writing/writing.tsx'
import { useSession } from '#src/session/session-view.tsx'
import styles from './logins.module.css'
import { loginsTexts as texts } from './logins.texts.ts'

interface LoginSectionProps {
  user: User
  methods: LoginMethods
}

export function LoginSection({ user, methods }: LoginSectionProps) {
  const { user: self } = useSession()
  const isSelf = self?.id === user.id
  const { reset_second_factor } = methods._links
  const unlinking = methods.school?._links.delete
  return (
    <EditSection title="Inloggen">
      <Ways methods={methods} />
      {isSelf ? (
        <p>
          {texts.own} <RouterLink to="/settings/user">Instellingen</RouterLink>
        </p>
      ) : (
        <div data-layout="row 3 stretch if-any">
          {unlinking && <UnlinkButton user={user} link={unlinking} />}
          {reset_second_factor && <ResetButton user={user} link={reset_second_factor} />}
        </div>
      )}
    </EditSection>
  )
}

function Ways({
  methods: { password, school, passkeys, totp, recovery_codes_left },
}: Pick<LoginSectionProps, 'methods'>) {
  const now = Date.now()
  const used = passkeys.flatMap(({ last_used_at }) => last_used_at ?? []).toSorted()
  return (
    <dl className={styles.ways} data-layout="grid 3">
      <Way name="Wachtwoord">{password ? texts.possible : texts.impossible}</Way>
      <Way name="Schoolaccount">
        <span>{school ? texts.linked(sinceLabel(school.linked_at, now)) : texts.notLinked}</span>
        {school && <Used at={school.last_used_at} now={now} />}
      </Way>
      <Way name="Passkeys">
        <span>{passkeys.length === 0 ? 'Geen' : passkeys.length}</span>
        {passkeys.length > 0 && <Used at={used.at(-1) ?? null} now={now} />}
      </Way>
      <Way name="Authenticator-app">{totp ? texts.made(sinceLabel(totp.created_at, now)) : texts.notMade}</Way>
      {recovery_codes_left > 0 && <Way name="Herstelcodes">{`Nog ${recovery_codes_left}`}</Way>}
    </dl>
  )
}

const sinceLabel = (iso: string, now: number) => dayLabel(dayOf(Date.parse(iso)), now)

const Way = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-layout="grid 1 x4">
    <dt data-text="strong">{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Used = ({ at, now }: { at: string | null; now: number }) => (
  <span data-layout="block" data-text="small muted figures">
    {at ? texts.used(instantLabel(at, now)) : texts.unused}
  </span>
)

interface ActionProps {
  user: User
  link: Link
}

function UnlinkButton({ user, link }: ActionProps) {
  const api = useApi()
  const renew = useRenew()
  const { isBusy, write } = useWrite({ inToast: true })
  const unlink = async () => {
    const send = () => api.follow(unlinkSchoolLogin, link)
    if (await write({ send, failed: texts.unlinkFailed, saved: texts.unlinked(personLabel(user)) })) void renew()
  }
  return (
    <AskingButton
      button={{ children: 'Schoolaccount ontkoppelen' }}
      title={texts.unlinkQuestion(personLabel(user))}
      confirmLabel="Ontkoppelen"
      isBusy={isBusy}
      onConfirm={unlink}
    >
      <p>{texts.unlinkConsequence}</p>
    </AskingButton>
  )
}

function ResetButton({ user, link }: ActionProps) {
  const api = useApi()
  const renew = useRenew()
  const { isBusy, write } = useWrite({ inToast: true })
  const reset = async () => {
    const send = () => api.follow(resetSecondFactor, link)
    if (await write({ send, failed: texts.resetFailed, saved: texts.reset(personLabel(user)) })) void renew()
  }
  return (
    <AskingButton
      button={{ tone: 'danger', children: 'Tweede stap resetten' }}
      title={texts.resetQuestion(personLabel(user))}
      confirmLabel="Resetten"
      isBusy={isBusy}
      onConfirm={reset}
    >
      <p>{texts.resetBefore}</p>
      <ul data-layout="grid 2 bulleted">
        {texts.resetConsequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
    </AskingButton>
  )
}
