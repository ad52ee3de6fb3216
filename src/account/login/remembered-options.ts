import type { LoginOptions } from '#domain/logins/login.schema.ts'

const KEY = 'login_options'

/** If nothing is stored, everybody may try a password; the server decides. */
const UNKNOWN: LoginOptions = { password: 'on', school: null }

export function rememberOptions(options: LoginOptions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options))
  } catch {
    // Storage is full or refused: the options are fetched each time.
  }
}

/** The stored options. Whether the provider can be reached is not stored. */
export function rememberedOptions(): LoginOptions {
  try {
    const { password, school }: LoginOptions = JSON.parse(localStorage.getItem(KEY) ?? '')
    return { password, school: school && { ...school, available: true } }
  } catch {
    return UNKNOWN
  }
}

/** Whether the login form is the one that index.html can show in advance. */
export function hasUsualOptions(): boolean {
  const { password, school } = rememberedOptions()
  return password === UNKNOWN.password && !school
}
