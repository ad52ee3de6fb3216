import type { LoginOptions } from '#domain/logins/login.schema.ts'

const KEY = 'login_options'

/** Where nothing is known a password is what everybody may try; the server has the last word. */
const UNKNOWN: LoginOptions = { password: 'on', school: null }

export function rememberOptions(options: LoginOptions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options))
  } catch {
    // Storage that is full or refused: it is asked for each time.
  }
}

/** Options of the last time. Whether the provider can be reached is not remembered. */
export function rememberedOptions(): LoginOptions {
  try {
    const { password, school }: LoginOptions = JSON.parse(localStorage.getItem(KEY) ?? '')
    return { password, school: school && { ...school, available: true } }
  } catch {
    return UNKNOWN
  }
}

/** Whether the login box is the one that index.html can show ahead. */
export function hasUsualOptions(): boolean {
  const { password, school } = rememberedOptions()
  return password === UNKNOWN.password && !school
}
