import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listSourcePeople, type SourcePeopleReply, type SourceReply } from '#contract/source.ts'
import type { SourceLine, SourceShown } from '#domain/source/source.schema.ts'
import { sourceRemarkTexts } from '#domain/source/source.texts.ts'
import { userFieldTexts } from '#domain/users/user.texts.ts'
import type { Api } from '#src/api/api.ts'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { Table } from '#src/ui/table.tsx'
import { sourceShownTexts, sourceTexts as texts } from './source.texts.ts'

interface SourcePeopleProps {
  api: Api
  source: SourceReply
}

const SHOWN: readonly SourceShown[] = ['changes', 'waiting', 'gone', 'remarks']
const isShown = (value: string): value is SourceShown => SHOWN.some((shown) => shown === value)

/** People of the last run, by what would become of them; a page at a time. */
export function SourcePeople({ api, source: { counts } }: SourcePeopleProps) {
  const [show, setShow] = useState<SourceShown>(counts && counts.waiting > 0 ? 'waiting' : 'changes')
  const [earlier, setEarlier] = useState<readonly SourceLine[]>([])
  const [next, setNext] = useState<SourcePeopleReply['_links']['next']>(undefined)
  const { answer, error, askAgain } = useAnswer({
    question: { show, next },
    ask: ({ show: shown, next: link }) =>
      link ? api.follow(listSourcePeople, link) : api.call(listSourcePeople, { query: { show: shown } }),
  })
  const choose = (value: string) => {
    if (!isShown(value)) return
    setShow(value)
    setEarlier([])
    setNext(undefined)
  }
  const rows = [...earlier, ...(answer?.entities ?? [])].map((line, id) => ({ ...line, id }))
  const more = answer?._links.next
  return (
    <div data-layout="stack 3">
      <SelectField label={texts.show} value={show} onChange={({ target }) => choose(target.value)}>
        {SHOWN.map((each) => (
          <option key={each} value={each}>
            {sourceShownTexts[each]}
          </option>
        ))}
      </SelectField>
      {error !== null && (
        <Alert title={texts.listFailed}>
          <Button onClick={askAgain}>Opnieuw proberen</Button>
        </Alert>
      )}
      {!answer && error === null && <Skeleton lines={3} />}
      {answer && rows.length === 0 && !more && <p data-text="muted">{texts.listEmpty}</p>}
      {rows.length > 0 && (
        <Table
          caption={sourceShownTexts[show]}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', label: texts.columns.name, cell: NameCell },
            { key: 'changes', label: texts.columns.changes, cell: ChangesCell },
            { key: 'remarks', label: texts.columns.remarks, cell: RemarksCell },
          ]}
        />
      )}
      {more && (
        <Button
          onClick={() => {
            setEarlier(rows)
            setNext(more)
          }}
        >
          {texts.more}
        </Button>
      )}
    </div>
  )
}

const NameCell = ({ name, student_number, username, user_id }: SourceLine) => (
  <div data-layout="stack 1">
    {user_id === null ? (
      <strong data-text="breaks">{name || username}</strong>
    ) : (
      <Link
        to="/admin/users"
        search={{ search: student_number || username }}
        aria-label={texts.toUser(name || username)}
      >
        {name || username}
      </Link>
    )}
    <span data-text="small muted breaks">{texts.number(student_number)}</span>
  </div>
)

const labels: Readonly<Record<string, string>> = {
  first_name: userFieldTexts.first_name.label,
  last_name: userFieldTexts.last_name.label,
  student_number: userFieldTexts.student_number.label,
  username: 'E-mailadres',
  education_department: 'Studierichting',
}

const ChangesCell = ({ outcome, changes }: SourceLine) =>
  outcome === 'added' ? (
    texts.isNew
  ) : (
    <div data-layout="stack 1">
      {changes.map(({ field, old, new: wanted }) => (
        <span key={field} data-text="breaks">
          {labels[field] ?? field}: {old || '(leeg)'} → {wanted || '(leeg)'}
        </span>
      ))}
    </div>
  )

const RemarksCell = ({ outcome, remarks }: SourceLine) => (
  <div data-layout="stack 1">
    {outcome === 'gone' && <span>{texts.gone}</span>}
    {remarks.map((remark) => (
      <span key={remark}>{sourceRemarkTexts[remark]}</span>
    ))}
  </div>
)
