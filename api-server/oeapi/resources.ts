import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { ConnectionScope } from '#domain/oeapi/connection.rules.ts'
import type { Mandatory } from '#domain/oeapi/field-selection.rules.ts'
import { ORGANISATION_TYPE } from '#domain/oeapi/mapping.rules.ts'
import type { ReadingKind } from '#domain/oeapi/reading.texts.ts'
import {
  ASSOCIATION_PARAMETERS,
  type AssociationRow,
  findAssociation,
  findPerson,
  listAssociations,
  listPersons,
} from './association.queries.ts'
import { conditionsOf, constant, isConstant } from './filters.ts'
import type { Kind } from './ids.ts'
import {
  academicSessionAnswer,
  associationAnswer,
  attemptAnswer,
  expandedOfferingAnswer,
  offeringAnswer,
  organisationAnswer,
  personAnswer,
  programmeAnswer,
  roomAnswer,
  THE_SCHOOL,
  testComponentAnswer,
  type View,
} from './oeapi.replies.ts'
import {
  findDepartment,
  findModule,
  findOffering,
  findSchoolyear,
  isOffered,
  listDepartments,
  listModules,
  listOfferings,
  listSchoolyears,
  OFFERING_PARAMETERS,
} from './offer.queries.ts'
import type { Question } from './question.ts'
import { findRoom, listRooms } from './room.queries.ts'
import type { Page } from './rows.ts'

/** A request for a resource, with the numbers in the id of its path. */
export interface Asked {
  question: Question
  view: View
  /** ids of ours: zeros where the path has no id */
  first: number
  second: number
}

interface Described {
  /** below /oeapi/v6; `:id` is an id of `of` */
  path: string
  of?: Kind
  scope: ConnectionScope
  /** under which the log counts it */
  kind: ReadingKind
  mandatory: Mandatory
  parameters?: readonly string[]
  expands?: readonly string[]
}

/** A path with its answer: one object, or a page of them; undefined if the record in the path is gone. */
export type Resource = Described &
  (
    | { answer: (asked: Asked) => Promise<object | undefined> }
    | { list: (asked: Asked) => Promise<Page<object> | undefined> }
  )

const SESSION = [
  ...['academicSessionId', 'academicSessionType', 'primaryCode', 'name'],
  ...['startDateTime', 'endDateTime'],
]
const ORGANISATION = ['organisationId', 'organisationType', 'primaryCode', 'name']
const PROGRAMME = ['programmeId', 'programmeType', 'primaryCode', 'name']
const COMPONENT = ['componentId', 'componentType', 'primaryCode', 'name']
const OFFERING = ['testComponentOfferingId', 'primaryCode', 'name']
const ROOM = ['roomId', 'roomType', 'primaryCode', 'name']
const PERSON = ['personId', 'primaryCode', 'surname', 'activeEnrolment']
const ASSOCIATION = ['associationId', 'role', 'state', 'personId', 'testComponentOfferingId']
const ATTEMPT = ['attemptId']

const offer = { scope: 'offerings.read', kind: 'offer' } as const
const persons = { scope: 'persons.read', kind: 'persons' } as const
const associations = { scope: 'associations.read', kind: 'associations' } as const

const pageOf = <Row>({ rows, next }: Page<Row>, answer: (row: Row) => object): Page<object> => ({
  rows: rows.map(answer),
  next,
})

/** All resources but the service itself. */
export const resourcesOf = ({ kysely }: Pick<Database, 'kysely'>): readonly Resource[] => [
  ...organisationResources(kysely),
  ...offerResources(kysely),
  ...personResources(kysely),
]

type Reading = Database['kysely']

function organisationResources(kysely: Reading): Resource[] {
  const isSchool = ({ first }: Asked) => first === THE_SCHOOL
  const ofSchool = { ...offer, of: 'organisation' } as const
  const school = async ({ view }: Asked) => organisationAnswer(view)
  return [
    {
      ...offer,
      path: '/organisations',
      mandatory: { '': ORGANISATION },
      parameters: ['primaryCode', 'q', 'organisationType'],
      list: async (asked) => {
        const isFound = asked.question.page.number === 1 && (await isSchoolAsked(kysely, asked))
        return { rows: isFound ? [await school(asked)] : [], next: null }
      },
    },
    {
      ...ofSchool,
      path: '/organisations/:id',
      mandatory: { '': ORGANISATION },
      answer: async (asked) => (isSchool(asked) ? school(asked) : undefined),
    },
    {
      ...ofSchool,
      path: '/organisations/:id/test-component-offerings',
      mandatory: { '': OFFERING },
      parameters: OFFERING_PARAMETERS,
      list: async (asked) => (isSchool(asked) ? offeringsOf(kysely, {}, asked) : undefined),
    },
    {
      ...ofSchool,
      path: '/organisations/:id/programmes',
      mandatory: { '': PROGRAMME },
      parameters: ['q', 'programmeType'],
      list: async (asked) => (isSchool(asked) ? programmesIn(kysely, asked) : undefined),
    },
    {
      ...ofSchool,
      path: '/organisations/:id/test-components',
      mandatory: { '': COMPONENT },
      parameters: ['q'],
      list: async (asked) => (isSchool(asked) ? componentsIn(kysely, asked) : undefined),
    },
    {
      ...offer,
      path: '/rooms',
      mandatory: { '': ROOM },
      parameters: ['primaryCode', 'q', 'roomType'],
      list: async ({ question, view }) => pageOf(await listRooms(kysely, question), (row) => roomAnswer(row, view)),
    },
    {
      ...offer,
      path: '/rooms/:id',
      of: 'room',
      mandatory: { '': ROOM },
      answer: async ({ first, view }) => {
        const row = await findRoom(kysely, first)
        return row && roomAnswer(row, view)
      },
    },
  ]
}

/** Whether the school, which is in no table, is what the filters and parameters ask for. */
async function isSchoolAsked(kysely: Reading, { question, view }: Asked): Promise<boolean> {
  const { host } = new URL(view.publicUrl)
  const fields = { 'primaryCode.code': constant(host), organisationType: constant(ORGANISATION_TYPE) }
  const part = (question.given.get('q') ?? '').toLowerCase()
  let one = kysely.selectNoFrom(sql<number>`1`.as('one'))
  for (const condition of [
    ...conditionsOf(question.filters, fields, question.scopes),
    ...isConstant(question, 'primaryCode', host),
    ...isConstant(question, 'organisationType', ORGANISATION_TYPE),
  ])
    one = one.where(condition)
  return host.includes(part) && (await one.executeTakeFirst()) !== undefined
}

const programmesIn = async (kysely: Reading, { question, view }: Asked): Promise<Page<object>> =>
  pageOf(await listDepartments(kysely, question), (row) => programmeAnswer(row, view))

const componentsIn = async (kysely: Reading, { question, view }: Asked): Promise<Page<object>> =>
  pageOf(await listModules(kysely, question), (row) => testComponentAnswer(row, view))

const offeringsOf = async (
  kysely: Reading,
  of: Parameters<typeof listOfferings>[1],
  { question, view }: Asked,
): Promise<Page<object>> => pageOf(await listOfferings(kysely, of, question), (row) => offeringAnswer(row, view))

function offerResources(kysely: Reading): Resource[] {
  return [
    {
      ...offer,
      path: '/academic-sessions',
      mandatory: { '': SESSION },
      parameters: ['primaryCode', 'academicSessionType'],
      list: async ({ question, view }) =>
        pageOf(await listSchoolyears(kysely, question), (row) => academicSessionAnswer(row, view)),
    },
    {
      ...offer,
      path: '/academic-sessions/:id',
      of: 'academic-session',
      mandatory: { '': SESSION },
      answer: async ({ first, view }) => {
        const row = await findSchoolyear(kysely, first)
        return row && academicSessionAnswer(row, view)
      },
    },
    {
      ...offer,
      path: '/academic-sessions/:id/test-component-offerings',
      of: 'academic-session',
      mandatory: { '': OFFERING },
      parameters: OFFERING_PARAMETERS,
      list: async (asked) =>
        (await findSchoolyear(kysely, asked.first)) && offeringsOf(kysely, { schoolyearId: asked.first }, asked),
    },
    {
      ...offer,
      path: '/programmes',
      mandatory: { '': PROGRAMME },
      parameters: ['primaryCode', 'q', 'programmeType'],
      list: (asked) => programmesIn(kysely, asked),
    },
    {
      ...offer,
      path: '/programmes/:id',
      of: 'programme',
      mandatory: { '': PROGRAMME, organisation: ORGANISATION },
      expands: ['organisation'],
      answer: async ({ first, view, question }) => {
        const row = await findDepartment(kysely, first)
        return row && { ...programmeAnswer(row, view), ...organisationOf(question, view) }
      },
    },
    {
      ...offer,
      path: '/test-components',
      mandatory: { '': COMPONENT },
      parameters: ['primaryCode', 'q', 'resultExpected'],
      list: (asked) => componentsIn(kysely, asked),
    },
    {
      ...offer,
      path: '/test-components/:id',
      of: 'test-component',
      mandatory: { '': COMPONENT, organisation: ORGANISATION },
      expands: ['organisation'],
      answer: async ({ first, view, question }) => {
        const row = await findModule(kysely, first)
        return row && { ...testComponentAnswer(row, view), ...organisationOf(question, view) }
      },
    },
    {
      ...offer,
      path: '/test-components/:id/test-component-offerings',
      of: 'test-component',
      mandatory: { '': OFFERING },
      parameters: OFFERING_PARAMETERS,
      list: async (asked) =>
        (await findModule(kysely, asked.first)) && offeringsOf(kysely, { moduleId: asked.first }, asked),
    },
    {
      ...offer,
      path: '/test-component-offerings/:id',
      of: 'test-component-offering',
      mandatory: { '': OFFERING, component: COMPONENT, organisation: ORGANISATION },
      expands: ['test_component', 'organisation'],
      answer: async ({ first, second, view, question }) => {
        const row = await findOffering(kysely, first, second)
        return row && expandedOfferingAnswer(row, view, question.expand)
      },
    },
  ]
}

const organisationOf = ({ expand }: Question, view: View) =>
  expand.has('organisation') ? { organisation: organisationAnswer(view) } : {}

function personResources(kysely: Reading): Resource[] {
  const answers = (page: Page<AssociationRow>, { view }: Asked) => pageOf(page, (row) => associationAnswer(row, view))
  return [
    {
      ...persons,
      path: '/persons',
      mandatory: { '': PERSON },
      parameters: ['primaryCode', 'q', 'affiliations'],
      list: async ({ question, view }) => pageOf(await listPersons(kysely, question), (row) => personAnswer(row, view)),
    },
    {
      ...persons,
      path: '/persons/:id',
      of: 'person',
      mandatory: { '': PERSON },
      answer: async ({ first, view }) => {
        const row = await findPerson(kysely, first)
        return row && personAnswer(row, view)
      },
    },
    {
      ...associations,
      path: '/persons/:id/test-component-offering-associations',
      of: 'person',
      mandatory: { '': ASSOCIATION },
      parameters: ASSOCIATION_PARAMETERS,
      list: async (asked) =>
        (await findPerson(kysely, asked.first)) &&
        answers(await listAssociations(kysely, { userId: asked.first }, asked.question), asked),
    },
    {
      ...associations,
      path: '/test-component-offerings/:id/test-component-offering-associations',
      of: 'test-component-offering',
      mandatory: { '': ASSOCIATION },
      parameters: ASSOCIATION_PARAMETERS,
      list: async (asked) => {
        const of = { testmomentId: asked.first, moduleId: asked.second }
        if (!(await isOffered(kysely, of.testmomentId, of.moduleId))) return undefined
        return answers(await listAssociations(kysely, of, asked.question), asked)
      },
    },
    {
      ...associations,
      path: '/test-component-offering-associations/:id',
      of: 'association',
      mandatory: { '': ASSOCIATION, person: PERSON, testComponentOffering: OFFERING },
      expands: ['person', 'test_component_offering'],
      answer: (asked) => expandedAssociation(kysely, asked),
    },
    {
      ...associations,
      path: '/test-component-offering-associations/:id/test-component-offering-association-attempts',
      of: 'association',
      mandatory: { '': ATTEMPT },
      list: async ({ first, view, question }) => {
        // No field of it can be filtered by: a filter is refused.
        conditionsOf(question.filters, {}, question.scopes)
        const row = await findAssociation(kysely, first)
        return row && { rows: question.page.number === 1 ? [attemptAnswer(row, view)] : [], next: null }
      },
    },
    {
      ...associations,
      // The standard spells 'attempt' in the singular.
      path: '/test-component-offering-associations-attempt/:id',
      of: 'attempt',
      mandatory: { '': ATTEMPT },
      answer: async ({ first, view }) => {
        const row = await findAssociation(kysely, first)
        return row && attemptAnswer(row, view)
      },
    },
  ]
}

/** A part that is outside the token's scopes is not in the answer, so that there is nothing to expand. */
async function expandedAssociation(kysely: Reading, { first, view, question: { expand, scopes } }: Asked) {
  const row = await findAssociation(kysely, first)
  if (!row) return undefined
  const person =
    expand.has('person') && scopes.includes('persons.read') ? await findPerson(kysely, row.user_id) : undefined
  const offering =
    expand.has('test_component_offering') && scopes.includes('offerings.read')
      ? await findOffering(kysely, row.testmoment_id, row.module_id)
      : undefined
  return {
    ...associationAnswer(row, view),
    ...(person && { person: personAnswer(person, view) }),
    ...(offering && { testComponentOffering: offeringAnswer(offering, view) }),
  }
}
