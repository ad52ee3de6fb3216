// Made of the declarations of calls by `npm run contract`.
import type * as modulesCalls from './modules.calls.ts'
import { endpoint } from './endpoint.ts'

export const completeModules = endpoint<typeof modulesCalls.completeModules>('PATCH', '/user/:id/modules-completed', { event: 'enrollmentsChanged' })
export const createModule = endpoint<typeof modulesCalls.createModule>('POST', '/module', { event: 'moduleCreated' })
export const deleteModule = endpoint<typeof modulesCalls.deleteModule>('DELETE', '/module/:id', { event: 'moduleEdited' })
export const editModule = endpoint<typeof modulesCalls.editModule>('PUT', '/module/:id', { event: 'moduleEdited' })
export const getModuleUse = endpoint<typeof modulesCalls.getModuleUse>('GET', '/module/:id/use')
export const listModules = endpoint<typeof modulesCalls.listModules>('GET', '/modules')
export const uncompleteModules = endpoint<typeof modulesCalls.uncompleteModules>('PATCH', '/user/:id/modules-uncompleted', { event: 'enrollmentsChanged' })
