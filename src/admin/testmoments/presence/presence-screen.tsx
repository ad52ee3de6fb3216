import { type ReactNode, useEffect, useState } from 'react'
import { readPresence, settleWalkIn, tickPresence } from '#contract/presence.gen.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { WalkIn } from '#domain/presence/presence.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { onAppEvent } from '#src/live/app-events.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { TitleTools } from '#src/parts/layout/title-tools.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import type { PresenceActor } from '#src/presence/presence.machine.ts'
import { startPresence } from '#src/presence/presence-actors.ts'
import { NoteDialog, PresenceView, usePresenceList } from '#src/presence/presence-view.tsx'
import { useServerTime, useSession } from '#src/session/session-view.tsx'
import { STAFF_CODE } from '#sw/messages.ts'
import { ChecklistsButton, type PrintedLinks } from '../moment-students.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { WalkInDialog } from './walk-in-dialog.tsx'

interface PresenceScreenProps {
  user: User
  schoolyearId: number
  testmomentId: number
}

/** Screen on which a teacher ticks who is present, with or without a network. */
export function PresenceScreen({ user, schoolyearId, testmomentId }: PresenceScreenProps) {
  const actor = useOwnPresence(user, testmomentId)
  const back = (
    <BackLink
      to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
      params={{ schoolyearId: String(schoolyearId), testmomentId: String(testmomentId) }}
    >
      Toetsmoment
    </BackLink>
  )
  return (
    <div data-layout="stack 2" data-room="wide">
      {actor ? <OpenList actor={actor} schoolyearId={schoolyearId} testmomentId={testmomentId} back={back} /> : back}
    </div>
  )
}

function useOwnPresence(user: User, testmoment_id: number): PresenceActor | null {
  const api = useApi()
  const [actor, setActor] = useState<PresenceActor | null>(null)
  const { now } = useSession()
  const serverTime = useServerTime()
  const who = personLabel(user)
  useEffect(() => {
    const params = { id: testmoment_id }
    const presence = startPresence({
      place: { owner: `user-${user.id}`, testmoment_id },
      who,
      isGuest: false,
      now,
      // Not the list's own time: after 'not modified' a browser gives the list as it was stored.
      read: async () => ({ list: await api.call(readPresence, { params }), offset: serverTime() - now() }),
      post: (body) => api.call(tickPresence, { params, body }),
    })
    setActor(presence.actor)
    const stopListening = onAppEvent({
      received: ({ name, id, own }, isHere) => {
        if (isHere && own && name === 'presenceChanged') return
        const isOfList = name === 'presenceChanged' || name === 'enrollmentsChanged' || name === 'eventsMissed'
        // The id of an event about rooms may be that of a room.
        if (name === 'roomsChanged' || (isOfList && (id === undefined || id === testmoment_id)))
          presence.actor.send({ type: 'news.heard' })
      },
    })
    void keepStaffCode().catch(() => undefined)
    return () => {
      stopListening()
      presence.stop()
    }
  }, [api, user.id, who, testmoment_id, now, serverTime])
  return actor
}

/**
 * The worker keeps what it fetches of administrators' code: at a first visit it came too late for that. With it the
 * screen opens without a network.
 */
async function keepStaffCode(): Promise<void> {
  const cache = await caches.open(STAFF_CODE.cache)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const url of loaded)
    if (new URL(url).pathname.startsWith(STAFF_CODE.folder) && !(await cache.match(url))) await cache.add(url)
}

interface OpenListProps {
  actor: PresenceActor
  schoolyearId: number
  testmomentId: number
  back: ReactNode
}

/** Links of the paper lists; null if an earlier release cached the list. */
function printedLinks(links: Partial<PrintedLinks> | undefined): PrintedLinks | null {
  const { presence_checklist, presence_checklist_by_module, extra_time } = links ?? {}
  return presence_checklist && presence_checklist_by_module && extra_time
    ? { presence_checklist, presence_checklist_by_module, extra_time }
    : null
}

/** `room_id`: the room that the list shows */
type Opened = { dialog: 'walk-in'; of?: WalkIn; room_id?: number | null } | { dialog: 'note' } | { dialog: 'link' }

function OpenList({ actor, schoolyearId, testmomentId, back }: OpenListProps) {
  const api = useApi()
  const list = usePresenceList(actor)
  const isConnected = useIsConnected()
  const { busy, write } = useWrite<number>({ inToast: true })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const printed = printedLinks(list?._links)
  const enrollLink = isConnected ? list?._links.walk_in : undefined
  const settle = async (walkIn: WalkIn, link: Link) => {
    await write({
      name: walkIn.id,
      send: () => api.follow(settleWalkIn, link),
      saved: `${walkIn.name} is afgehandeld.`,
      failed: `${walkIn.name} is niet afgehandeld`,
    })
    actor.send({ type: 'news.heard' })
  }
  return (
    <>
      <PresenceView
        actor={actor}
        heading={(scan: ReactNode) => (
          <div data-layout="row 0 x4 grows">
            {back}
            <p data-text="strong breaks">{list && whenAndWhereLabel(list.testmoment, Date.now())}</p>
            <TitleTools>
              <div data-layout="row 2 x3">
                {scan}
                {printed && <ChecklistsButton testmomentId={testmomentId} links={printed} />}
                <ServerButton icon="device" onClick={() => setOpened({ dialog: 'link' })}>
                  Surveillanten
                </ServerButton>
              </div>
            </TitleTools>
          </div>
        )}
        onWalkIn={(room_id) => setOpened(enrollLink ? { dialog: 'walk-in', room_id } : { dialog: 'note' })}
        walkInActions={(walkIn) => {
          const { settle: link } = walkIn._links
          return (
            <>
              {enrollLink && (
                <ServerButton onClick={() => setOpened({ dialog: 'walk-in', of: walkIn })}>Inschrijven…</ServerButton>
              )}
              {link && (
                <ServerButton
                  tone="quiet"
                  busy={busy === walkIn.id}
                  disabled={busy !== null}
                  onClick={() => settle(walkIn, link)}
                >
                  Afgehandeld
                </ServerButton>
              )}
            </>
          )
        }}
      />
      {opened?.dialog === 'note' && <NoteDialog actor={actor} onClose={close} />}
      {opened?.dialog === 'walk-in' && enrollLink && (
        <WalkInDialog
          link={enrollLink}
          moment={{ schoolyear_id: schoolyearId, id: testmomentId }}
          walkIn={opened.of ?? null}
          room={list?.rooms.find(({ id }) => id === (opened.of?.room_id ?? opened.room_id)) ?? null}
          onNote={() => setOpened({ dialog: 'note' })}
          onEnrolled={() => actor.send({ type: 'news.heard' })}
          onClose={close}
        />
      )}
      {opened?.dialog === 'link' && (
        <LinkDialog testmomentId={testmomentId} rooms={list?.rooms ?? []} onClose={close} />
      )}
    </>
  )
}
