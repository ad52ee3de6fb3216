import { settleRecords } from '#database/queries/settle-records.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { findable } from '#domain/users/search.rules.ts'
import { type Product, SITUATED } from './product.ts'

type Database = Product['database']

interface MomentOptions {
  /** days from today, negative is past */
  inDays?: number
  duration?: 'day' | 'week'
  open?: boolean
  /** when (ISO) it should open by itself */
  opensAt?: string
  max?: number
  /** for how many students; 0 without a limit */
  seats?: number
  /** names of the modules offered; by default all of this situation */
  modules?: string[]
  /** names of those in which students are enrolled automatically; by default none */
  automatic?: string[]
}

/**
 * A department with modules and a student of its own, in the product's active school year, so that tests in one
 * product do not see each other's moments.
 */
export interface Situation {
  /** the end of the names of its modules */
  mark: string
  username: string
  /** the department's name */
  department: string
  studentId: number
  modules: Record<string, number>
  /** another module of the department */
  addModule(name: string): Promise<void>
  /** another student of the department */
  addClassmate(): Promise<Classmate>
  /** adds this many other students to the department, each enrolled in these modules */
  addClass(size: number, testmomentId: number, moduleNames: readonly string[]): Promise<void>
  addMoment(options?: MomentOptions): Promise<number>
  change(
    testmomentId: number,
    values: Partial<Pick<TestmomentFields, 'enrollments_enabled' | 'max_enrollments' | 'seats' | keyof WhenAndWhere>>,
  ): Promise<void>
  enroll(testmomentId: number, moduleName: string): Promise<number>
  /** notes the outcome of a test, and notifies the student */
  note(enrollmentId: number, noted: { presence?: PresenceStatus; result?: ResultValue }): Promise<void>
  /** joins the line; gives the place's number */
  wait(testmomentId: number, moduleName: string): Promise<number>
  /** in how many lines the student stands */
  waits(): Promise<number>
  /** completes a module, also if the student had done so; `by_result` if by a result */
  complete(moduleName: string, more?: { by_result: boolean }): Promise<void>
  /** a message to the student, as it is once its letter went; gives its id */
  receive(message: { subject: string; text: string }): Promise<number>
  enrollments(): Promise<{ testmoment_id: number; module_id: number }[]>
}

interface Classmate {
  id: number
  username: string
  enroll(testmomentId: number, moduleName: string): Promise<number>
  /** joins the line; gives the place's number */
  wait(testmomentId: number, moduleName: string): Promise<number>
}

/** The number has a fixed length: a name one digit longer wraps on a phone. */
const processMark = String(process.pid % 10_000).padStart(4, '0')

/** The counter has three digits: a search for a name with 1 would also find 11. */
let counter = 100

export async function createSituation(database: Database, moduleNames: string[]): Promise<Situation> {
  const { kysely } = database
  // Ends in a letter: a table's text runs on, and 1 beside a count of 4 would read as 14.
  const mark = `${processMark}-${++counter}e`
  const department = await kysely
    .insertInto('education_department')
    .values({ name: `${SITUATED} ${mark}`, auto_enroll: true, created_at: new Date().toISOString() })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const studentNamed = await studentsOf(database, department.id)
  const student = await kysely
    .insertInto('user')
    .values(studentNamed(`student-${mark}@e2e.example`, { first_name: 'Jade', last_name: 'van den Berg' }))
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
  const situation = await situationAround(database, { mark, department, student, modules: {}, moduleNames })
  for (const name of moduleNames) await situation.addModule(name)
  return situation
}

/** The situation of a student who is there already, with all modules of the school. */
export async function situationOf(database: Database, username: string): Promise<Situation> {
  const { kysely } = database
  const { department_id, name, ...student } = await kysely
    .selectFrom('user')
    .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select(['user.id', 'username', 'education_department.id as department_id', 'education_department.name'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const rows = await kysely.selectFrom('module').select(['id', 'name']).execute()
  const modules = Object.fromEntries(rows.map((module) => [module.name, module.id]))
  const department = { id: department_id, name }
  return situationAround(database, { mark: '', department, student, modules, moduleNames: Object.keys(modules) })
}

/** Columns of the user table for a student of this department, who has the password of everyone. */
async function studentsOf({ kysely }: Database, education_department_id: number) {
  const { password_hash } = await kysely
    .selectFrom('user')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  return (username: string, name: { first_name: string; last_name: string }) => ({
    ...findable({ username, ...name }),
    roles: 'ROLE_STUDENT' as const,
    password_hash,
    information_checked: true,
    activated: true,
    education_department_id,
    created_at: new Date().toISOString(),
  })
}

interface Around {
  mark: string
  department: { id: number; name: string }
  student: { id: number; username: string }
  modules: Record<string, number>
  /** modules that a moment offers by default */
  moduleNames: string[]
}

async function situationAround(database: Database, around: Around): Promise<Situation> {
  const { mark, department, student, modules, moduleNames } = around
  const { kysely } = database
  const created_at = new Date().toISOString()
  const year = await kysely.selectFrom('schoolyear').select('id').where('active', '=', true).executeTakeFirstOrThrow()
  const studentNamed = await studentsOf(database, department.id)
  const addModule = async (name: string) => {
    const { id } = await kysely
      .insertInto('module')
      .values({ name: `${name}-${mark}`, description: `Beschrijving van ${name}`, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    modules[name] = id
    await kysely
      .insertInto('education_department_module')
      .values({ education_department_id: department.id, module_id: id })
      .execute()
  }

  const idOf = (name: string): number => {
    const id = modules[name]
    if (id === undefined) throw new Error(`no module ${name} in this situation`)
    return id
  }

  const enroll = async (user_id: number, testmoment_id: number, moduleName: string): Promise<number> => {
    const { id } = await kysely
      .insertInto('enrollment')
      .values({ user_id, testmoment_id, module_id: idOf(moduleName), created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const wait = async (user_id: number, testmoment_id: number, moduleName: string): Promise<number> => {
    const { id } = await kysely
      .insertInto('waiting_entry')
      .values({ user_id, testmoment_id, module_id: idOf(moduleName), moves: false, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  let classmates = 0

  return {
    mark,
    username: student.username,
    department: department.name,
    studentId: student.id,
    modules,
    addModule,
    async addClassmate() {
      classmates += 1
      const name = { first_name: 'Daan', last_name: `Jansen ${classmates}` }
      const { id, username } = await kysely
        .insertInto('user')
        .values(studentNamed(`classmate-${classmates}-${mark}@e2e.example`, name))
        .returning(['id', 'username'])
        .executeTakeFirstOrThrow()
      return {
        id,
        username,
        enroll: (testmomentId, moduleName) => enroll(id, testmomentId, moduleName),
        wait: (testmomentId, moduleName) => wait(id, testmomentId, moduleName),
      }
    },
    async addClass(size, testmoment_id, names) {
      const first = classmates + 1
      classmates += size
      const classmate = (_: unknown, at: number) =>
        studentNamed(`classmate-${first + at}-${mark}@e2e.example`, {
          first_name: 'Daan',
          last_name: `Jansen ${first + at}`,
        })
      const added = await kysely
        .insertInto('user')
        .values(Array.from({ length: size }, classmate))
        .returning('id')
        .execute()
      const enrollments = added.flatMap(({ id: user_id }) =>
        names.map((name) => ({ user_id, testmoment_id, module_id: idOf(name), created_at })),
      )
      await kysely.insertInto('enrollment').values(enrollments).execute()
    },
    async addMoment({
      inDays = 14,
      duration = 'day',
      open = true,
      opensAt,
      max = 0,
      seats = 0,
      modules: offered = moduleNames,
      automatic = [],
    } = {}) {
      const { id } = await kysely
        .insertInto('testmoment')
        .values({
          schoolyear_id: year.id,
          date: addDays(dayOf(Date.now()), inDays),
          duration,
          enrollments_enabled: open,
          enrollments_open_at: opensAt ?? null,
          max_enrollments: max,
          seats,
          created_at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await kysely
        .insertInto('testmoment_module')
        .values(
          offered.map((name) => ({
            testmoment_id: id,
            module_id: idOf(name),
            auto_enroll: automatic.includes(name),
          })),
        )
        .execute()
      return id
    },
    async change(testmomentId, values) {
      await kysely.updateTable('testmoment').set(values).where('id', '=', testmomentId).execute()
    },
    enroll: (testmomentId, moduleName) => enroll(student.id, testmomentId, moduleName),
    note: (enrollmentId, noted) => note(database, { enrollment_id: enrollmentId, user_id: student.id }, noted),
    wait: (testmomentId, moduleName) => wait(student.id, testmomentId, moduleName),
    waits: async () =>
      (await kysely.selectFrom('waiting_entry').select('id').where('user_id', '=', student.id).execute()).length,
    async complete(moduleName, { by_result } = { by_result: false }) {
      await kysely
        .insertInto('completed_module')
        .values({ user_id: student.id, module_id: idOf(moduleName), created_at, by_result })
        .onConflict((conflict) => conflict.columns(['user_id', 'module_id']).doUpdateSet({ by_result }))
        .execute()
    },
    async receive({ subject, text }) {
      const { id } = await kysely
        .insertInto('message')
        .values({
          key: crypto.randomUUID(),
          kind: 'message',
          fingerprint: crypto.randomUUID(),
          repeat: 0,
          sender_id: null,
          audience: '{}',
          audience_label: `Studenten van ${department.name}`,
          subject,
          text,
          recipients: 1,
          created_at: new Date().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await kysely
        .insertInto('message_recipient')
        .values({ message_id: id, user_id: student.id, letter: 'accepted' })
        .execute()
      return id
    },
    enrollments: () =>
      kysely
        .selectFrom('enrollment')
        .select(['testmoment_id', 'module_id'])
        .where('user_id', '=', student.id)
        .execute(),
  }
}

/** A result that there was is corrected by it. */
async function note(
  { transaction }: Database,
  of: { enrollment_id: number; user_id: number },
  { presence, result }: Parameters<Situation['note']>[1],
): Promise<void> {
  const at = new Date().toISOString()
  await transaction(async (trx) => {
    if (presence)
      await trx
        .insertInto('presence')
        .values({ ...of, status: presence, at })
        .execute()
    if (result) {
      const { outcome, grade } = result
      const { numDeletedRows } = await trx
        .deleteFrom('result')
        .where('enrollment_id', '=', of.enrollment_id)
        .executeTakeFirst()
      const published = { published_outcome: outcome, published_grade: grade, published_at: at }
      await trx
        .insertInto('result')
        .values({ ...of, ...result, ...published, edited_at: at })
        .execute()
      await trx
        .insertInto('result_publication')
        .values({ ...of, ...result, is_correction: numDeletedRows > 0n, ended_testmoment_ids: '[]', at })
        .execute()
    }
    await settleRecords(trx, [of.enrollment_id])
  })
}
