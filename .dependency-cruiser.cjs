/**
 * Who may import whom. Each message says what to do instead; `scripts/check.ts` fails when fewer modules were read than
 * the tree holds, since a parser that reads nothing finds no violation either.
 */
const GROUND = [
  'domain',
  'contract',
  'database',
  'server',
  'api-server',
  'push-server',
  'src',
  'sw',
  'tests',
  'scripts',
]
const others = (...allowed) => `^(${GROUND.filter((name) => !allowed.includes(name)).join('|')})/`

const only = (from, allowed, comment) => ({
  name: `${from}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: others(from, ...allowed) },
})

const packageOnlyIn = (name, places, comment) => ({
  name: `${name}-belongs`,
  comment,
  severity: 'error',
  from: { path: '^(domain|contract|database|server|api-server|push-server|src|sw)/', pathNot: places },
  to: { path: `node_modules/${name}/`, dependencyTypesNot: ['type-only'] },
})

const SCREENS = 'student|admin|settings|account|onboarding|invigilator'
const SHARED_FLOWS = 'session|enrollment|presence|push|offline|live|toasts|updates|install'

/** Rooms of the API server about one thing each, from the lowest up; those on one line are one knot. */
const SUBJECTS = ['accounts|sessions|logins', 'departments', 'users', 'modules', 'rooms', 'testmoments', 'schoolyears']

const belowOtherSubjects = (rooms, index) => ({
  name: `${rooms.split('|')[0]}-below-other-subjects`,
  comment:
    'Subjects know each other in one direction. Move a reader that several need to facts/, or what works on both to the higher one or to acts/.',
  severity: 'error',
  from: { path: `^api-server/(${rooms})/` },
  to: { path: `^api-server/(${SUBJECTS.slice(index + 1).join('|')})/` },
})

module.exports = {
  forbidden: [
    only('domain', [], 'domain runs anywhere, on its own: pass the value in as an argument.'),
    only('contract', ['domain'], 'contract is read by browsers and servers alike: it may know the domain only.'),
    only('database', ['domain'], 'database knows the domain only; a route shape belongs in api-server.'),
    only(
      'server',
      ['domain', 'contract', 'database'],
      'server is what both servers stand on: it may not know either of them.',
    ),
    only(
      'api-server',
      ['domain', 'contract', 'database', 'server'],
      'The servers meet in the database and its outbox, never by import.',
    ),
    only(
      'push-server',
      ['domain', 'contract', 'database', 'server'],
      'The servers meet in the database and its outbox, never by import.',
    ),
    only(
      'sw',
      ['domain', 'contract'],
      'The worker is a program of its own: share by contract or domain, talk by sw/messages.ts.',
    ),
    {
      ...only(
        'src',
        ['domain', 'contract'],
        'The app knows the domain, the contract, and of the worker only its messages.',
      ),
      to: { path: others('src', 'domain', 'contract'), pathNot: '^sw/messages\\.ts$' },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'What both a test and the product need belongs in the product.',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-zod-in-the-browser',
      comment: 'Schemas are for servers: import the type only (import type), the bundle stays small.',
      severity: 'error',
      from: { path: '^(src|sw)/' },
      to: {
        path: ['\\.(schema|calls)\\.ts$', 'node_modules/zod/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'zod-in-schemas-only',
      comment: 'domain and contract reach browsers: keep zod inside *.schema.ts and *.calls.ts files.',
      severity: 'error',
      from: { path: '^(domain|contract)/', pathNot: '(\\.(schema|calls)|contract/operations)\\.ts$' },
      to: { path: ['\\.(schema|calls)\\.ts$', 'node_modules/zod/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain uses no package but zod (in *.schema.ts) and no Node module: pass the value in.',
      severity: 'error',
      from: { path: '^(domain|contract)/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    ...['domain', 'src/parts', 'src/admin/testmoments'].map((floor) => ({
      name: `${floor.split('/').at(-1)}-in-one-direction`,
      comment: `Folders of ${floor} know each other in one direction. Move what both need into the lower one, or what joins both into the higher.`,
      severity: 'error',
      scope: 'folder',
      from: { path: `^${floor}/` },
      to: { path: `^${floor}/`, circular: true },
    })),
    {
      name: 'the-rule-is-asked',
      comment:
        'Whether a switch or a planned closing refuses is one cause of several. Ask the rule what students may do: canBeChosen, canBeLeft, closesAt, opensAt of domain/enrollments/enrollment.rules.ts. See domain/enrollments/enrollment.rationale.md.',
      severity: 'error',
      from: { path: '.', pathNot: '^domain/enrollments/enrollment\\.rules\\.ts$|^tests/' },
      to: { path: '^domain/enrollments/closing\\.rules\\.ts$' },
    },
    packageOnlyIn(
      'kysely',
      '^(database/|api-server/(?!.*\\.(routes|replies)\\.ts$)|push-server/)',
      'SQL lives in database/, and in a subject’s queries and use cases: a route parses, authorises and replies.',
    ),
    {
      name: 'subjects-keep-their-routes',
      comment: 'A subject may call another’s use cases and queries, never its routes: api.ts alone reads those.',
      severity: 'error',
      from: { path: '^api-server/', pathNot: '^api-server/api\\.ts$' },
      to: { path: '^api-server/.*\\.routes\\.ts$' },
    },
    {
      name: 'subjects-keep-their-replies',
      comment:
        'How a thing is shown is its own subject’s, or stands in facts/ where several show it: let your route or reply put it in, a use case gives plain rows.',
      severity: 'error',
      from: { path: '^api-server/([^/]+)/', pathNot: '\\.(routes|replies)\\.ts$' },
      to: { path: '^api-server/.*\\.replies\\.ts$', pathNot: '^api-server/($1|facts)/' },
    },
    {
      name: 'platform-knows-no-subject',
      comment: 'platform/ is what subjects stand on: let the subject or app.ts pass in what is its own.',
      severity: 'error',
      from: { path: '^api-server/platform/' },
      to: { path: '^api-server/(?!platform/)' },
    },
    {
      name: 'facts-know-no-subject',
      comment:
        'facts/ holds readers that several subjects need: it knows platform/ only. Let the subject pass in what is its own.',
      severity: 'error',
      from: { path: '^api-server/facts/' },
      to: { path: '^api-server/', pathNot: '^api-server/(facts|platform)/' },
    },
    ...SUBJECTS.slice(0, -1).map(belowOtherSubjects),
    {
      name: 'enrollments-above-subjects',
      comment:
        'Enrollments, presence and results stand on subjects, which know nothing of them. What a change sets off there is a hook: facts/enrollment-hooks.ts names it, api-server/hooks.ts registers it.',
      severity: 'error',
      from: { path: `^api-server/(${SUBJECTS.join('|')})/` },
      to: { path: '^api-server/(enrollments|presence|results|calendar)/' },
    },
    {
      name: 'above-enrollments-stands-alone',
      comment:
        'Presence, results and calendar stand on enrollments and know nothing of each other: move what two need to facts/.',
      severity: 'error',
      from: { path: '^api-server/(enrollments|presence|results|calendar)/' },
      to: { path: '^api-server/(presence|results|calendar)/', pathNot: '^api-server/$1/' },
    },
    {
      name: 'acts-above-subjects',
      comment: 'acts/ works on many subjects, which know nothing of it: move what they need as well to facts/.',
      severity: 'error',
      from: { path: '^api-server/[^/]+/', pathNot: '^api-server/acts/' },
      to: { path: '^api-server/acts/' },
    },
    {
      name: 'oeapi-stands-alone',
      comment:
        'What other systems read stands on facts/ and platform/ alone, and nothing stands on it: a change inside must not change what they see, and they must not hold up a change.',
      severity: 'error',
      from: { path: '^api-server/oeapi/' },
      to: { path: '^api-server/', pathNot: '^api-server/(oeapi|facts|platform)/|^api-server/context\\.ts$' },
    },
    {
      name: 'nothing-stands-on-oeapi',
      comment:
        'Only app.ts and api.ts register api-server/oeapi: pass what it needs in, or put what both need in facts/.',
      severity: 'error',
      from: { path: '^api-server/[^/]+/', pathNot: '^api-server/oeapi/' },
      to: { path: '^api-server/oeapi/' },
    },
    {
      name: 'writers-load-little',
      comment:
        'A file is written by a process of its own, which starts for each one: it gets plain values. What reads the database or answers requests belongs in a *.queries.ts or *.routes.ts beside it.',
      severity: 'error',
      from: {
        path: '^api-server/acts/[^/]+/([^/]*-sheet|spreadsheet|door-list|presence-checklist|checklist-document|fonts|file-writer|write-file|participation)\\.ts$',
      },
      to: {
        path: '^(database|server)/|^api-server/(?!acts/)|\\.(queries|routes)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    packageOnlyIn('pg', '^database/', 'Only database/engine/ knows which engine runs.'),
    {
      name: 'tests-outlive-postgres',
      comment:
        'A client without a listener ends the whole run when its connection is lost: tests/support/postgres-client.ts has one.',
      severity: 'error',
      from: { path: '^tests/', pathNot: '^tests/support/postgres-client\\.ts$' },
      to: { path: 'node_modules/pg/' },
    },
    packageOnlyIn('ky', '^src/api/', 'Call the API through src/api/, which knows tokens, errors and links.'),
    packageOnlyIn(
      'idb',
      '^(sw|src/(offline|presence))/',
      'IndexedDB is the worker’s, and that of presence lists; read by src/offline/ and src/presence/ alone.',
    ),
    packageOnlyIn('web-push', '^push-server/', 'Pushes are sent by the push server alone.'),
    {
      name: 'app-is-the-top',
      comment: 'src/app wires everything together; let it pass you what you need.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/' },
      to: { path: '^src/app/', pathNot: '^src/app/.*\\.css$' },
    },
    {
      name: 'routes-below-app-only',
      comment: 'A route file is a table of contents: nothing but the router reads it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app|routes|routeTree)' },
      to: { path: '^src/routes/' },
    },
    {
      name: 'screens-stand-alone',
      comment: 'A screen folder can be deleted without breaking another; what several share goes to src/parts/.',
      severity: 'error',
      from: { path: `^src/(${SCREENS})/([^/]+)` },
      to: { path: `^src/(${SCREENS})/`, pathNot: '^src/$1/($2/|[^/]+$)' },
    },
    {
      name: 'tabs-stand-alone',
      comment:
        'A tab of a test moment can be read and deleted without another: what two of them need goes to moment-students.tsx.',
      severity: 'error',
      from: { path: '^src/admin/testmoments/([^/]+)/', pathNot: '^src/admin/testmoments/(list|many)/' },
      to: { path: '^src/admin/testmoments/', pathNot: '^src/admin/testmoments/($1/|moment-students\\.tsx$)' },
    },
    {
      name: 'moments-above-their-settings',
      comment:
        'The list of moments knows a moment’s fields (settings/) and its calendar, and nothing of what else a moment has.',
      severity: 'error',
      from: { path: '^src/admin/testmoments/(list|many)/' },
      to: { path: '^src/admin/testmoments/', pathNot: '^src/admin/testmoments/(list|many|calendar|settings)/' },
    },
    {
      name: 'parts-below-screens',
      comment: 'parts/ is what screens share; it may not know a screen.',
      severity: 'error',
      from: { path: '^src/parts/' },
      to: { path: `^src/(${SCREENS})/` },
    },
    {
      name: 'flows-know-no-screens',
      comment: 'A flow (session, enrollment, …) is used by screens and parts, and knows neither; let app/ wire it.',
      severity: 'error',
      from: { path: `^src/(${SHARED_FLOWS})/` },
      to: { path: `^src/(parts|${SCREENS})/` },
    },
    {
      name: 'flows-stand-alone',
      comment: 'Flows know nothing of each other: emit an event, src/app/ passes it on.',
      severity: 'error',
      from: { path: `^src/(${SHARED_FLOWS})/` },
      to: { path: `^src/(${SHARED_FLOWS})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'ui/ draws; what it shows comes in as properties.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^(domain|contract|src/(?!ui/))' },
    },
    {
      name: 'api-knows-no-screens',
      comment: 'src/api fetches and translates; it knows nothing of what is drawn.',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { path: '^src/(?!api/)' },
    },
    {
      name: 'no-circles',
      comment: 'Two files that import each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'This import leads nowhere: is the path right, with its extension, and the package in package.json?',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/.*\\.gen\\.ts$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.css', '.json'],
      conditionNames: ['import', 'node', 'browser', 'default'],
      exportsFields: ['exports'],
    },
  },
}
