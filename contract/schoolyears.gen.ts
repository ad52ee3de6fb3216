// Made of the declarations of calls by `npm run contract`.
import type * as schoolyearsCalls from './schoolyears.calls.ts'
import { endpoint } from './endpoint.ts'

export const copyTestmoments = endpoint<typeof schoolyearsCalls.copyTestmoments>('POST', '/schoolyear/:id/testmoments', { event: 'testmomentCreated' })
export const createSchoolyear = endpoint<typeof schoolyearsCalls.createSchoolyear>('POST', '/schoolyear', { event: 'schoolyearCreated' })
export const deleteSchoolyear = endpoint<typeof schoolyearsCalls.deleteSchoolyear>('DELETE', '/schoolyear/:id', { event: 'schoolyearEdited' })
export const editSchoolyear = endpoint<typeof schoolyearsCalls.editSchoolyear>('PUT', '/schoolyear/:id', { event: 'schoolyearEdited' })
export const getSchoolyear = endpoint<typeof schoolyearsCalls.getSchoolyear>('GET', '/schoolyear/:id')
export const listRecesses = endpoint<typeof schoolyearsCalls.listRecesses>('GET', '/schoolyear/:id/recesses')
export const listSchoolyears = endpoint<typeof schoolyearsCalls.listSchoolyears>('GET', '/schoolyears/:paging')
export const previewCopy = endpoint<typeof schoolyearsCalls.previewCopy>('GET', '/schoolyear/:id/copy/:source_id')
export const replaceRecesses = endpoint<typeof schoolyearsCalls.replaceRecesses>('PUT', '/schoolyear/:id/recesses', { event: 'schoolyearEdited' })
