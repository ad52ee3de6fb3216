// Made of the declarations of calls by `npm run contract`.
import type * as departmentsCalls from './departments.calls.ts'
import { endpoint } from './endpoint.ts'

export const addDepartmentModules = endpoint<typeof departmentsCalls.addDepartmentModules>('PATCH', '/education-department/:id/modules', { event: 'educationDepartmentEdited' })
export const createEducationDepartment = endpoint<typeof departmentsCalls.createEducationDepartment>('POST', '/education-department', { event: 'educationDepartmentCreated' })
export const editEducationDepartment = endpoint<typeof departmentsCalls.editEducationDepartment>('PUT', '/education-department/:id', { event: 'educationDepartmentEdited' })
export const editModuleMatrix = endpoint<typeof departmentsCalls.editModuleMatrix>('PUT', '/education-departments/modules', { event: 'educationDepartmentEdited' })
export const getEducationDepartment = endpoint<typeof departmentsCalls.getEducationDepartment>('GET', '/education-department/:id')
export const getModuleMatrix = endpoint<typeof departmentsCalls.getModuleMatrix>('GET', '/education-departments/modules')
export const listDepartmentModules = endpoint<typeof departmentsCalls.listDepartmentModules>('GET', '/education-department/:id/modules')
export const listEducationDepartments = endpoint<typeof departmentsCalls.listEducationDepartments>('GET', '/education-departments')
export const previewDepartmentSwitch = endpoint<typeof departmentsCalls.previewDepartmentSwitch>('GET', '/department-switch')
export const previewModuleMatrix = endpoint<typeof departmentsCalls.previewModuleMatrix>('POST', '/education-departments/modules/preview', { kind: 'question' })
export const replaceDepartmentModules = endpoint<typeof departmentsCalls.replaceDepartmentModules>('PUT', '/education-department/:id/modules', { event: 'educationDepartmentEdited' })
export const switchDepartment = endpoint<typeof departmentsCalls.switchDepartment>('POST', '/department-switch', { event: 'userEdited' })
