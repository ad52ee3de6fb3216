import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UsernameTaken } from '#contract/refusals.ts'
import { addUser } from '#contract/users.gen.ts'
import { usernameFaults } from '#domain/accounts/account.rules.ts'
import { accountFaultTexts } from '#domain/accounts/account.texts.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { isRole, isStudent, type Role } from '#domain/users/roles.ts'
import type { User, UserCreation } from '#domain/users/user.schema.ts'
import { roleTexts, studentNumberRefusalTexts, userFieldTexts } from '#domain/users/user.texts.ts'
import { newIdentityRefusals } from '#domain/users/user-edit.rules.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { Options, SelectField, TextField } from '#src/ui/field.tsx'
import { userEditTexts } from './user-edit.texts.ts'
import { newUserTexts as texts } from './users.texts.ts'

interface NewUserDialogProps {
  departments: readonly EducationDepartment[]
  onMade: (user: User, letter: UserCreation['letter']) => void
  onClose: () => void
}

const empty = { username: '', first_name: '', last_name: '', student_number: '', class_group: '' }

export function NewUserDialog({ departments, onMade, onClose }: NewUserDialogProps) {
  const [typed, setTyped] = useState(empty)
  const [role, setRole] = useState<Role>('ROLE_STUDENT')
  const [departmentId, setDepartmentId] = useState<number | null>(null)
  const [letter, setLetter] = useState<UserCreation['letter']>('now')
  const [isTried, setTried] = useState(false)
  const { isBusy, problem, taken, make, forgetTaken, forgetProblem } = useMaking({ onMade, onClose })
  const isOfStudent = isStudent({ roles: [role] })

  const edit = (changes: Partial<typeof empty>) => {
    setTyped({ ...typed, ...changes })
    forgetTaken()
    forgetProblem()
  }
  const [fault] = usernameFaults(typed.username)
  const refusals = newIdentityRefusals(typed, { first_name: '\0', last_name: '\0' })
  const ofStudent = isOfStudent ? (refusals.student_number ?? refusals.class_group) : null
  const isWrong = fault ?? refusals.first_name ?? refusals.last_name ?? ofStudent
  const textOf = (refusal: keyof typeof userEditTexts.identityRefusals | null) =>
    isTried && refusal ? userEditTexts.identityRefusals[refusal] : undefined
  const submit = () => {
    setTried(true)
    forgetProblem()
    if (isWrong) return
    const { student_number, class_group, ...names } = typed
    void make({
      ...names,
      role,
      ...(isOfStudent && {
        education_department_id: departmentId,
        student_number: student_number.trim() || null,
        class_group: class_group.trim() || null,
      }),
      letter,
    })
  }
  return (
    <FormDialog
      title={texts.title}
      submitLabel="Toevoegen"
      isBusy={isBusy}
      isDirty={Object.values(typed).some((value) => value !== '')}
      onSubmit={submit}
      onClose={onClose}
    >
      <AddressField
        value={typed.username}
        takenBy={taken.username}
        problem={isTried && fault ? accountFaultTexts[fault] : undefined}
        onEdit={(username) => edit({ username })}
      />
      <TextField
        label="Voornaam"
        value={typed.first_name}
        error={textOf(refusals.first_name)}
        onChange={({ target }) => edit({ first_name: target.value })}
      />
      <TextField
        label="Achternaam"
        value={typed.last_name}
        error={textOf(refusals.last_name)}
        onChange={({ target }) => edit({ last_name: target.value })}
      />
      <RoleField role={role} onChoose={setRole} />
      {isOfStudent && (
        <StudentFields
          departments={departments}
          departmentId={departmentId}
          onDepartment={setDepartmentId}
          typed={typed}
          problems={{
            student_number: taken.student_number
              ? studentNumberRefusalTexts['student-number-taken']
              : textOf(refusals.student_number),
            class_group: textOf(refusals.class_group),
          }}
          onEdit={edit}
        />
      )}
      <SelectField
        label="Activatiemail"
        hint={texts.letterHints[letter]}
        value={letter}
        onChange={({ target }) => setLetter(target.value === 'later' ? 'later' : 'now')}
      >
        <option value="now">{texts.sendNow}</option>
        <option value="later">{texts.sendLater}</option>
      </SelectField>
      <Problem text={problem} />
    </FormDialog>
  )
}

/** Makes the account. Refusals about what another account has already are kept in `taken`, for their fields. */
function useMaking({ onMade, onClose }: Pick<NewUserDialogProps, 'onMade' | 'onClose'>) {
  const api = useApi()
  const [taken, setTaken] = useState<{ username?: number | null; student_number?: boolean }>({})
  const { isBusy, problem, write, showProblem } = useWrite()
  const make = (body: UserCreation) =>
    write({
      send: () => api.call(addUser, { body }),
      onDone: ({ entity }) => onMade(entity, body.letter),
      onAnswerLost: onClose,
      onRefused: (error) => {
        if (isRefusedFor<UsernameTaken>(error, 'username-taken')) setTaken({ username: error.details.user_id ?? null })
        else if (isRefusedFor(error, 'student-number-taken')) setTaken({ student_number: true })
        else return false
        return true
      },
      failed: texts.failed,
    })
  return { isBusy, problem, taken, make, forgetTaken: () => setTaken({}), forgetProblem: () => showProblem(null) }
}

interface AddressFieldProps {
  value: string
  /** id of the account that has this address, null if its id is unknown; undefined if the address is free */
  takenBy: number | null | undefined
  problem: string | undefined
  onEdit: (address: string) => void
}

const AddressField = ({ value, takenBy, problem, onEdit }: AddressFieldProps) => (
  <>
    <TextField
      label="E-mail"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={takenBy === undefined ? problem : texts.taken}
      onChange={({ target }) => onEdit(target.value)}
    />
    {takenBy && (
      <p>
        <Link to="/user/$userId/edit" params={{ userId: String(takenBy) }}>
          {texts.openTaken}
        </Link>
      </p>
    )}
  </>
)

const RoleField = ({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) => (
  <SelectField
    label="Type"
    hint={roleTexts[role].explanation}
    value={role}
    onChange={({ target: { value } }) => isRole(value) && onChoose(value)}
  >
    <Options of={Object.entries(roleTexts).map(([each, { label }]) => [each, label])} />
  </SelectField>
)

interface StudentFieldsProps {
  departments: readonly EducationDepartment[]
  departmentId: number | null
  onDepartment: (id: number | null) => void
  typed: typeof empty
  problems: { student_number: string | undefined; class_group: string | undefined }
  onEdit: (changes: Partial<typeof empty>) => void
}

const StudentFields = ({ departments, departmentId, onDepartment, typed, problems, onEdit }: StudentFieldsProps) => (
  <>
    <SelectField
      label="Studierichting"
      hint={texts.departmentHint}
      value={departmentId ?? ''}
      onChange={({ target: { value } }) => onDepartment(value === '' ? null : Number(value))}
    >
      <option value="">{texts.noDepartment}</option>
      <Options of={departments.flatMap(({ id, name, archived }) => (archived ? [] : [[id, name] as const]))} />
    </SelectField>
    <TextField
      label={userFieldTexts.student_number.label}
      hint={texts.optionalHint}
      autoCapitalize="characters"
      spellCheck={false}
      value={typed.student_number}
      error={problems.student_number}
      onChange={({ target }) => onEdit({ student_number: target.value })}
    />
    <TextField
      label={userFieldTexts.class_group.label}
      hint={texts.optionalHint}
      spellCheck={false}
      value={typed.class_group}
      error={problems.class_group}
      onChange={({ target }) => onEdit({ class_group: target.value })}
    />
  </>
)
