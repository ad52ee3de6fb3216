/** Address that a visitor typed last, or whose account a link was for: the next form begins with it, and Back finds it again. */
let lastAddress = ''

export const rememberedAddress = (): string => lastAddress

export function rememberAddress(address: string): void {
  lastAddress = address
}
