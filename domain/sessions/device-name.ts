/** Signs of browsers in a User-Agent. Most browsers also claim to be those below them, so the first match counts. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Signs of systems. Android also claims to be Linux, and iPhones to be like a Mac. */
const SYSTEMS: typeof BROWSERS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const UNKNOWN_BROWSER = 'Onbekende browser'

/**
 * Common name of the device behind a User-Agent header (RFC 9110, section 10.1.5): 'Chrome op Android'. Only the name is
 * stored: the header reveals more than a user needs to recognize their login.
 */
export function deviceName(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent) ?? UNKNOWN_BROWSER
  const system = nameIn(SYSTEMS, userAgent)
  return system ? `${browser} op ${system}` : browser
}

const nameIn = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([sign]) => sign.test(userAgent))?.[1]
