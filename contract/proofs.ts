import { resendValidationMail } from './accounts.ts'
import { exportAudit } from './audit.ts'
import { createConnection, revokeConnection } from './connections.ts'
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
import { giveSourceVerdict } from './source.ts'
import { exportResultStatistics } from './statistics.ts'
import * as testmoments from './testmoments.ts'
import * as users from './users.ts'

/** When a call requires a proof of identity within STEP_UP: always, depending on its body, or as its route decides. */
export type AsksProof = 'always' | 'by-route' | ((body: unknown) => boolean)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** With a message, which students read, whatever the call itself is. */
const withMessage: AsksProof = (body) => isObject(body) && isObject(body.message)
const deletesOrNotifies: AsksProof = (body) =>
  withMessage(body) || (isObject(body) && isObject(body.act) && body.act.kind === 'delete')

/**
 * The list of everything that must not be possible on an unattended screen: access to accounts, results, messages to students,
 * files with people in them, and acts that cannot be undone. docs/security.md has the same list for schools.
 */
export const proofs: ReadonlyMap<Endpoint, AsksProof> = new Map<Endpoint, AsksProof>([
  // access to accounts
  [users.addUser, 'always'],
  [users.carryOutUserAct, 'always'],
  [users.deleteUser, 'always'],
  /** another role, or another activation */
  [users.editUser, 'by-route'],
  [resendValidationMail, 'always'],
  [importStudents, 'always'],
  [giveSourceVerdict, 'always'],
  [undoImport, 'always'],
  [logins.liftBarredLogin, 'always'],
  [createConnection, 'always'],
  [revokeConnection, 'always'],
  [makeInvigilatorLink, 'always'],
  [endInvigilatorLink, 'always'],
  [revokeInvigilatorDevice, 'always'],
  // one's own login methods: within a quarter of an hour if STEP_UP is off
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
