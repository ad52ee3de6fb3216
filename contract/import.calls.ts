import { z } from 'zod'
import { exactTextSchema, idSchema, textSchema } from '#domain/entities/entity.schema.ts'
import { shownIn } from '#domain/entities/record-fields.ts'
import {
  columnReadingSchema,
  departmentMeaningSchema,
  importKindSchema,
  importLettersSchema,
  importTextSchema,
  judgedLineSchema,
  keptImportSchema,
  moduleLineSchema,
  sameDaySchema,
  studentLineSchema,
  testmomentLineSchema,
  undoPreviewSchema,
  unknownDepartmentSchema,
  verdictCountsSchema,
} from '#domain/import/import.schema.ts'
import { importKinds } from '#domain/import/import-kinds.ts'
import { type ImportFault, MAX_IMPORT_LINES } from '#domain/import/list-kind.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { forRoomValues, roomFields } from '#domain/rooms/room.fields.ts'
import { question, read, write } from './call.schema.ts'
import { exampleLink, fromCursorSchema, listReplySchema, shown } from './endpoint.schema.ts'
import type { BodyOf, ReplyOf } from './endpoint.ts'
import { because, staff, withMessage } from './proofs.ts'
import type { RefusalWith } from './refusals.ts'
import { exampleRoom } from './rooms.calls.ts'

export const listFaults = [
  'import-empty',
  'import-too-long',
  'import-line-too-long',
  'import-quote-open',
  'import-column-missing',
] as const

const students =
  'voornaam;achternaam;e-mail;studentnummer;studierichting;klas\nNoor;Bos;noor.bos@student.example;2104567;Technische Wiskunde;WIS1A\n'
const testmoments = 'datum;tijd;locatie;plaatsen;maximum;modules\n20-3-2026;9:00-11:30;Zaal 3.14;80;2;ALG1\n'
const modules = 'naam;beschrijving;studierichtingen\nALG1;Algebra 1;Bouwkunde\n'
const rooms = 'lokaal;plaatsen;opmerking\nB3.14;60;De klok loopt voor.\n'
const confirmation = 'q3Zc0pL8m1sYxV5tWb7kRg'

export const listTextSchema = z.object({
  text: importTextSchema,
  /** meanings that the user chose for columns, which override their names; stored once the list is imported */
  columns: z.array(columnReadingSchema).max(100).optional(),
  /** line with the column names, from 1; 0 for a list without them. By default the server looks for it. */
  heading: z.int().min(0).max(1_000_000).optional(),
  /** whether existing records get the list's values; an empty cell leaves a value unchanged */
  update: z.boolean().optional(),
})
export const confirmedListSchema = listTextSchema.extend({ confirmation: exactTextSchema(100) })
const ofSchoolyear = {
  schoolyear_id: idSchema,
  /**
   * whether a line with another time is the existing moment on its day; by default it is in an update, and otherwise a new one
   */
  same_day: sameDaySchema.optional(),
}

const counts = { added: 1, changed: 0, skipped: 0, remarks: 0, errors: 0 }
const rest = {
  counts,
  columns: [{ header: 'e-mail', meaning: 'username' }],
  unused_columns: [],
  confirmation,
  confirmation_without: null,
}

export const unreadableSchema = z.object({ line: z.int().min(1).optional() })

export const judgedListSchema = z.object({
  counts: verdictCountsSchema,
  /** how each column with a name was read */
  columns: z.array(columnReadingSchema),
  /** labels of columns with values that are not read, although the user did not choose that */
  unused_columns: z.array(z.string()),
  /** null where a line is refused, or nothing would be done */
  confirmation: z.string().nullable(),
  /** confirms the list without the lines that are refused; null unless there are such lines, and others to import */
  confirmation_without: z.string().nullable(),
})

export const previewSchema = <Line extends z.ZodType>(line: Line) =>
  z.object({ lines: z.array(line), ...judgedListSchema.shape })

export const importedSchema = z.object({ added: z.int().min(0), changed: z.int().min(0), import_id: idSchema })

const MOST_DEPARTMENTS = 1_000
const ofStudents = {
  /** new addresses of students who are known by their number, each confirmed by the user; only for an update */
  addresses: z.array(textSchema(254)).max(MAX_IMPORT_LINES).optional(),
  /** whether students who have left according to the list are imported too; otherwise they are skipped, with a remark */
  departed: z.boolean().optional(),
  /** departments meant by names that the school does not have */
  departments: z.array(departmentMeaningSchema).max(MOST_DEPARTMENTS).optional(),
}

export const previewStudentImport = question('POST', '/import/students/preview', {
  reach: 'administration',
  summary: 'What would become of each line of a list of students',
  reasons: [...listFaults],
  body: shown(listTextSchema.extend(ofStudents), { text: students }),
  reply: shown(previewSchema(studentLineSchema).extend({ unknown_departments: z.array(unknownDepartmentSchema) }), {
    unknown_departments: [],
    lines: [
      {
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
        username: 'noor.bos@student.example',
        first_name: 'Noor',
        last_name: 'Bos',
        student_number: '2104567',
        education_department: 'Technische Wiskunde',
        class_group: 'WIS1A',
      },
    ],
    ...rest,
  }),
})

export const importStudents = write('POST', '/import/students', {
  event: 'userCreated',
  reach: 'administration',
  proof: staff,
  summary: 'Make accounts of a list of students as it was confirmed, and invite each by letter',
  reasons: ['plan-changed', ...listFaults],
  body: shown(confirmedListSchema.extend({ letters: importLettersSchema.optional(), ...ofStudents }), {
    text: students,
    confirmation,
  }),
  reply: importedSchema,
})

export const previewTestmomentImport = question('POST', '/import/testmoments/preview', {
  reach: 'administration',
  summary: 'What would become of each line of a list of test moments',
  reasons: ['not-found', ...listFaults],
  body: shown(listTextSchema.extend(ofSchoolyear), { text: testmoments, schoolyear_id: 2 }),
  /** with the number of students enrolled at moments that it changes for them: they are offered a message */
  reply: shown(previewSchema(testmomentLineSchema).extend({ students_concerned: z.int().min(0) }), {
    students_concerned: 0,
    lines: [
      {
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
        typed_date: '20-3-2026',
        date: '2026-03-20',
        duration: 'day',
        starts_at: '09:00',
        ends_at: '11:30',
        location: 'Zaal 3.14',
        seats: 80,
        max_enrollments: 2,
        modules: ['ALG1'],
        enrollments_open_at: null,
        enrollments_close_at: null,
      },
    ],
    ...rest,
  }),
})

export const importTestmoments = write('POST', '/import/testmoments', {
  event: 'testmomentCreated',
  reach: 'administration',
  proof: withMessage,
  summary: 'Add test moments of a list as it was confirmed, closed, to a school year',
  reasons: ['not-found', ...wordRefusals, 'plan-changed', ...listFaults],
  body: shown(confirmedListSchema.extend(ofSchoolyear).extend(withMessageSchema.shape), {
    text: testmoments,
    schoolyear_id: 2,
    confirmation,
  }),
  reply: importedSchema,
})

export const countImportLetters = read('/import/letters', {
  reach: 'administration',
  summary: 'How many letters to imported students are still to be sent',
  reply: z.object({
    waiting: z.int().min(0),
    /** e-mails of the last day that could not be sent, and will not be retried */
    given_up: z.int().min(0),
  }),
})

const automaticallyEnrolled = {
  enrollments_made: z.int().min(0),
  students_enrolled: z.int().min(0),
  students_without_seat: z.int().min(0),
}
const noneEnrolled = { enrollments_made: 0, students_enrolled: 0, students_without_seat: 0 }

export const previewModuleImport = question('POST', '/import/modules/preview', {
  reach: 'administration',
  summary: 'What would become of each line of a list of modules, and who would be enrolled by it',
  reasons: [...listFaults],
  body: shown(listTextSchema, { text: modules }),
  reply: shown(
    previewSchema(moduleLineSchema).extend({ new_departments: z.array(z.string()), ...automaticallyEnrolled }),
    {
      lines: [
        {
          line: 2,
          findings: [
            { verdict: 'new', about: '' },
            { verdict: 'department-new', about: 'Bouwkunde' },
          ],
          changes: [],
          name: 'ALG1',
          description: 'Algebra 1',
          departments: ['Bouwkunde'],
        },
      ],
      ...rest,
      new_departments: ['Bouwkunde'],
      ...noneEnrolled,
    },
  ),
})

/** Makes departments too, and enrolls where that is automatic: other numbers are another plan. */
export const importModules = write('POST', '/import/modules', {
  event: 'moduleCreated',
  reach: 'administration',
  proof: because('adds, tells nobody, and can be turned back'),
  summary: 'Make modules of a list as it was confirmed, and the departments that it names, which get them',
  reasons: ['plan-changed', ...listFaults],
  body: shown(confirmedListSchema, { text: modules, confirmation }),
  reply: importedSchema.extend({ departments_added: z.int().min(0), ...automaticallyEnrolled }),
})

const roomLineSchema = judgedLineSchema(importKinds.rooms).extend({
  name: z.string(),
  ...forRoomValues(() => z.string()),
})

export const previewRoomImport = question('POST', '/import/rooms/preview', {
  reach: 'administration',
  summary: 'What would become of each line of a list of rooms',
  reasons: [...listFaults],
  body: shown(listTextSchema, { text: rooms }),
  reply: shown(previewSchema(roomLineSchema), {
    lines: [
      {
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
        name: 'B3.14',
        ...forRoomValues((field) => shownIn(roomFields[field], exampleRoom[field])),
        remark: 'De klok loopt voor.',
      },
    ],
    ...rest,
  }),
})

export const importRooms = write('POST', '/import/rooms', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: because('adds, tells nobody, and can be turned back'),
  summary: 'Add and update the rooms of a list as it was confirmed',
  reasons: ['plan-changed', ...listFaults],
  body: shown(confirmedListSchema, { text: rooms, confirmation }),
  reply: importedSchema,
})

export const listImportColumns = read('/import/columns/:kind', {
  reach: 'administration',
  summary: 'What people said that columns of such lists mean which no list names so',
  params: z.object({ kind: importKindSchema }),
  reply: shown(z.object({ entities: z.array(columnReadingSchema) }), {
    entities: [{ header: 'schooladres', meaning: 'username' }],
  }),
})

const keptImport = {
  id: 4,
  kind: 'students' as const,
  at: '2026-08-24T09:00:00.000Z',
  actor: 'Ada de Groot',
  place: null,
  added: 1,
  changed: 0,
  undone_at: null,
  undoer: null,
  _links: { self: exampleLink('GET', '/import/4') },
}

export const listImports = read('/imports', {
  reach: 'administration',
  summary: 'What was imported, the latest first',
  querystring: fromCursorSchema,
  reply: shown(listReplySchema(keptImportSchema), { entities: [keptImport], _links: {} }),
})

export const getImport = read('/import/:id', {
  reach: 'administration',
  summary: 'An import with its lines, and what turning it back would come to now',
  reply: shown(undoPreviewSchema, {
    import: keptImport,
    lines: [{ id: 9, line: 2, outcome: 'added', label: 'Noor Bos', changes: [], would: 'undone', hindrance: null }],
    counts: { undone: 1, stays: 0, was_undone: 0 },
    confirmation,
    students_concerned: 0,
  }),
})

export const undoImport = write('POST', '/import/:id/undo', {
  event: 'eventsMissed',
  reach: 'administration',
  proof: staff,
  summary: 'Turn an import back as it was confirmed: what nobody touched since goes or gets its old values',
  reasons: ['plan-changed', ...wordRefusals],
  body: shown(z.object({ confirmation: exactTextSchema(100), ...withMessageSchema.shape }), { confirmation }),
  reply: z.object({ undone: z.int().min(0), stayed: z.int().min(0), students_messaged: z.int().min(0) }),
})

/**
 * A list is looked at first: each line gets what was found of it, and the whole a `confirmation`, null when nothing can be
 * imported. Sent along with the same list it says that just this was confirmed. Either all of it happens or nothing. Where
 * lines are refused, `confirmation_without` confirms all others.
 */
export interface ImportPreview<Line> extends z.output<typeof judgedListSchema> {
  lines: Line[]
}

export type ListText = z.output<typeof listTextSchema>

export type ConfirmedImport = z.output<typeof confirmedListSchema>

export type Imported = z.output<typeof importedSchema>

export type StudentList = BodyOf<typeof previewStudentImport>

export type StudentImportPreview = ReplyOf<typeof previewStudentImport>

export type TestmomentList = BodyOf<typeof previewTestmomentImport>

export type TestmomentImportPreview = ReplyOf<typeof previewTestmomentImport>

export type ModuleImportPreview = ReplyOf<typeof previewModuleImport>

export type ImportedModules = ReplyOf<typeof importModules>

export type RoomImportPreview = ReplyOf<typeof previewRoomImport>

export type ImportLetters = ReplyOf<typeof countImportLetters>

export type Unreadable = RefusalWith<ImportFault, typeof unreadableSchema>
