import { type ReactNode, useId } from 'react'
import type { LoginMethodsReply } from '#contract/logins.calls.ts'
import { getLoginMethods, renewRecoveryCodes } from '#contract/logins.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel } from '#domain/calendar/date-labels.ts'
import type { LoginMethods } from '#domain/logins/login.schema.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import { failureAdvice } from '#src/api/failure.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { useWrite } from '#src/parts/writing/writing.tsx'
import { remainingWaysTexts as texts } from './login-methods.texts.ts'
import styles from './settings.module.css'

export interface LoginWayProps {
  user: User
  methods: LoginMethods
  onChanged: (reply: LoginMethodsReply) => void
}

/** Day on which something was made: 'di 24 nov'. */
export const sinceLabel = (iso: string, now: number): string => dayLabel(dayOf(Date.parse(iso)), now)

export function LoginWay({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields, and a landmark for each would be too many
    <div role="group" aria-labelledby={id} className={styles.way} data-layout="stack 3">
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  )
}

interface WayChange {
  send: () => Promise<LoginMethodsReply>
  /** toast of success, or null where the screen shows it itself */
  saved: string | null
  /** sentence for a failure, or null where the form has it above the reason */
  failed: string | null
}

interface Change {
  isBusy: boolean
  problem: string | null
  /** Ignored while another change runs. Resolves to whether it was carried out; `problem` says what failed. */
  change: (wanted: WayChange) => Promise<boolean>
  clear: () => void
}

const reasonOf = (error: unknown): string => failureAdvice(error, { refusals: loginRefusalTexts })

/** Changes a login method, one change at a time. A change whose answer was lost is a success: the methods are fetched again. */
export function useWayChange({ user, methods, onChanged }: LoginWayProps): Change {
  const api = useApi()
  const { isBusy, problem, write, showProblem } = useWrite()
  const refetch = async () => {
    const { login_methods } = user._links
    if (!login_methods) return
    const entity = await api.follow(getLoginMethods, login_methods)
    const { renew_recovery_codes } = entity._links
    // The first second factor makes recovery codes, shown once. They were lost with the answer, so new ones are made.
    const areLost = methods.recovery_codes_left === 0 && entity.recovery_codes_left > 0
    onChanged(areLost && renew_recovery_codes ? await api.follow(renewRecoveryCodes, renew_recovery_codes) : { entity })
  }
  return {
    isBusy,
    problem,
    change: ({ failed, ...change }) =>
      write({
        ...change,
        failed: failed ?? reasonOf,
        refusals: loginRefusalTexts,
        onDone: onChanged,
        onAnswerLost: refetch,
      }),
    clear: () => showProblem(null),
  }
}

/** 'Daarna log je in met je wachtwoord of een passkey.' */
export function remainingText({ password, school, passkeys, totp }: LoginMethods): string {
  const ways = [
    password && (totp ? texts.passwordAndCode : texts.password),
    school && texts.school,
    passkeys.length > 0 && texts.passkey,
  ].filter((way) => typeof way === 'string')
  if (ways.length === 0) return texts.nothingLeft
  return texts.remaining([ways.slice(0, -1).join(', '), ways.at(-1)].filter(Boolean).join(' of '))
}
