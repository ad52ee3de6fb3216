import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
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
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { byIdSchema, exampleLink, fromCursorSchema, listReplySchema, shown } from './endpoint.schema.ts'

const students =
  'voornaam;achternaam;e-mail;studentnummer;studierichting;klas\nNoor;Bos;noor.bos@student.example;2104567;Technische Wiskunde;WIS1A\n'
const testmoments = 'datum;tijd;plaats;plaatsen;maximum;modules\n20-3-2026;9:00-11:30;Zaal 3.14;80;2;ALG1\n'
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
const rest = { counts, columns: [{ header: 'e-mail', meaning: 'username' }], confirmation }

/** Extra field of an `ImportFault`: the line at fault, where there is one. */
export const unreadableSchema = z.object({ line: z.int().min(1).optional() })

/** Result of a preview for the list as a whole. */
export const judgedListSchema = z.object({
  counts: verdictCountsSchema,
  /** how each column with a name was read */
  columns: z.array(columnReadingSchema),
  confirmation: z.string().nullable(),
})

export const previewSchema = <Line extends z.ZodType>(line: Line) =>
  z.object({ lines: z.array(line), ...judgedListSchema.shape })

export const importedSchema = z.object({ added: z.int().min(0), changed: z.int().min(0), import_id: idSchema })

/** Most names of unknown departments in one list. */
const MOST_DEPARTMENTS = 1_000
const ofDepartments = {
  /** departments meant by names that the school does not have */
  departments: z.array(departmentMeaningSchema).max(MOST_DEPARTMENTS).optional(),
}

export const previewStudentImportSchemas = {
  body: shown(listTextSchema.extend(ofDepartments), { text: students }),
  /** with the unknown names of departments that lines are refused for, each once */
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
}

export const importStudentsSchemas = {
  body: shown(confirmedListSchema.extend({ letters: importLettersSchema.optional(), ...ofDepartments }), {
    text: students,
    confirmation,
  }),
  reply: importedSchema,
}

export const previewTestmomentImportSchemas = {
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
}

export const importTestmomentsSchemas = {
  body: shown(confirmedListSchema.extend(ofSchoolyear).extend(withMessageSchema.shape), {
    text: testmoments,
    schoolyear_id: 2,
    confirmation,
  }),
  reply: importedSchema,
}

export const countImportLettersSchemas = {
  reply: z.object({
    /** not sent yet */
    waiting: z.int().min(0),
    /** e-mails of the last day that could not be sent, and will not be retried */
    given_up: z.int().min(0),
  }),
}

const automaticallyEnrolled = {
  enrollments_made: z.int().min(0),
  students_enrolled: z.int().min(0),
  /** students who were not enrolled, because every moment with the module is full */
  students_without_seat: z.int().min(0),
}
const noneEnrolled = { enrollments_made: 0, students_enrolled: 0, students_without_seat: 0 }

export const previewModuleImportSchemas = {
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
}

export const importModulesSchemas = {
  body: shown(confirmedListSchema, { text: modules, confirmation }),
  reply: importedSchema.extend({ departments_added: z.int().min(0), ...automaticallyEnrolled }),
}

const roomLineSchema = judgedLineSchema(importKinds.rooms).extend({
  name: z.string(),
  seats: z.string(),
  position: z.string(),
  remark: z.string(),
  extra_time: z.string(),
})

export const previewRoomImportSchemas = {
  body: shown(listTextSchema, { text: rooms }),
  reply: shown(previewSchema(roomLineSchema), {
    lines: [
      {
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
        name: 'B3.14',
        seats: '60',
        position: '1',
        remark: 'De klok loopt voor.',
        extra_time: 'nee',
      },
    ],
    ...rest,
  }),
}

export const importRoomsSchemas = {
  body: shown(confirmedListSchema, { text: rooms, confirmation }),
  reply: importedSchema,
}

export const listImportColumnsSchemas = {
  params: z.object({ kind: importKindSchema }),
  reply: shown(z.object({ entities: z.array(columnReadingSchema) }), {
    entities: [{ header: 'schooladres', meaning: 'username' }],
  }),
}

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

export const listImportsSchemas = {
  querystring: fromCursorSchema,
  reply: shown(listReplySchema(keptImportSchema), { entities: [keptImport], _links: {} }),
}

export const getImportSchemas = {
  params: byIdSchema,
  reply: shown(undoPreviewSchema, {
    import: keptImport,
    lines: [{ id: 9, line: 2, outcome: 'added', label: 'Noor Bos', changes: [], would: 'undone', hindrance: null }],
    counts: { undone: 1, stays: 0, was_undone: 0 },
    confirmation,
    students_concerned: 0,
  }),
}

export const undoImportSchemas = {
  params: byIdSchema,
  body: shown(z.object({ confirmation: exactTextSchema(100), ...withMessageSchema.shape }), { confirmation }),
  reply: z.object({ undone: z.int().min(0), stayed: z.int().min(0), students_messaged: z.int().min(0) }),
}
