import { useState } from 'react'
import { downloadEnrollmentCalendar } from '#contract/calendar.gen.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { Routed, WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { DownloadedFile } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useWaitReason } from '#src/offline/connection-waits.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button, type ButtonTone } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { saveFile } from './download-button.tsx'
import { saveFailureText } from './writing/save.texts.ts'

interface TestActionsProps {
  moment: WhenAndWhere & Routed
  /** calendar links of the student's enrollments there, one for each module */
  calendars: readonly Link[]
  tone?: ButtonTone
  now: number
}

export function TestActions({ moment, calendars, tone = 'secondary', now }: TestActionsProps) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  const notify = useNotify()
  const { address } = moment

  const save = async () => {
    setBusy(true)
    try {
      const files = await Promise.all(calendars.map((link) => api.download(downloadEnrollmentCalendar, link)))
      const file = await joined(files)
      if (file) saveFile(file)
    } catch (error) {
      notify('error', saveFailureText(error, 'Het agenda-bestand ophalen is niet gelukt.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {calendars.length > 0 && (
        <Button icon="calendar" tone={tone} busy={isBusy} disabled={!connected} title={waitReason} onClick={save}>
          <span>
            <VisuallyHidden>Zet </VisuallyHidden>In agenda
            <VisuallyHidden>{`: ${whenAndWhereLabel(moment, now)}`}</VisuallyHidden>
          </span>
        </Button>
      )}
      {address && (
        <ButtonLink icon="place" tone={tone} href={routeTo(address)} target="_blank" rel="noreferrer">
          <span>
            Route<VisuallyHidden>{` naar ${address} (op een kaart)`}</VisuallyHidden>
          </span>
        </ButtonLink>
      )}
    </>
  )
}

interface NextTestActionsProps extends Omit<TestActionsProps, 'calendars'> {
  enrollments: readonly Enrollment[]
}

/** Last buttons of the first screen's card, loaded after it: its own file has no room for them, nor for finding the calendar links. */
export const NextTestActions = ({ enrollments, ...props }: NextTestActionsProps) => (
  <TestActions {...props} calendars={enrollments.flatMap(({ _links }) => _links.calendar ?? [])} />
)

async function joined(files: readonly DownloadedFile[]): Promise<DownloadedFile | null> {
  const [first] = files
  if (!first) return null
  const whole = joinedCalendars(await Promise.all(files.map(({ content }) => content.text())))
  return { name: first.name, content: new Blob([whole], { type: first.content.type }) }
}

/** Joins the files of several modules at one moment: a calendar imports them as one. */
export function joinedCalendars(texts: readonly string[]): string {
  const [frame = ''] = texts
  const events = texts.map((text) => text.slice(text.indexOf(EVENT), text.lastIndexOf(END)))
  return frame.slice(0, frame.indexOf(EVENT)) + events.join('') + END
}

const EVENT = 'BEGIN:VEVENT'
const END = 'END:VCALENDAR\r\n'

/** Link to a route in Apple's or Google's maps, with the address as text: schools enter no coordinates. */
function routeTo(address: string): string {
  const place = encodeURIComponent(address)
  if (/iphone|ipad|macintosh/i.test(navigator.userAgent)) return `https://maps.apple.com/?daddr=${place}`
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`
}
