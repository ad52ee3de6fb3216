import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { LoginMethodsReply } from '#contract/logins.calls.ts'
import { linkSchoolLogin, unlinkSchoolLogin } from '#contract/logins.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { LoginMethods } from '#domain/logins/login.schema.ts'
import { loginRefusalTexts, schoolLoginTexts } from '#domain/logins/login.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import { useApi } from '#src/api/use-api.ts'
import { AskingButton, Problem, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import type { LoginFailure } from '#src/session/session.context.ts'
import { useServerTime, useSession } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { Authenticator, RecoveryCodesPart } from './authenticator.tsx'
import { schoolAccountTexts as texts } from './login-methods.texts.ts'
import { LoginWay, type LoginWayProps, remainingText, sinceLabel, useWayChange } from './login-way.tsx'
import { Passkeys } from './passkeys.tsx'
import { SettingsPart } from './settings-part.tsx'

export function LoginSection({ user, methods: loaded }: { user: User; methods: LoginMethods }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [methods, setMethods] = useSince(loaded)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const failure = useSchoolOutcome(() => heading.current)
  const onChanged = ({ entity, recovery_codes }: LoginMethodsReply) => {
    setMethods(entity)
    if (recovery_codes) setCodes(recovery_codes)
  }
  const common = { user, methods, onChanged }
  return (
    <SettingsPart part="inloggen" headingRef={heading}>
      <Required methods={methods} />
      <SchoolAccount {...common} failure={failure} />
      <Passkeys {...common} />
      <Authenticator {...common} />
      <RecoveryCodesPart {...common} made={codes} onKept={() => setCodes(null)} />
    </SettingsPart>
  )
}

/** Returns the loaded value, or the server's newer one after an own change. */
function useSince<Value>(loaded: Value): [Value, (value: Value) => void] {
  const [since, setSince] = useState({ loaded, value: loaded })
  if (since.loaded !== loaded) setSince({ loaded, value: loaded })
  return [since.loaded === loaded ? since.value : loaded, (value) => setSince((was) => ({ ...was, value }))]
}

function Required({ methods: { second_factor_required, passkeys, totp } }: { methods: LoginMethods }) {
  if (!second_factor_required) return null
  const made = passkeys.length + (totp ? 1 : 0)
  return (
    <StatusLine tone={made > 0 ? 'success' : 'warning'} icon={made > 0 ? 'check' : 'alert'}>
      <span>{made > 0 ? texts.requiredAndMade : texts.required}</span> {made === 1 && <span>{texts.last}</span>}
    </StatusLine>
  )
}

/** Shows the outcome of linking when the school's provider redirects here, with the reason of a failure. */
function useSchoolOutcome(heading: () => HTMLElement | null): string | null {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const notify = useNotify()
  const failure = linkFailureText(useSession().failure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address triggers it, and is reset at once
  useEffect(() => {
    if (hash !== LINKED) return
    void navigate({ to: '.', hash: 'inloggen', replace: true, resetScroll: false })
    notify('success', texts.linked)
    heading()?.focus()
  }, [hash])
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves once, to where the failure is shown
  useEffect(() => {
    if (failure === null) return
    if (hash === '') void navigate({ to: '.', hash: 'inloggen', replace: true, resetScroll: false })
    heading()?.focus()
  }, [failure])
  return failure
}

/** Fragment of the address after linking. */
const LINKED = 'school-linked'

/** Null for other failures than of the school's login. A code unknown to this version gets a general sentence. */
export function linkFailureText(failure: LoginFailure | null): string | null {
  if (failure === null || typeof failure !== 'object' || !('school' in failure)) return null
  const { school } = failure
  return Object.hasOwn(schoolLoginTexts, school) ? schoolLoginTexts[school] : texts.linkFailed
}

/** The account at the school; nothing if this user can have none. */
function SchoolAccount({ failure, ...props }: LoginWayProps & { failure: string | null }) {
  const api = useApi()
  const { methods } = props
  const now = useServerTime()
  const [isLeaving, setLeaving] = useState(false)
  const linking = useWrite()
  const { isBusy, problem, change } = useWayChange(props)
  const { school } = methods
  const { link_school } = methods._links
  if (!school && !link_school) return null

  const link = (target: Link) =>
    linking.write({
      send: () => repeatUnanswered(() => api.follow(linkSchoolLogin, target)),
      failed: texts.linkFailed,
      refusals: loginRefusalTexts,
      onDone: ({ href }) => {
        setLeaving(true)
        location.assign(href)
      },
    })
  const unlink = (target: Link) =>
    change({ send: () => api.follow(unlinkSchoolLogin, target), saved: texts.unlinked, failed: texts.unlinkFailed })
  const unlinking = school?._links.delete
  const said = problem ?? linking.problem ?? (linking.isBusy || isLeaving ? null : failure)
  return (
    <LoginWay title={texts.title}>
      {school ? (
        <StatusLine tone="success">
          <span>{texts.linkedSince(sinceLabel(school.linked_at, now()))}</span>{' '}
          <span>
            {school.last_used_at ? texts.lastUsed(instantLabel(school.last_used_at, now())) : texts.neverUsed}
          </span>
        </StatusLine>
      ) : (
        <p>{texts.linkIntro}</p>
      )}
      <Problem text={said} />
      <div data-layout="row 3 if-any">
        {link_school && (
          <ServerButton busy={linking.isBusy || isLeaving} onClick={() => link(link_school)}>
            {texts.link}
          </ServerButton>
        )}
        {unlinking && (
          <AskingButton
            button={{ children: texts.unlink }}
            title={texts.unlinkQuestion}
            confirmLabel={texts.unlinkConfirm}
            isBusy={isBusy}
            onConfirm={() => unlink(unlinking)}
          >
            <p>{remainingText({ ...methods, school: null })}</p>
          </AskingButton>
        )}
      </div>
    </LoginWay>
  )
}
