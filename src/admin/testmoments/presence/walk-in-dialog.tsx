import { useState } from 'react'
import { listModules } from '#contract/modules.gen.ts'
import { enrollWalkIn } from '#contract/presence.gen.ts'
import { getTestmoment } from '#contract/testmoments.gen.ts'
import { dotted } from '#domain/entities/dotted.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import type { PresenceRoom, WalkIn } from '#domain/presence/presence.schema.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { registerLabel } from '#domain/users/names.ts'
import { isStudent } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { studentWords } from '#src/parts/person-search.texts.ts'
import { PersonSearch } from '#src/parts/person-search.tsx'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Problem, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { walkInTexts as texts } from './presence.texts.ts'

type Offered = readonly Pick<Module, 'id' | 'name' | 'description'>[]

interface WalkInDialogProps {
  link: Link
  moment: { schoolyear_id: number; id: number }
  /** walk-in that was noted, and is to be enrolled now */
  walkIn: WalkIn | null
  /** where they are, if that is known */
  room: PresenceRoom | null
  /** called to note a name without an enrollment */
  onNote: () => void
  onEnrolled: () => void
  onClose: () => void
}

/** Enrolls somebody who is not on the list. All rules apply except closing, seats and slots; the server checks them. */
export function WalkInDialog({ link, moment, walkIn, room, onNote, onEnrolled, onClose }: WalkInDialogProps) {
  const api = useApi()
  const [user, setUser] = useState<User | null>(null)
  const [moduleId, setModuleId] = useState<number | null>(null)
  const { isBusy, problem, write, showProblem } = useWrite()
  const { answer: offered, error: failure } = useAnswer({ question: moment, ask: (params) => loadOffered(api, params) })
  const chosen = moduleId ?? (offered?.length === 1 ? offered[0]?.id : undefined)

  const choose = (person: User | null) => {
    setUser(person)
    showProblem(null)
  }
  const enroll = async () => {
    if (!user) return showProblem(texts.searchFirst)
    if (chosen === undefined) return showProblem(texts.moduleMissing)
    const name = registerLabel(user)
    const body = { user_id: user.id, module_id: chosen, walk_in_id: walkIn?.id, room_id: room?.id }
    const isEnrolled = await write({
      send: () => api.follow(enrollWalkIn, link, { body }),
      saved: texts.enrolled(name),
      failed: texts.notEnrolled(name),
    })
    if (!isEnrolled) return
    onEnrolled()
    onClose()
  }
  return (
    <Dialog title={walkIn ? texts.enroll(walkIn.name) : texts.notOnList} onClose={onClose}>
      <div data-layout="stack 4">
        <p>{texts.explanation}</p>
        {room && <p>{texts.seatIn(roomLabel(room.name))}</p>}
        {user ? (
          <div data-layout="row 2 x4 between" data-pad="y2">
            <p>
              <strong translate="no">{registerLabel(user)}</strong>
              <br />
              <span translate="no">{dotted([user.student_number, user.username])}</span>
            </p>
            <Button tone="quiet" onClick={() => choose(null)}>
              Iemand anders
            </Button>
          </div>
        ) : (
          <PersonSearch words={studentWords} may={isStudent} initial={walkIn?.name} onChoose={choose} />
        )}
        {user && offered && (
          <SelectField
            label="Module"
            value={chosen ?? ''}
            onChange={({ target }) => {
              setModuleId(target.value === '' ? null : Number(target.value))
              showProblem(null)
            }}
          >
            <option value="">{texts.chooseModule}</option>
            <Options of={offered.map((module) => [module.id, moduleLabel(module)])} />
          </SelectField>
        )}
        {failure !== null && <Alert>{saveFailureText(failure, texts.loadFailed)}</Alert>}
        <Problem text={problem} />
        <DialogActions>
          {!walkIn && (
            <Button tone="quiet" onClick={onNote}>
              Alleen de naam noteren
            </Button>
          )}
          <Button onClick={onClose}>Annuleren</Button>
          <ServerButton tone="primary" busy={isBusy} onClick={enroll}>
            Inschrijven
          </ServerButton>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** The moment's modules, or all active ones. */
async function loadOffered(api: Api, params: WalkInDialogProps['moment']): Promise<Offered> {
  const { modules } = await api.call(getTestmoment, { params })
  return modules.length > 0 ? modules : (await api.call(listModules)).entities.filter(({ active }) => active)
}
