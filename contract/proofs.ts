import { resendValidationMail } from './accounts.ts'
import { exportAudit } from './audit.ts'
import { editModuleMatrix, replaceDepartmentModules, switchDepartment } from './departments.ts'
import type { Endpoint } from './endpoint.ts'
import { carryOutGroupAct } from './enrolled-students.ts'
import { deleteEnrollment, moveEnrollment } from './enrollments.ts'
import { exportGradebook } from './gradebook.ts'
import { importStudents, importTestmoments, undoImport } from './import.ts'
import * as logins from './logins.ts'
import { sendMessage } from './messages.ts'
import { deleteModule } from './modules.ts'
import { endInvigilatorLink, makeInvigilatorLink, revokeInvigilatorDevice } from './presence.ts'
import * as results from './results.ts'
import { deleteSchoolyear } from './schoolyears.ts'
import { exportResultStatistics } from './statistics.ts'
import * as testmoments from './testmoments.ts'
import * as users from './users.ts'

/**
 * When a call asks its caller to have proved within STEP_UP who they are: always, by what its body says, or as its route
 * finds out.
 */
export type AsksProof = 'always' | 'by-route' | ((body: unknown) => boolean)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** Students read it, whatever it came along with. */
const withMessage: AsksProof = (body) => isObject(body) && isObject(body.message)
const deletesOrNotifies: AsksProof = (body) =>
  withMessage(body) || (isObject(body) && isObject(body.act) && body.act.kind === 'delete')

/**
 * The one list of what nobody does at a screen that was left open: who gets in and who no longer, results, what students are
 * sent, files with people in them, and what cannot be had back. docs/security.md says the same to schools.
 */
export const proofs: ReadonlyMap<Endpoint, AsksProof> = new Map<Endpoint, AsksProof>([
  // who gets in, and who no longer
  [users.addUser, 'always'],
  [users.carryOutUserAct, 'always'],
  [users.deleteUser, 'always'],
  /** another type, or another activation */
  [users.editUser, 'by-route'],
  [resendValidationMail, 'always'],
  [importStudents, 'always'],
  [undoImport, 'always'],
  [logins.liftBarredLogin, 'always'],
  [makeInvigilatorLink, 'always'],
  [endInvigilatorLink, 'always'],
  [revokeInvigilatorDevice, 'always'],
  // one's own login methods: within a quarter of an hour where STEP_UP is off
  [logins.getPasskeyOptions, 'by-route'],
  [logins.addPasskey, 'by-route'],
  [logins.deletePasskey, 'by-route'],
  [logins.beginTotp, 'by-route'],
  [logins.addTotp, 'by-route'],
  [logins.removeTotp, 'by-route'],
  [logins.renewRecoveryCodes, 'by-route'],
  [logins.resetSecondFactor, 'by-route'],
  [logins.linkSchoolLogin, 'by-route'],
  [logins.unlinkSchoolLogin, 'by-route'],
  // results
  [results.saveResults, 'always'],
  [results.importResults, 'always'],
  [results.publishResults, 'always'],
  // messages to students, also together with another change
  [sendMessage, 'always'],
  [carryOutGroupAct, withMessage],
  [deleteEnrollment, withMessage],
  [moveEnrollment, withMessage],
  [testmoments.editTestmoment, withMessage],
  [testmoments.replaceTestmomentModules, withMessage],
  [testmoments.addTestmomentModules, withMessage],
  [replaceDepartmentModules, withMessage],
  [editModuleMatrix, withMessage],
  [switchDepartment, withMessage],
  [importTestmoments, withMessage],
  // acts that cannot be undone
  [testmoments.actOnMoments, deletesOrNotifies],
  [testmoments.deleteTestmoment, 'always'],
  [deleteModule, 'always'],
  [deleteSchoolyear, 'always'],
  // files with people in them
  [users.exportUsers, 'always'],
  [exportAudit, 'always'],
  [exportResultStatistics, 'always'],
  [results.exportResults, 'always'],
  [exportGradebook, 'always'],
  [testmoments.exportTestmoment, 'always'],
  [testmoments.downloadPresenceChecklist, 'always'],
  [testmoments.downloadExtraTime, 'always'],
])
