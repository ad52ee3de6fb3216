import { type ReactNode, useId, useState } from 'react'
import type { LoginMethodsReply } from '#contract/logins.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel } from '#domain/calendar/date-labels.ts'
import type { LoginMethods } from '#domain/logins/login.schema.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import styles from './settings.module.css'

/** What each way in is given. */
export interface LoginWayProps {
  api: Api
  user: User
  methods: LoginMethods
  onChanged: (reply: LoginMethodsReply) => void
}

/** The day on which something was made: 'di 24 nov'. */
export const sinceLabel = (iso: string, now: number): string => dayLabel(dayOf(Date.parse(iso)), now)

/** One way in, under its own heading. */
export function LoginWay({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields, and a landmark for each would be too many
    <div role="group" aria-labelledby={id} className={styles.way}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  )
}

interface ChangeInHand {
  isBusy: boolean
  problem: string | null
  /** Does nothing while another change is under way. Whether it was carried out; what went wrong is said by `problem`. */
  change: (work: () => Promise<LoginMethodsReply>, whatFailed: string) => Promise<boolean>
}

/** Changes one way in, one thing at a time. */
export function useWayChange(onChanged: LoginWayProps['onChanged']): ChangeInHand {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    isBusy,
    problem,
    change: async (work, whatFailed) => {
      if (isBusy) return false
      setBusy(true)
      setProblem(null)
      try {
        onChanged(await work())
        return true
      } catch (error) {
        setProblem(saveFailureText(error, whatFailed, loginRefusalTexts))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

/** 'Daarna log je in met je wachtwoord of een passkey.' */
export function remainingText({ password, school, passkeys, totp }: LoginMethods): string {
  const ways = [
    password && (totp ? 'je wachtwoord en een code' : 'je wachtwoord'),
    school && 'je schoolaccount',
    passkeys.length > 0 && 'een passkey',
  ].filter((way) => typeof way === 'string')
  if (ways.length === 0) return NOTHING_LEFT
  return `Daarna log je in met ${[ways.slice(0, -1).join(', '), ways.at(-1)].filter(Boolean).join(' of ')}.`
}

const NOTHING_LEFT = 'Daarna kun je niet meer inloggen. Vraag zo nodig een nieuw wachtwoord aan.'
