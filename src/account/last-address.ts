/** Address last typed by a visitor, or of the account of a link: fills the next form, and the previous one after Back. */
let lastAddress = ''

export const rememberedAddress = (): string => lastAddress

export function rememberAddress(address: string): void {
  lastAddress = address
}
