import type { z } from 'zod'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { schoolNameKey, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { isOnDays } from '#domain/source/sending.rules.ts'
import type { SendingRefusal } from '#domain/source/sending.schema.ts'
import type { SourceConfig } from '#server/source-config.ts'
import {
  type Coded,
  codesOf,
  componentSchema,
  courseSchema,
  numberedSchema,
  numberOf,
  testAssociationSchema,
  testOfferingSchema,
} from './source-answers.ts'
import type { SourceClient } from './source-client.ts'
import { SourceFault } from './source-fault.ts'

/** Test of a student as both systems know it. */
export interface SoughtTest {
  student_number: string
  module: string
  date: string
  duration: Duration
  attempt: number
}

interface FinderOptions {
  client: SourceClient
  /** list of the source in which our modules are found: a course has codes of its own, and its components are its tests */
  modules: SourceConfig['modules']
  /** type of the code that is the student number */
  codeType: string
  /** ids of people with this number in the copy of the last run */
  listInCopy: (number: string) => Promise<string[]>
}

type Found<Value> = { found: Value } | { refusal: SendingRefusal }

type Component = z.infer<typeof componentSchema>

type Test = { codes: readonly string[]; startsAt: string | undefined }

/**
 * Finds associations by student number, code of the component (or of its course) and day: exactly one, or the reason why there is
 * none. Some systems keep one association for the test and one for each attempt; then it is the attempt's. Tests are cached, since
 * the students of a moment share them.
 */
export function openTestFinder({ client, modules, codeType, listInCopy }: FinderOptions) {
  const tests = new Map<string, Test>()
  const components = new Map<string, Component>()
  const courses = new Map<string, Coded>()

  const componentOf = ({ component, componentId }: z.infer<typeof testOfferingSchema>) =>
    component ?? readOnce(components, componentId, (id) => client.read(`/test-components/${id}`, componentSchema))

  const listCodes = async (offering: z.infer<typeof testOfferingSchema>): Promise<string[]> => {
    const component = (await componentOf(offering)) ?? {}
    if (modules === 'test-components') return codeKeysOf(component)
    const { course, courseId } = component
    const of = course ?? (await readOnce(courses, courseId, (id) => client.read(`/courses/${id}`, courseSchema))) ?? {}
    return [...codeKeysOf(component), ...codeKeysOf(of)]
  }

  const readTest = (testId: string) =>
    readOnce(tests, testId, async (id): Promise<Test> => {
      const offering = await client.read(`/test-component-offerings/${id}`, testOfferingSchema, {
        expand: 'test_component',
      })
      return { codes: await listCodes(offering), startsAt: offering.startDateTime ?? undefined }
    })

  /**
   * Finds the person with a number. A source may ignore the query and send everybody: then the copy says who has the
   * number, and the source confirms it.
   */
  const findPerson = async (number: string): Promise<Found<string>> => {
    const asked = { primaryCode: number, fields: NUMBER_FIELDS }
    for await (const { items = [] } of client.pages({ path: '/persons', query: asked, item: numberedSchema })) {
      if (items.length > 0 && items.every((item) => numberOf(item, codeType) === number))
        return oneOf([...new Set(items.map(({ personId }) => personId.toLowerCase()))], 'person')
      break
    }
    const one = oneOf(await listInCopy(number), 'person')
    if ('refusal' in one) return one
    const person = await ifThere(client.read(`/persons/${one.found}`, numberedSchema, { fields: NUMBER_FIELDS }))
    return person && numberOf(person, codeType) === number ? one : { refusal: 'person-none' }
  }

  return async ({ student_number, module, date, duration, attempt }: SoughtTest): Promise<Found<string>> => {
    const person = await findPerson(student_number)
    if ('refusal' in person) return person
    const listing = {
      path: `/persons/${person.found}/test-component-offering-associations`,
      query: { role: 'student' },
      item: testAssociationSchema,
    }
    const found = new Map<string, Taken>()
    for await (const { items } of client.pages(listing))
      for (const item of items ?? []) {
        const testId = item.testComponentOfferingId ?? item.testComponentOffering?.testComponentOfferingId
        if (testId === undefined || !isTaken(item) || !isOf(item, person.found)) continue
        const test = await ifThere(readTest(testId.toLowerCase()))
        if (!test?.codes.includes(keyOf(module)) || !isOnDays(test.startsAt ?? '', { date, duration })) continue
        found.set(item.associationId.toLowerCase(), { testId, attempt: item.attempt ?? null })
      }
    return oneOf(ofAttempt(found, attempt), 'test')
  }
}

interface Taken {
  testId: string
  attempt: number | null
}

/** Picks from several associations with one test the only attempt, or the one with this number; all if neither decides. */
function ofAttempt(found: ReadonlyMap<string, Taken>, attempt: number): string[] {
  const all = [...found]
  const attempts = all.filter(([, taken]) => taken.attempt !== null)
  const isOneTest = new Set(all.map(([, { testId }]) => testId.toLowerCase())).size === 1
  const fitting = attempts.length > 1 ? attempts.filter(([, taken]) => taken.attempt === attempt) : attempts
  return (isOneTest && fitting.length === 1 ? fitting : all).map(([id]) => id)
}

const NUMBER_FIELDS = 'personId,primaryCode,otherCodes'

async function readOnce<Value>(
  known: Map<string, Value>,
  id: string | null | undefined,
  read: (id: string) => Promise<Value>,
): Promise<Value | undefined> {
  if (!id) return undefined
  const value = known.get(id) ?? (await read(id))
  known.set(id, value)
  return value
}

const codeKeysOf = (item: Coded): string[] => codesOf(item).map(({ code }) => keyOf(code))

const keyOf = (code: string): string => schoolNameKey(tidySchoolName(code))

function oneOf(ids: readonly string[], kind: 'person' | 'test'): Found<string> {
  const [only, ...others] = ids
  if (only === undefined) return { refusal: `${kind}-none` }
  return others.length > 0 ? { refusal: `${kind}-several` } : { found: only }
}

/**
 * Whether a student takes the test: the association is neither cancelled nor only requested. The role is checked too, since a
 * source may ignore that only students are asked for.
 */
const isTaken = ({ role, state }: { role: string; state: string }): boolean =>
  role === 'student' && (state === 'associated' || state === 'finished')

/** A result that went to somebody else could not be called back. */
const isOf = ({ personId, person }: z.infer<typeof testAssociationSchema>, id: string): boolean =>
  (personId ?? person?.personId ?? id).toLowerCase() === id

/** undefined where the source no longer has it */
const ifThere = <Value>(reading: Promise<Value>): Promise<Value | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof SourceFault && error.code === 'source-missing') return undefined
    throw error
  })
