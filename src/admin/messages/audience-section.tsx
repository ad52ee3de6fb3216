import { dayOf } from '#domain/calendar/amsterdam.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Audience } from '#domain/messages/message.schema.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { byStart, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { ChosenGroup } from '#src/parts/messages/write-link.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import type { Groups } from './load-messages.ts'
import styles from './messages.module.css'
import { groupTexts, messagesTexts, audienceTexts as texts } from './messages.texts.ts'

interface AudienceFieldsProps {
  group: ChosenGroup
  groups: Groups
  now: number
  onChoose: (group: ChosenGroup) => void
}

export function AudienceFields({ group, groups, now, onChoose }: AudienceFieldsProps) {
  const { moments, departments, modules } = groups
  const choose = (kind: Audience['kind']) =>
    onChoose({
      kind,
      ...(isOfMoment(kind) && { testmoment_id: nearest(kind, momentsFor(kind, moments, now), now)?.id }),
    })
  return (
    <>
      <RadioList
        legend={texts.whichGroup}
        options={group.kind === 'users' ? [{ value: 'users', ...groupTexts.users }, ...kinds] : kinds}
        value={group.kind}
        onChange={choose}
      />
      {isOfMoment(group.kind) && (
        <div className={styles.moment} data-layout="grid 4">
          <MomentField moments={moments} now={now} group={group} onChoose={onChoose} />
          <ModuleField moments={moments} modules={modules} group={group} onChoose={onChoose} />
        </div>
      )}
      {group.kind === 'department' && <DepartmentField departments={departments} group={group} onChoose={onChoose} />}
    </>
  )
}

const isOfMoment = (kind: ChosenGroup['kind']): boolean =>
  kind === 'testmoment' || kind === 'waiting' || kind === 'absent'

/** Leaves out moments where nobody waits, or that have not begun yet (for absence). */
function momentsFor(kind: ChosenGroup['kind'], moments: Groups['moments'], now: number) {
  if (kind === 'waiting') return moments.filter(({ waiting }) => waiting > 0)
  return kind === 'absent' ? moments.filter(({ date }) => date <= dayOf(now)) : moments
}

/** The next moment, or the latest one for absence. */
const nearest = (kind: ChosenGroup['kind'], moments: readonly ManagedTestmoment[], now: number) =>
  kind === 'absent' ? moments.toSorted(byStart).at(-1) : upcoming(moments, now)[0]

const kinds = (['testmoment', 'waiting', 'absent', 'department', 'not-activated', 'never-enrolled'] as const).map(
  (value) => ({
    value,
    ...groupTexts[value],
  }),
)

interface FieldProps {
  group: ChosenGroup
  onChoose: (group: ChosenGroup) => void
}

const idOf = (value: string): number | undefined => (value === '' ? undefined : Number(value))

function MomentField({ moments: all, now, group, onChoose }: FieldProps & { moments: Groups['moments']; now: number }) {
  const { kind, testmoment_id: id } = group
  const moments = momentsFor(kind, all, now)
  const [ahead, past] = [upcoming(moments, now), gone(moments, now)]
  const none = kind === 'waiting' ? texts.nobodyWaits : texts.noMoments
  const countOf = ({ students, waiting }: ManagedTestmoment) =>
    kind === 'waiting' ? messagesTexts.waits(waiting) : kind === 'absent' ? null : messagesTexts.students(students)
  return (
    <SelectField
      label="Toetsmoment"
      value={id ?? ''}
      onChange={({ target }) => onChoose({ kind, testmoment_id: idOf(target.value) })}
    >
      {id === undefined && <option value="">{moments.length === 0 ? none : texts.chooseMoment}</option>}
      {id !== undefined && !moments.some((moment) => moment.id === id) && (
        <option value={id}>{otherMoment(id, all, now)}</option>
      )}
      <MomentOptions label="Aankomend" moments={ahead} now={now} countOf={countOf} />
      <MomentOptions label="Geweest" moments={past} now={now} countOf={countOf} />
    </SelectField>
  )
}

interface MomentOptionsProps {
  label: string
  moments: readonly ManagedTestmoment[]
  now: number
  /** size of the group at the moment; null if unknown in advance */
  countOf: (moment: ManagedTestmoment) => string | null
}

/** Label of a moment from the address that is not among the options. */
function otherMoment(id: number, moments: readonly ManagedTestmoment[], now: number): string {
  const moment = moments.find((one) => one.id === id)
  return moment ? whenAndWhereLabel(moment, now) : texts.momentOfAnotherYear
}

const MomentOptions = ({ label, moments, now, countOf }: MomentOptionsProps) =>
  moments.length > 0 && (
    <optgroup label={label}>
      <Options
        of={moments.map((moment) => [
          moment.id,
          `${whenAndWhereLabel(moment, now)}${countOf(moment) === null ? '' : ` (${countOf(moment)})`}`,
        ])}
      />
    </optgroup>
  )

/** Coming moments earliest first; past ones latest first. */
const upcoming = (moments: readonly ManagedTestmoment[], now: number) =>
  moments.filter((moment) => isCurrent(moment, now)).toSorted(byStart)
const gone = (moments: readonly ManagedTestmoment[], now: number) =>
  moments.filter((moment) => !isCurrent(moment, now)).toSorted((one, other) => byStart(other, one))

interface ModuleFieldProps extends FieldProps {
  moments: Groups['moments']
  modules: readonly Module[]
}

function ModuleField({ moments, modules, group, onChoose }: ModuleFieldProps) {
  const { kind, testmoment_id, module_id } = group
  const moment = moments.find(({ id }) => id === testmoment_id)
  // A moment without modules of its own offers all of them.
  const offered: readonly Pick<Module, 'id' | 'name'>[] = moment?.modules.length ? moment.modules : modules
  if (testmoment_id === undefined) return null
  return (
    <SelectField
      label="Module"
      value={module_id ?? ''}
      onChange={({ target }) => onChoose({ kind, testmoment_id, module_id: idOf(target.value) })}
    >
      <option value="">{texts.allModules}</option>
      <Options of={offered.map(({ id, name }) => [id, name])} />
      {module_id !== undefined && !offered.some(({ id }) => id === module_id) && (
        <option value={module_id}>{modules.find(({ id }) => id === module_id)?.name ?? texts.anotherModule}</option>
      )}
    </SelectField>
  )
}

interface DepartmentFieldProps extends FieldProps {
  departments: readonly EducationDepartment[]
}

const DepartmentField = ({ departments, group, onChoose }: DepartmentFieldProps) => (
  <SelectField
    label="Studierichting"
    value={group.education_department_id ?? ''}
    onChange={({ target }) => onChoose({ kind: 'department', education_department_id: idOf(target.value) })}
  >
    {group.education_department_id === undefined && <option value="">{texts.chooseDepartment}</option>}
    <Options of={departments.map(({ id, name, archived }) => [id, archived ? `${name} (gearchiveerd)` : name])} />
  </SelectField>
)
