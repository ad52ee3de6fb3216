/**
 * How the server knows what a change would do before it is confirmed; see `api-server/platform/plans.rationale.md`.
 * - `decision`: the rule decides on state in memory
 * - `rehearsal`: the act itself, in a transaction that is rolled back
 * - `assessment`: a function that only reads, which the act calls again under its locks and then carries out
 */
type Way = 'decision' | 'rehearsal' | 'assessment'

/** Calls that preview an import are in no list: each kind assesses its lines alike, and every screen of theirs asks by `useImport`. */
export const PREVIEWS_OF_IMPORTS = /^preview\w+Import$/

/** `tests/house/one-way.test.ts` fails when another call that previews is missing here or is gone. */
export const PREVIEWS: Readonly<Record<string, Way>> = {
  previewModuleMatrix: 'rehearsal',
  previewDepartmentSwitch: 'assessment',
  previewGroupAct: 'decision',
  getImport: 'assessment',
  previewAudience: 'assessment',
  previewChosenAudience: 'assessment',
  previewPublication: 'assessment',
  previewCopy: 'assessment',
  previewTestmomentEdit: 'assessment',
  previewMomentsAct: 'assessment',
  previewUserAct: 'assessment',
  previewDivision: 'assessment',
  previewRoomsPublication: 'assessment',
  previewSourceVerdict: 'assessment',
}

/** Components of the app that show what an act would do and ask for it; each act describes itself to this one. */
export const ACT_DIALOGS: readonly string[] = ['src/parts/plan/plan-dialog.tsx']

/** Acts that describe themselves to it; an act that is carried out some at a time does so by `BatchPlanDialog`. */
export const ACTS: readonly string[] = [
  'src/admin/connections/source/verdict-dialog.tsx',
  'src/admin/testmoments/many/act-dialog.tsx',
  'src/admin/testmoments/results/publish-dialog.tsx',
  'src/admin/testmoments/rooms/divide-dialog.tsx',
  'src/admin/testmoments/rooms/move-dialog.tsx',
  'src/admin/testmoments/rooms/publish-rooms-dialog.tsx',
  'src/admin/testmoments/rooms/room-seats.tsx',
  'src/admin/testmoments/students/leave-dialog.tsx',
  'src/admin/testmoments/waiting/waiting-dialog.tsx',
  'src/admin/users/user-act-dialog.tsx',
  'src/parts/department-switch/department-switch.tsx',
  'src/parts/editing/change-questions.tsx',
  'src/parts/plan/batch-plan-dialog.tsx',
]

/**
 * Files of the app that preview a change without `usePlan`, and why. `tests/house/one-way.test.ts` fails when another one
 * does, and when one of these is gone.
 */
export const OTHER_PREVIEWS: Readonly<Record<string, string>> = {
  'src/admin/departments/module-matrix-screen.tsx':
    'its plan stays while an edit of a colleague changes the matrix below it',
  'src/admin/messages/new-message-screen.tsx': 'counts recipients while the message is written, again with each event',
  'src/admin/schoolyears/load-schoolyears.ts': 'the loader of a screen that is the plan',
  'src/admin/testmoments/settings/settings-section.tsx': 'warns while the edit is typed; saving asks by `useChange`',
  'src/admin/testmoments/students/add-students.tsx':
    'a part of a page, with a list that is corrected and checked again',
}

/** Dialogs of the app in a file named so that ask for no act: forms, parts of dialogs, and what only shows. */
export const OTHER_DIALOGS: readonly string[] = [
  'src/admin/connections/connection-dialog.tsx',
  'src/admin/connections/new-connection-dialog.tsx',
  'src/parts/registers/register-dialog.tsx',
  'src/admin/testmoments/list/new-testmoment-dialog.tsx',
  'src/admin/testmoments/presence/link-dialog.tsx',
  'src/admin/testmoments/presence/walk-in-dialog.tsx',
  'src/admin/users/new-user-dialog.tsx',
  'src/parts/writing/writing.tsx',
  'src/parts/door-code-dialog.tsx',
  'src/parts/editing/form-dialog.tsx',
  'src/session/step-up-dialog.tsx',
  'src/student/modules/enrollment-dialog.tsx',
  'src/student/testmoments/testmoment-dialog.tsx',
]

/**
 * Each file of the servers that deletes or updates rows of `enrollment`, with how a message is offered to the students whose
 * enrollments end or move by a teacher's change, or why none is. `tests/house/one-way.test.ts` fails when a file is missing
 * here or is gone. Rows that go with a deleted account (`on delete cascade`) have nobody left to read a message.
 */
export const ENROLLMENT_ENDS: Readonly<Record<string, string>> = {
  'api-server/enrollments/desk/write.ts':
    'offered with each unenrolling and moving by a teacher; a student’s own act has none',
  'api-server/enrollments/end-enrollments.ts':
    'offered when a teacher switches departments, of one or many, and when results are published; a student’s own switch, completion and onboarding have none',
  'api-server/departments/department-modules.ts': 'offered when departments lose modules, one or in the matrix',
  'api-server/testmoments/delete-testmoment.ts':
    'offered when moments are deleted; turning an import back deletes none with students',
  'api-server/testmoments/testmoment-modules.ts':
    'offered when moments lose modules; an import and turning it back take none that is held',
  'database/queries/settle-records.ts': 'none: it notes only that a presence or a result belongs to the enrollment',
}
