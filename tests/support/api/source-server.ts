import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SourceConfig } from '#server/source-config.ts'
import { blockListOf } from '#server/source-config.ts'

/** Person as the Open Education API writes them. */
export interface ServedPerson {
  personId: string
  primaryCode: { codeType: string; code: string }
  otherCodes?: { codeType: string; code: string | null }[]
  givenName?: string | null
  surnamePrefix?: string | null
  surname?: string
  email?: string | null
  activeEnrolment: boolean
  affiliations: string[]
}

export interface ServedTest {
  /** student number */
  student: string
  /** code of its component */
  component: string
  /** code of the course that the component belongs to */
  course?: string
  startDateTime: string
  /** several tests of one component and day differ in it */
  name?: string
  state?: string
  /** number of the attempt that the association is; several have one test */
  attempt?: number
}

/** Data of the school's system; tests change it between runs. */
export interface ServedSchool {
  session: string
  programmes: { code: string; name: string }[]
  components: { code: string; name: string }[]
  courses: { code: string; name: string }[]
  people: ServedPerson[]
  /** code of the programme by person */
  studies: Map<string, string>
  /** tests that students take there */
  tests: ServedTest[]
  /** whether programmes are told by person instead of by offering */
  byPerson: boolean
}

export interface SourceServer {
  school: ServedSchool
  config: SourceConfig
  /** 'GET /persons?…' of each request but those for tokens */
  asked: string[]
  /** answers a request instead of the school, if it returns true */
  instead: ((request: IncomingMessage, response: ServerResponse, path: string) => boolean) | undefined
  /** last answer or item of a list that was sent, by the name of its schema in the standard */
  sent: Map<string, unknown>
  /** number of tokens given out */
  tokens: number
  /** lifetime (s) of each token */
  tokenSeconds: number
  /** changes that were received, whatever was answered */
  patched: { path: string; type: string | undefined; body: unknown }[]
  /** number of pages that were not sent again */
  unchanged: number
  close: () => void
}

/** UUID that is always the same for a name. */
export const uuidOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Student with this number, as the source knows them. */
export const served = (number: string, more: Partial<ServedPerson> = {}): ServedPerson => ({
  personId: uuidOf(`person ${number}`),
  primaryCode: { codeType: 'student_number', code: number },
  givenName: `Voor${number}`,
  surnamePrefix: null,
  surname: `Achter${number}`,
  email: `s${number}@school.test`,
  activeEnrolment: true,
  affiliations: ['student'],
  ...more,
})

/** Starts a server of the Open Education API on this machine; the caller closes it. */
export async function openSourceServer(given: Partial<ServedSchool> = {}): Promise<SourceServer> {
  const school: ServedSchool = {
    session: '2025-2026',
    programmes: [{ code: 'WIS', name: 'Wiskunde' }],
    components: [],
    courses: [],
    people: [],
    studies: new Map(),
    tests: [],
    byPerson: false,
    ...given,
  }
  const token = randomUUID()
  const server: SourceServer = {
    school,
    config: configOf(''),
    asked: [],
    instead: undefined,
    sent: new Map(),
    tokens: 0,
    tokenSeconds: 900,
    patched: [],
    unchanged: 0,
    close: () => undefined,
  }
  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://source')
    if (url.pathname === '/token') {
      server.tokens += 1
      const isOurs = request.headers.authorization === `Basic ${Buffer.from('wiskunde:geheim').toString('base64')}`
      if (isOurs)
        sendJson(response, 200, { access_token: token, token_type: 'Bearer', expires_in: server.tokenSeconds })
      else sendJson(response, 401, { error: 'invalid_client' })
      return
    }
    server.asked.push(`${request.method} ${request.url}`)
    const path = url.pathname.replace(/^\/oeapi/, '') || '/'
    if (request.method === 'PATCH')
      server.patched.push({ path, type: request.headers['content-type'], body: JSON.parse(await text(request)) })
    if (server.instead?.(request, response, path)) return
    if (request.headers.authorization !== `Bearer ${token}`) problem(response, 401)
    else if (request.headers.accept !== 'application/json; version=6.0') problem(response, 406)
    else {
      answer({ school, sent: server.sent, path, query: url.searchParams, request, response })
      if (response.statusCode === 304) server.unchanged += 1
    }
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  server.close = () => {
    http.close()
    http.closeAllConnections()
  }
  const address = http.address()
  server.config = configOf(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  return server
}

/** How we reach a server of the tests. */
export const configOf = (origin: string): SourceConfig => ({
  url: `${origin}/oeapi`,
  tokenUrl: `${origin}/token`,
  clientId: 'wiskunde',
  clientSecret: 'geheim',
  scope: undefined,
  modules: 'test-components',
  sendsResults: true,
  privateRanges: blockListOf(['127.0.0.0/8']),
})

interface Question {
  school: ServedSchool
  sent: Map<string, unknown>
  path: string
  query: URLSearchParams
  request: IncomingMessage
  response: ServerResponse
}

function answer(question: Question): void {
  const { school, sent, path, query, response } = question
  const one = path === '/' ? serviceOf(school) : oneOf(school, path)
  if (one !== undefined) {
    if (path === '/') sent.set('Service', one)
    sendJson(response, 200, one)
    return
  }
  const items = listOf(school, path, query.get('primaryCode'))
  if (items === undefined) problem(response, 404)
  else sendPage(question, items)
  const [schema] = schemas.find(([, of]) => of.test(path)) ?? []
  const [first] = items?.slice(0, 1) ?? []
  if (schema !== undefined && first) sent.set(schema, first)
}

/** Items of a list, made when they are sent: of a hundred thousand a page needs few. */
interface Items {
  length: number
  slice(from: number, until: number): object[]
}

/** Schema of the items of a list, by its path. */
const schemas = [
  ['Person', /^\/persons$/],
  ['AcademicSession', /^\/academic-sessions$/],
  ['Programme', /^\/programmes$/],
  ['TestComponent', /^\/test-components$/],
  ['Course', /^\/courses$/],
  ['ProgrammeOffering', /\/programme-offerings$/],
  ['ProgrammeOfferingAssociation', /\/programme-offering-associations$/],
] as const

const nl = (value: string) => [{ language: 'nl-NL', value }]
const coded = (codeType: string, code: string) => ({ codeType, code })

const serviceOf = ({ byPerson }: ServedSchool) => ({
  contactEmail: 'beheer@school.test',
  specification: 'https://openonderwijsapi.nl',
  supportedOperations: [
    '/persons',
    byPerson
      ? '/persons/{personId}/programme-offering-associations'
      : '/programme-offerings/{programmeOfferingId}/programme-offering-associations',
    // The standard has a reference there, in which braces are escaped.
  ].map((at) => ({ verb: 'GET', verbs: ['GET'], path: encodeURI(at) })),
})

const testOf = ({ component, course, startDateTime, name = '' }: ServedTest) => ({
  testComponentOfferingId: uuidOf(`test ${component} ${startDateTime} ${name}`),
  primaryCode: coded('offering_code', `${component} ${startDateTime}`),
  name: nl(component),
  startDateTime,
  component: {
    ...componentOf({ code: component, name: component }),
    ...(course === undefined ? {} : { courseId: courseIdOf(course) }),
  },
})

export const associationIdOf = (test: ServedTest): string =>
  uuidOf(`association ${test.student} ${testOf(test).testComponentOfferingId}${test.attempt ?? ''}`)

/** Resource at a path; undefined where there is none, or a list. */
function oneOf({ people, tests, courses }: ServedSchool, path: string): object | undefined {
  const [, kind, id] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (kind === 'courses') return courses.map(courseOf).find(({ courseId }) => courseId === id)
  if (kind === 'persons') return people.find(({ personId }) => personId === id)
  if (kind === 'test-component-offerings')
    return tests.map(testOf).find(({ testComponentOfferingId }) => testComponentOfferingId === id)
  const test = kind === 'test-component-offering-associations' && tests.find((one) => associationIdOf(one) === id)
  return test ? { associationId: id, state: 'associated', message: nl('Verwerkt') } : undefined
}

function listTests({ people, tests }: ServedSchool, personId: string): object[] {
  const number = people.find((person) => person.personId === personId)?.primaryCode.code
  return tests
    .filter(({ student }) => student === number)
    .map((test) => ({
      associationId: associationIdOf(test),
      role: 'student',
      state: test.state ?? 'associated',
      personId,
      testComponentOfferingId: testOf(test).testComponentOfferingId,
      ...(test.attempt !== undefined && { attempt: test.attempt }),
    }))
}

/** Items of the list at a path; undefined where there is none. `number`: of one person alone. */
function listOf(school: ServedSchool, path: string, number: string | null): Items | undefined {
  const sessionId = uuidOf(`session ${school.session}`)
  if (path === '/persons')
    return number === null ? school.people : school.people.filter(({ primaryCode }) => primaryCode.code === number)
  if (path === '/academic-sessions') return [sessionOf(school.session)]
  if (path === '/programmes') return school.programmes.map(programmeOf)
  if (path === '/test-components') return school.components.map(componentOf)
  if (path === '/courses') return school.courses.map(courseOf)
  if (path === `/academic-sessions/${sessionId}/programme-offerings`)
    return school.programmes.map(({ code }) => offeringOf(code, sessionId))
  const [, tester] = /^\/persons\/([^/]+)\/test-component-offering-associations$/.exec(path) ?? []
  if (tester !== undefined) return listTests(school, tester)
  const [, kind, id] = /^\/(persons|programme-offerings)\/([^/]+)\/programme-offering-associations$/.exec(path) ?? []
  if (kind === undefined || (kind === 'persons') !== school.byPerson) return undefined
  const offered = school.programmes.find(({ code }) => uuidOf(`offering ${code}`) === id)?.code
  const studies = [...school.studies].filter(([personId, code]) =>
    kind === 'persons' ? personId === id : code === offered,
  )
  return {
    length: studies.length,
    slice: (from, until) =>
      studies.slice(from, until).map(([personId, code]) => ({
        associationId: uuidOf(`${personId} ${code}`),
        role: 'student',
        state: 'associated',
        personId,
        programmeOfferingId: uuidOf(`offering ${code}`),
      })),
  }
}

const sessionOf = (code: string) => ({
  academicSessionId: uuidOf(`session ${code}`),
  academicSessionType: 'academic_year',
  primaryCode: coded('identifier', code),
  name: nl(code),
  startDateTime: '2025-08-01T00:00:00Z',
  endDateTime: '2026-07-31T00:00:00Z',
})

const programmeOf = ({ code, name }: { code: string; name: string }) => ({
  programmeId: uuidOf(`programme ${code}`),
  programmeType: 'programme',
  primaryCode: coded('programme_code', code),
  name: nl(name),
})

const componentOf = ({ code, name }: { code: string; name: string }) => ({
  componentId: uuidOf(`component ${code}`),
  componentType: 'test_on_paper',
  primaryCode: coded('component_code', code),
  name: nl(name),
})

const courseIdOf = (code: string): string => uuidOf(`course ${code}`)

const courseOf = ({ code, name }: { code: string; name: string }) => ({
  courseId: courseIdOf(code),
  primaryCode: coded('course_code', code),
  name: nl(name),
})

const offeringOf = (code: string, academicSessionId: string) => ({
  programmeOfferingId: uuidOf(`offering ${code}`),
  programmeId: uuidOf(`programme ${code}`),
  academicSessionId,
  primaryCode: coded('offering_code', code),
  name: nl(code),
})

/** Sends a page as the standard has it: with a tag, and nothing of what has not changed. */
function sendPage({ query, request, response }: Question, items: Items): void {
  const [pageSize, pageNumber] = [Number(query.get('pageSize') ?? 10), Number(query.get('pageNumber') ?? 1)]
  const end = pageNumber * pageSize
  const body = JSON.stringify({
    pageSize,
    pageNumber,
    hasPreviousPage: pageNumber > 1,
    hasNextPage: end < items.length,
    totalPages: Math.ceil(items.length / pageSize),
    items: items.slice(end - pageSize, end),
  })
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
  else response.writeHead(200, { 'content-type': 'application/json; version=6.0', etag }).end(body)
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; version=6.0' }).end(JSON.stringify(body))
}

export const problem = (response: ServerResponse, status: number, headers: Record<string, string> = {}): void => {
  response
    .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
    .end(JSON.stringify({ type: 'about:blank', title: String(status), status }))
}
