// Made of the declarations of calls by `npm run contract`.
import type * as accountsCalls from './accounts.calls.ts'
import { endpoint } from './endpoint.ts'

export const changePassword = endpoint<typeof accountsCalls.changePassword>('POST', '/password-change')
export const checkResetKey = endpoint<typeof accountsCalls.checkResetKey>('POST', '/password-change/check')
export const downloadUserData = endpoint<typeof accountsCalls.downloadUserData>('GET', '/user/:id/data')
export const register = endpoint<typeof accountsCalls.register>('POST', '/register')
export const requestPasswordReset = endpoint<typeof accountsCalls.requestPasswordReset>('POST', '/password-reset')
export const resendValidationMail = endpoint<typeof accountsCalls.resendValidationMail>('POST', '/user/:id/validation-mail', { event: 'userEdited' })
export const verifyUser = endpoint<typeof accountsCalls.verifyUser>('POST', '/verify-user')
