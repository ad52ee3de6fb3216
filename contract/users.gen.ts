// Made of the declarations of calls by `npm run contract`.
import type * as usersCalls from './users.calls.ts'
import { endpoint } from './endpoint.ts'

export const addUser = endpoint<typeof usersCalls.addUser>('POST', '/user', { event: 'userCreated' })
export const carryOutUserAct = endpoint<typeof usersCalls.carryOutUserAct>('POST', '/users/act', { event: 'userEdited' })
export const chooseConfirmationLetters = endpoint<typeof usersCalls.chooseConfirmationLetters>('PUT', '/user/:id/confirmation-letters', { event: 'userEdited' })
export const deleteUser = endpoint<typeof usersCalls.deleteUser>('DELETE', '/user/:id', { event: 'userDeleted' })
export const editUser = endpoint<typeof usersCalls.editUser>('PUT', '/user/:id', { event: 'userEdited' })
export const exportUsers = endpoint<typeof usersCalls.exportUsers>('GET', '/users/export')
export const getConfirmationLetters = endpoint<typeof usersCalls.getConfirmationLetters>('GET', '/user/:id/confirmation-letters')
export const getUser = endpoint<typeof usersCalls.getUser>('GET', '/user/:id')
export const listClassGroups = endpoint<typeof usersCalls.listClassGroups>('GET', '/class-groups')
export const listUsers = endpoint<typeof usersCalls.listUsers>('GET', '/users/:paging')
export const previewUserAct = endpoint<typeof usersCalls.previewUserAct>('POST', '/users/act/preview', { kind: 'question' })
