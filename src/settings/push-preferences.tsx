import { useState } from 'react'
import { editPushPreference } from '#contract/push.gen.ts'
import { readWrittenClock } from '#domain/calendar/date-input.rules.ts'
import { pushKinds } from '#domain/push/push.rules.ts'
import type { PushPreference } from '#domain/push/push.schema.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { TimeField } from '#src/parts/date-field.tsx'
import { saveTexts } from '#src/parts/writing/save.texts.ts'
import { Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { kindTexts } from '#src/push/push.texts.ts'
import { Button } from '#src/ui/button.tsx'
import { Form } from '#src/ui/field.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { pushPreferenceTexts as texts } from './push-settings.texts.ts'
import styles from './settings.module.css'

const NIGHT = { quiet_from: '22:00', quiet_until: '07:00' }
const NEVER = { quiet_from: null, quiet_until: null }

interface PushPreferencesProps {
  preference: PushPreference
  /** why none of it applies on this device, or on any; else null */
  note: string | null
  onSaved: (preference: PushPreference) => void
}

/** Events that a student is notified of on all of their devices, and quiet hours. A switch is saved when it is pressed. */
export function PushPreferences({ preference, note, onSaved }: PushPreferencesProps) {
  const api = useApi()
  const connected = useIsConnected()
  const { isBusy, busy, problem, write, showProblem } = useWrite()
  const [hours, setHours] = useState({ from: preference.quiet_from ?? '', until: preference.quiet_until ?? '' })
  const isQuiet = preference.quiet_from !== null

  const save = (name: string, change: Partial<PushPreference>) =>
    write({
      name,
      send: () => repeatUnanswered(() => api.call(editPushPreference, { body: { ...preference, ...change } })),
      failed: texts.saveFailed,
      saved: saveTexts.saved,
      onDone: ({ entity }) => {
        setHours({ from: entity.quiet_from ?? '', until: entity.quiet_until ?? '' })
        onSaved(entity)
      },
    })
  const saveHours = () => {
    if (!connected) return
    const [quiet_from, quiet_until] = [readWrittenClock(hours.from), readWrittenClock(hours.until)]
    if (quiet_from && quiet_until) void save('hours', { quiet_from, quiet_until })
    else showProblem(texts.hoursMissing)
  }
  const switches = [
    ...pushKinds.map((kind) => ({
      name: kind,
      label: kindTexts[kind].label,
      note: kindTexts[kind].note,
      checked: preference[kind],
      change: { [kind]: !preference[kind] },
    })),
    {
      name: 'quiet',
      label: texts.quiet,
      note: texts.quietNote,
      checked: isQuiet,
      change: isQuiet ? NEVER : NIGHT,
    },
  ]

  return (
    <>
      <h3>{texts.heading}</h3>
      {note && <p data-text="small muted figures">{note}</p>}
      <ul data-layout="lined">
        {switches.map(({ name, label, note, checked, change }) => (
          <li key={name} className={styles.preference} data-layout="row 2 x4 between" data-pad="y3">
            <div>
              <span>{label}</span>
              <p data-text="small muted figures">{note}</p>
            </div>
            <Switch
              label={label}
              checked={checked}
              busy={busy === name}
              disabled={!connected || isBusy}
              onChange={() => save(name, change)}
            />
          </li>
        ))}
      </ul>
      {isQuiet && (
        <Form data-layout="row 4 end" onSubmit={saveHours}>
          <TimeField label={texts.quietFrom} value={hours.from} onChange={(from) => setHours({ ...hours, from })} />
          <TimeField label={texts.quietUntil} value={hours.until} onChange={(until) => setHours({ ...hours, until })} />
          <Button type="submit" busy={busy === 'hours'} disabled={!connected || isBusy}>
            {texts.saveHours}
          </Button>
        </Form>
      )}
      <Problem text={problem} />
    </>
  )
}
