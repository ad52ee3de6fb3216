import { useEffect, useRef, useState } from 'react'
import { createCalendarFeed, deleteCalendarFeed } from '#contract/calendar.gen.ts'
import type { CalendarFeed } from '#domain/calendar/calendar.schema.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useCopy } from '#src/parts/use-copy.ts'
import { ConfirmDialog, Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { calendarFeedTexts as texts } from './settings.texts.ts'
import { SettingsPart } from './settings-part.tsx'

/** Address from which the student's own calendar follows their enrollments: creates, replaces and revokes it. */
export function CalendarSection({ feed: loaded }: { feed: CalendarFeed }) {
  const api = useApi()
  const notify = useNotify()
  const now = useServerTime()
  const connected = useIsConnected()
  const [changed, setChanged] = useState<CalendarFeed | null>(null)
  const [question, setQuestion] = useState<'replacing' | 'revoking' | null>(null)
  const maker = useRef<HTMLButtonElement>(null)
  const { isBusy, problem, write } = useWrite()
  const feed = changed ?? loaded
  const { create, delete: end } = feed._links

  const change = async (send: () => Promise<{ entity: CalendarFeed }>) => {
    if (!connected) return
    await write({
      send: () => repeatUnanswered(send),
      failed: texts.failed,
      onDone: ({ entity }) => {
        // At the same time, since nothing behind an open question can take the focus.
        setQuestion(null)
        setChanged(entity)
        if (!entity.created_at) notify('neutral', texts.revoked)
      },
    })
    setQuestion(null)
  }
  useEffect(() => {
    if (changed && !changed.created_at) maker.current?.focus()
  }, [changed])
  const make = () => change(() => api.follow(createCalendarFeed, create))
  const revoke = () => end && change(() => api.follow(deleteCalendarFeed, end))

  return (
    <SettingsPart part="agenda">
      <p>{texts.intro}</p>
      {feed.url && <CalendarAddress key={feed.url} url={feed.url} />}
      {feed.created_at && !feed.url && (
        <p data-text="small muted figures">{texts.madeAt(instantLabel(feed.created_at, now()))}</p>
      )}
      <Problem text={problem} />
      <div data-layout="row 3 if-any">
        {/* One button for both, since the focus returns to it when the link is revoked and the other button disappears. */}
        <Button
          ref={maker}
          icon="calendar"
          busy={isBusy && question === null}
          disabled={!connected}
          onClick={() => (feed.created_at ? setQuestion('replacing') : make())}
        >
          {feed.created_at ? texts.replacing.confirm : texts.make}
        </Button>
        {feed.created_at && (
          <Button tone="danger" disabled={!connected} onClick={() => setQuestion('revoking')}>
            {texts.revoking.confirm}
          </Button>
        )}
      </div>
      {question && (
        <ConfirmDialog
          title={texts[question].title}
          confirmLabel={texts[question].confirm}
          isBusy={isBusy}
          onConfirm={question === 'replacing' ? make : revoke}
          onClose={() => setQuestion(null)}
        >
          <p>{texts[question].consequence}</p>
        </ConfirmDialog>
      )}
    </SettingsPart>
  )
}

/** New address for a calendar program; it is shown only once. */
function CalendarAddress({ url }: { url: string }) {
  const copy = useCopy(texts)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div data-layout="stack 4" data-width="28">
      <StatusLine tone="warning">{texts.onlyNow}</StatusLine>
      <TextField ref={field} label={texts.address} readOnly value={url} onFocus={(event) => event.target.select()} />
      <div data-layout="row 3 if-any">
        <Button tone="primary" onClick={() => copy(url)}>
          {texts.copy}
        </Button>
        {/* On some systems the scheme opens the calendar program; elsewhere the user copies the address. */}
        <ButtonLink icon="calendar" href={url.replace(/^https?:/, 'webcal:')}>
          {texts.openInCalendar}
        </ButtonLink>
      </div>
    </div>
  )
}
