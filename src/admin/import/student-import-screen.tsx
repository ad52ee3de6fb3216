import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Imported, ImportLetters, StudentImportPreview } from '#contract/import.calls.ts'
import { countImportLetters, importStudents, previewStudentImport } from '#contract/import.gen.ts'
import type { ImportLettersWish, StudentLine, UnknownDepartment } from '#domain/import/import.schema.ts'
import { nameKeysOf } from '#domain/users/search.rules.ts'
import { classGroupLabel } from '#domain/users/user.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { Card } from '#src/ui/card.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import styles from './import.module.css'
import { addressTexts, departmentTexts, importTexts as texts } from './import.texts.ts'
import { ImportFlow, ImportKinds } from './import-flow.tsx'
import { ListChoice } from './list-choice.tsx'
import type { LoadedStudentImport } from './load-import.ts'

/** `letters`: e-mails of earlier imports. Those of this one have their own bar, also when the screen is refetched. */
export function StudentImportScreen({ loaded: { letters, remembered } }: { loaded: LoadedStudentImport }) {
  const api = useApi()
  const [before] = useState(letters)
  const [wish, setWish] = useState<ImportLettersWish>('now')
  const [meant, setMeant] = useState<MeantDepartments>(NOTHING_MEANT)
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [departed, setDeparted] = useState(false)
  const departments = [...meant.values()].map(({ unknown, id }) => ({
    name: unknown.name,
    education_department_id: id,
  }))
  return (
    <div data-layout="stack 4">
      <ImportKinds>
        <BackLink to="/admin/users">Gebruikers</BackLink>
      </ImportKinds>
      {(before.waiting > 0 || before.given_up > 0) && (
        <Card>
          <LetterProgress first={before} />
        </Card>
      )}
      <ImportFlow<StudentLine, StudentImportPreview, Imported>
        importable={{
          kind: 'students',
          place: 0,
          remembered,
          settings: JSON.stringify([departments, addresses, departed]),
          preview: (list) =>
            api.call(previewStudentImport, { body: { ...list, departments, addresses: [...addresses], departed } }),
          confirm: (list) =>
            api.call(importStudents, {
              body: { ...list, departments, addresses: [...addresses], departed, letters: wish },
            }),
          columns,
        }}
        renderMending={({ unknown_departments, lines }) => (
          <>
            <DepartmentChoices unknown={unknown_departments} meant={meant} onChange={setMeant} />
            <DepartedChoice lines={lines} isChosen={departed} onChange={setDeparted} />
            <AddressChoices lines={lines} confirmed={addresses} onChange={setAddresses} />
          </>
        )}
        renderChoice={({ counts: { added } }) =>
          added > 0 && <LettersChoice count={added} wish={wish} onChange={setWish} />
        }
        renderOnwards={({ added }) => (
          <>
            {wish === 'now' || added === 0 ? (
              <>
                <LetterProgress first={{ waiting: added, given_up: 0 }} />
                <Link to="/admin/users">{texts.toUsers}</Link>
              </>
            ) : (
              <>
                <StatusLine tone="warning" icon="mail">
                  {texts.letters.waiting(added)}
                </StatusLine>
                <Link to="/admin/users" search={{ activated: 'no' }}>
                  Activatiemails versturen bij Gebruikers
                </Link>
              </>
            )}
          </>
        )}
      />
    </div>
  )
}

interface DepartedChoiceProps {
  lines: readonly StudentLine[]
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function DepartedChoice({ lines, ...choice }: DepartedChoiceProps) {
  const numbers = lines.flatMap(({ line, findings }) =>
    findings.some(({ verdict }) => verdict === 'departed' || verdict === 'departed-taken') ? [line] : [],
  )
  if (numbers.length === 0) return null
  return <ListChoice label={texts.departed(numbers.length)} hint={texts.departedHint(numbers)} {...choice} />
}

interface AddressChoicesProps {
  lines: readonly StudentLine[]
  confirmed: readonly string[]
  onChange: (confirmed: readonly string[]) => void
}

/** Choice for each student with another address in the list: whether the account gets it. */
function AddressChoices({ lines, confirmed, onChange }: AddressChoicesProps) {
  const moving = lines.flatMap((line) => {
    const finding = line.findings.find(({ verdict }) => verdict === 'address-offered' || verdict === 'address-changed')
    return finding ? [{ line, former: finding.about }] : []
  })
  if (moving.length === 0) return null
  return (
    <fieldset className={styles.meant} data-layout="stack 1" data-text="small">
      <legend>{addressTexts.legend}</legend>
      <p data-text="muted">{addressTexts.hint}</p>
      {moving.map(({ line: { line, username, first_name, last_name }, former }) => (
        <label key={line} data-layout="grid led target x3 center">
          <input
            type="checkbox"
            checked={confirmed.includes(username)}
            onChange={({ target }) =>
              onChange([...confirmed.filter((one) => one !== username), ...(target.checked ? [username] : [])])
            }
          />
          <span>{addressTexts.change(`${first_name} ${last_name}`.trim(), former, username)}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface LettersChoiceProps {
  count: number
  wish: ImportLettersWish
  onChange: (wish: ImportLettersWish) => void
}

const LettersChoice = ({ count, wish, onChange }: LettersChoiceProps) => (
  <div data-width="32">
    <RadioList<ImportLettersWish>
      legend={texts.letters.legend}
      options={[
        { value: 'now', label: texts.letters.now(count), hint: texts.letters.nowHint },
        { value: 'later', label: texts.letters.later, hint: texts.letters.laterHint },
      ]}
      value={wish}
      onChange={onChange}
    />
  </div>
)

const columns: Column<StudentLine>[] = [
  {
    key: 'username',
    label: 'E-mail',
    cell: ({ username }) => <span className={styles.address}>{username || '—'}</span>,
    sortBy: ({ username }) => username,
  },
  {
    key: 'name',
    label: 'Naam',
    least: [6.5, 6.5],
    cell: ({ first_name, last_name, student_number }) => (
      <div>
        <span translate="no">{`${first_name} ${last_name}`.trim() || '—'}</span>
        {student_number && <p data-text="small muted figures">{`nr. ${student_number}`}</p>}
      </div>
    ),
    sortBy: (line) => nameKeysOf(line).last_name_key,
  },
  {
    key: 'department',
    label: 'Studierichting',
    cell: ({ education_department, class_group }) => (
      <div>
        <span>{education_department || '—'}</span>
        {class_group && <p data-text="small muted">{classGroupLabel(class_group)}</p>}
      </div>
    ),
  },
]

function LetterProgress({ first }: { first: ImportLetters }) {
  const { waiting, given_up } = useLetters(first)
  // E-mails of an earlier import may wait too: the bar then counts them all.
  const [most, setMost] = useState(first.waiting)
  if (waiting > most) setMost(waiting)
  return (
    <div data-layout="grid 2" data-text="figures" data-width="32">
      {waiting > 0 && (
        <>
          <p>{texts.lettersWaiting(most - waiting, most)}</p>
          <ProgressBar label={texts.sentLetters} value={most - waiting} max={most} />
        </>
      )}
      {waiting === 0 && most > 0 && <StatusLine tone="success">{texts.lettersSent(most)}</StatusLine>}
      {given_up > 0 && <StatusLine tone="warning">{texts.lettersGivenUp(given_up)}</StatusLine>}
    </div>
  )
}

/** Interval (ms) for fetching the progress while e-mails are being sent. */
const POLL_MS = 2_000

/** State of the imports' e-mails, fetched again while some wait and the page is visible. */
function useLetters(first: ImportLetters): ImportLetters {
  const api = useApi()
  const [letters, setLetters] = useState(first)
  useEffect(() => {
    if (letters.waiting === 0) return
    const timer = setTimeout(() => {
      const again = () => setLetters((same) => ({ ...same }))
      if (document.hidden) again()
      // After a failure, the next answer has the number.
      else api.call(countImportLetters).then(setLetters, again)
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [api, letters])
  return letters
}

type MeantDepartments = ReadonlyMap<string, { unknown: UnknownDepartment; id: number }>

const NOTHING_MEANT: MeantDepartments = new Map()

interface DepartmentChoicesProps {
  unknown: readonly UnknownDepartment[]
  meant: MeantDepartments
  onChange: (meant: MeantDepartments) => void
}

const MOST_NEAR = 3

/** For each unknown name of a department, a select for the one that is meant in all lines with that name. */
function DepartmentChoices({ unknown, meant, onChange }: DepartmentChoicesProps) {
  const asked = [...[...meant.values()].map((known) => known.unknown), ...unknown]
  if (asked.length === 0) return null
  const choose = (one: UnknownDepartment, chosen: string) => {
    const next = new Map(meant)
    if (chosen === '') next.delete(one.name)
    else next.set(one.name, { unknown: one, id: Number(chosen) })
    onChange(next)
  }
  return (
    <fieldset className={styles.meant} data-layout="stack 1" data-text="small">
      <legend>{departmentTexts.legend}</legend>
      {asked.map((one) => (
        <SelectField
          key={one.name}
          label={departmentTexts.name(one.name, one.lines)}
          value={meant.get(one.name)?.id ?? ''}
          onChange={({ target }) => choose(one, target.value)}
        >
          <option value="">{departmentTexts.choose}</option>
          <optgroup label={departmentTexts.near}>
            <Options of={one.nearest.slice(0, MOST_NEAR).map(({ id, name }) => [id, name])} />
          </optgroup>
          {one.nearest.length > MOST_NEAR && (
            <optgroup label={departmentTexts.others}>
              <Options of={one.nearest.slice(MOST_NEAR).map(({ id, name }) => [id, name])} />
            </optgroup>
          )}
        </SelectField>
      ))}
    </fieldset>
  )
}
