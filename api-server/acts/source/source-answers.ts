import { z } from 'zod'
import { addressOf, lastNameOf, type SourcePerson } from '#domain/source/source.rules.ts'
import { tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import { tidyName } from '#domain/users/user-edit.rules.ts'

// Parts of a source's answers that we read. Other parts are ignored, and a value of another type counts as missing: one wrong
// value must not prevent thousands of persons from being read.

/** Checks only the form of a UUID: databases of Microsoft and Oracle make some without the bits that RFC 9562 sets for version and variant. */
const uuid = z.guid()

/** Instant, also as programs in Java write it: with an offset without a colon ('+0000'), and without seconds that are 0. */
const instant = z
  .string()
  .transform((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(/(T\d\d:\d\d)(?=[+Z-])/, '$1:00'))
  .pipe(z.iso.datetime({ offset: true }))

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')

const text = z.string().max(1_000).transform(storable)
const words = text.nullish().catch(undefined)
const codeSchema = z.object({ codeType: z.string(), code: text })
const namesSchema = z.array(z.object({ language: z.string(), value: z.string().max(1_000) })).catch([])

const codes = {
  primaryCode: codeSchema.nullish().catch(undefined),
  otherCodes: z
    .array(codeSchema.nullable().catch(null))
    .transform((read) => read.filter((code) => code !== null))
    .nullish()
    .catch(undefined),
}

export const serviceSchema = z.object({
  supportedOperations: z
    .array(z.object({ path: z.string() }))
    .nullish()
    .catch(undefined),
})

export const sessionItemSchema = z.object({ academicSessionId: uuid, ...codes })
export const programmeItemSchema = z.object({ programmeId: uuid, name: namesSchema, ...codes })

const offering = { programmeOfferingId: uuid, programmeId: uuid.optional().catch(undefined) }
export const offeringItemSchema = z.object({
  ...offering,
  programme: z.object({ programmeId: uuid }).nullish().catch(undefined),
})
export const associationItemSchema = z.object({
  state: z.string(),
  role: z.string(),
  personId: uuid.optional().catch(undefined),
  person: z.object({ personId: uuid }).nullish().catch(undefined),
  programmeOfferingId: uuid.optional().catch(undefined),
  programmeOffering: z.object({ programmeOfferingId: uuid }).nullish().catch(undefined),
})

export const numberedSchema = z.object({ personId: uuid, ...codes })

/** Association with a test: which person has which test. */
export const testAssociationSchema = z.object({
  associationId: uuid,
  state: z.string(),
  role: z.string(),
  personId: uuid.optional().catch(undefined),
  person: z.object({ personId: uuid }).nullish().catch(undefined),
  testComponentOfferingId: uuid.optional().catch(undefined),
  testComponentOffering: z.object({ testComponentOfferingId: uuid }).nullish().catch(undefined),
  attempt: z.int().nullish().catch(undefined),
})

/** Course: a component belongs to at most one. */
export const courseSchema = z.object(codes)

export const componentSchema = z.object({
  ...codes,
  courseId: uuid.nullish().catch(undefined),
  course: courseSchema.nullish().catch(undefined),
})

export const testOfferingSchema = z.object({
  startDateTime: instant.nullish().catch(undefined),
  componentId: uuid.optional().catch(undefined),
  component: componentSchema.nullish().catch(undefined),
})

export const componentItemSchema = z.object({ name: namesSchema, ...codes })

export const personItemSchema = z.object({
  personId: uuid,
  ...codes,
  givenName: words,
  preferredName: words,
  surnamePrefix: words,
  surname: words,
  email: words,
  activeEnrolment: z.boolean().nullish().catch(undefined),
  affiliations: z.array(z.string()).nullish().catch(undefined),
})
export type PersonItem = z.infer<typeof personItemSchema>

/** Fields of a person that are asked for: no date of birth, nationality or photograph. */
export const PERSON_FIELDS = [
  ...['personId', 'primaryCode', 'otherCodes', 'givenName', 'preferredName', 'surnamePrefix', 'surname', 'email'],
  ...['activeEnrolment', 'affiliations'],
].join(',')

export type Coded = Pick<PersonItem, 'primaryCode' | 'otherCodes'>

export const codesOf = ({ primaryCode, otherCodes }: Coded) => [
  ...(primaryCode ? [primaryCode] : []),
  ...(otherCodes ?? []),
]

/** Student number among these codes, tidied; empty for none. */
export const numberOf = (item: Coded, codeType: string): string =>
  tidyStudentNumber(codesOf(item).find((code) => code.codeType === codeType)?.code ?? '')

/** Dutch name, or the first one. */
export const nameOf = (names: z.infer<typeof namesSchema>): string =>
  (names.find(({ language }) => language.startsWith('nl')) ?? names[0])?.value ?? ''

/** Person as we compare them. `codeType`: type of the code that is the student number. */
export function personOf(item: PersonItem, codeType: string): Omit<SourcePerson, 'departments'> {
  const isStudent = item.affiliations?.includes('student') ?? true
  return {
    source_key: item.personId.toLowerCase(),
    student_number: numberOf(item, codeType),
    first_name: tidyName(item.givenName ?? item.preferredName ?? ''),
    last_name: lastNameOf(item.surnamePrefix ?? '', item.surname ?? ''),
    username: addressOf(item.email ?? ''),
    is_active: item.activeEnrolment === true && isStudent,
  }
}
