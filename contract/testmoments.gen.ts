// Made of the declarations of calls by `npm run contract`.
import type * as testmomentsCalls from './testmoments.calls.ts'
import { endpoint } from './endpoint.ts'

export const actOnMoments = endpoint<typeof testmomentsCalls.actOnMoments>('POST', '/testmoments/act', { event: 'testmomentEdited' })
export const addTestmomentModules = endpoint<typeof testmomentsCalls.addTestmomentModules>('PATCH', '/testmoment/:id/modules', { event: 'testmomentEdited' })
export const createTestmoment = endpoint<typeof testmomentsCalls.createTestmoment>('POST', '/schoolyear/:schoolyear_id/testmoment', { event: 'testmomentCreated' })
export const deleteTestmoment = endpoint<typeof testmomentsCalls.deleteTestmoment>('DELETE', '/schoolyear/:schoolyear_id/testmoment/:id', { event: 'testmomentDeleted' })
export const downloadExtraTime = endpoint<typeof testmomentsCalls.downloadExtraTime>('GET', '/testmoment/:id/extra-time')
export const downloadPresenceChecklist = endpoint<typeof testmomentsCalls.downloadPresenceChecklist>('GET', '/testmoment/:id/presence-checklist')
export const editTestmoment = endpoint<typeof testmomentsCalls.editTestmoment>('PUT', '/schoolyear/:schoolyear_id/testmoment/:id', { event: 'testmomentEdited' })
export const exportTestmoment = endpoint<typeof testmomentsCalls.exportTestmoment>('GET', '/testmoment/:id/export')
export const getTestmoment = endpoint<typeof testmomentsCalls.getTestmoment>('GET', '/schoolyear/:schoolyear_id/testmoment/:id')
export const listTestmomentModules = endpoint<typeof testmomentsCalls.listTestmomentModules>('GET', '/testmoment/:id/modules')
export const listTestmoments = endpoint<typeof testmomentsCalls.listTestmoments>('GET', '/schoolyear/:schoolyear_id/testmoments/:paging')
export const previewMomentsAct = endpoint<typeof testmomentsCalls.previewMomentsAct>('POST', '/testmoments/act/preview', { kind: 'question' })
export const previewTestmomentEdit = endpoint<typeof testmomentsCalls.previewTestmomentEdit>('GET', '/testmoment/:id/edit-preview')
export const replaceTestmomentModules = endpoint<typeof testmomentsCalls.replaceTestmomentModules>('PUT', '/testmoment/:id/modules', { event: 'testmomentEdited' })
