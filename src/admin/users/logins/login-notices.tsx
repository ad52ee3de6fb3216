import { Link as RouterLink } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { liftBarredLogin, settleLoginNotice } from '#contract/logins.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { BarredLogin, LoginNotice } from '#domain/logins/login.schema.ts'
import { loginNoticeTexts } from '#domain/logins/login.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { AskingButton, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import type { AroundUsers } from '../load-users.ts'
import styles from './logins.module.css'
import { loginsTexts as texts } from './logins.texts.ts'

export function LoginNotices({ notices }: Pick<AroundUsers, 'notices'>) {
  if (notices.length === 0) return null
  return (
    <EditSection title={texts.title}>
      <p>{texts.noticesIntro}</p>
      <ul className={styles.rows} data-layout="lined">
        {notices.map((notice) => (
          <li key={notice.id} data-layout="row 3 between" data-pad="y3">
            <NoticeRow notice={notice} />
          </li>
        ))}
      </ul>
    </EditSection>
  )
}

function NoticeRow({ notice }: { notice: LoginNotice }) {
  const api = useApi()
  const renew = useRenew()
  const { settle } = notice._links
  const { isBusy, write } = useWrite({ inToast: true })
  const settling = async (link: Link) => {
    const send = () => api.follow(settleLoginNotice, link)
    if (await write({ send, failed: texts.settleFailed, saved: texts.settled })) void renew()
  }
  return (
    <>
      <p data-layout="grows">
        <NoticeSentence {...notice} />
        <span data-layout="block" data-text="small muted figures">
          {instantLabel(notice.created_at, Date.now())}
        </span>
      </p>
      {settle && (
        <ServerButton busy={isBusy} onClick={() => settling(settle)}>
          Afgehandeld<VisuallyHidden>{`: ${notice.user.name}`}</VisuallyHidden>
        </ServerButton>
      )}
    </>
  )
}

function NoticeSentence({ kind, user, other }: LoginNotice) {
  const people: Record<string, ReactNode> = {
    '{user}': <Person {...user} />,
    '{other}': other ? <Person {...other} /> : texts.someoneElse,
  }
  return loginNoticeTexts[kind].split(/(\{\w+\})/).map((part) => <span key={part}>{people[part] ?? part}</span>)
}

const Person = ({ id, name }: LoginNotice['user']) => (
  <RouterLink to="/user/$userId/edit" params={{ userId: String(id) }}>
    {name}
  </RouterLink>
)

const LOGINS_WITH_SEARCH = 6

/** Logins at the school whose account was deleted: only the code that their owners see is known. */
export function BarredLogins({ barred }: Pick<AroundUsers, 'barred'>) {
  const [typed, setTyped] = useState('')
  if (barred.length === 0) return null
  const isSearched = barred.length >= LOGINS_WITH_SEARCH
  const found = isSearched ? barred.filter(({ code }) => lettersOf(code).includes(lettersOf(typed))) : barred
  return (
    <Card>
      <details className={styles.barred}>
        <summary data-layout="target">{texts.barred(barred.length)}</summary>
        <p>{texts.barredIntro}</p>
        {isSearched && (
          <TextField
            label={texts.code}
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <ul className={styles.rows} data-layout="lined">
          {found.map((login) => (
            <li key={login.id} data-layout="row 3 between" data-pad="y3">
              <BarredRow login={login} onLifted={() => setTyped('')} />
            </li>
          ))}
        </ul>
        <p role="status">{found.length === 0 && texts.noneByCode(typed.trim())}</p>
      </details>
    </Card>
  )
}

/** Letters and digits of a code, as people read it aloud and type it: 'k7mq 2x9d'. */
const lettersOf = (code: string): string => code.replace(/[^a-z0-9]/gi, '').toUpperCase()

function BarredRow({ login, onLifted }: { login: BarredLogin; onLifted: () => void }) {
  const api = useApi()
  const renew = useRenew()
  const { code, barred_at, last_tried_at, _links } = login
  const { isBusy, write } = useWrite({ inToast: true })
  const lifting = async (link: Link) => {
    const send = () => api.follow(liftBarredLogin, link)
    const isLifted = await write({ send, failed: texts.liftFailed, saved: texts.lifted(code) })
    if (!isLifted) return
    onLifted()
    void renew()
  }
  const lift = _links.delete
  const now = Date.now()
  return (
    <>
      <div data-layout="grows">
        <code translate="no" data-text="base strong">
          {code}
        </code>
        <span data-layout="block" data-text="small muted figures">
          <span>{texts.barredSince(dayLabel(dayOf(Date.parse(barred_at)), now))}</span>{' '}
          <span>{last_tried_at ? texts.tried(instantLabel(last_tried_at, now)) : texts.notTried}</span>
        </span>
      </div>
      {lift && (
        <AskingButton
          button={{
            children: (
              <>
                {texts.liftConfirm}
                <VisuallyHidden>{`: ${code}`}</VisuallyHidden>
              </>
            ),
          }}
          title={texts.liftQuestion(code)}
          confirmLabel={texts.liftConfirm}
          tone="primary"
          isBusy={isBusy}
          onConfirm={() => lifting(lift)}
        >
          <p>{texts.liftConsequence}</p>
        </AskingButton>
      )}
    </>
  )
}
